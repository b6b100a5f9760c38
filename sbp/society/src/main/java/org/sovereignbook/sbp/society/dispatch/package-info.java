/** Work that sessions hand to the board, to a team, or to an agent of another node. */
@NullMarked
package org.sovereignbook.sbp.society.dispatch;

import org.jspecify.annotations.NullMarked;
