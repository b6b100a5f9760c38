/**
 * The task board: which worker may claim which task, and when a result is accepted (AGENT-STACK §4,
 * §6).
 */
@NullMarked
package org.sovereignbook.sbp.society.board;

import org.jspecify.annotations.NullMarked;
