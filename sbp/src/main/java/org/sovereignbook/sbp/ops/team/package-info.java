/** {@code sbp team}: the members of one team as child processes, and their state. */
@NullMarked
package org.sovereignbook.sbp.ops.team;

import org.jspecify.annotations.NullMarked;
