/** Steps as source to change: {@code sbp eject}. */
@NullMarked
package org.sovereignbook.sbp.ops.eject;

import org.jspecify.annotations.NullMarked;
