/**
 * The task board: who may do what next, who does it, and when it is accepted (AGENT-STACK §4, §6).
 */
@NullMarked
package org.sovereignbook.sbp.society.board;

import org.jspecify.annotations.NullMarked;
