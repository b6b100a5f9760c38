/** The node directory: layout, files, configuration, keys, locks, clock (IMPLEMENTATION §5). */
@NullMarked
package org.sovereignbook.sbp.node;

import org.jspecify.annotations.NullMarked;
