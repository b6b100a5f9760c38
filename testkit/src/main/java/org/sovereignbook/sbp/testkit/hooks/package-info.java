/** Contract of hooks on every database of a society. */
@NullMarked
package org.sovereignbook.sbp.testkit.hooks;

import org.jspecify.annotations.NullMarked;
