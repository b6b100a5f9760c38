/** {@code sbp team}: agents of one team as the children of one process, and what they are at. */
@NullMarked
package org.sovereignbook.sbp.ops.team;

import org.jspecify.annotations.NullMarked;
