/** Extension points of hooks, which run programs on events ({@code plugins/hooks}). */
@NullMarked
package org.sovereignbook.sbp.society.hooks;

import org.jspecify.annotations.NullMarked;
