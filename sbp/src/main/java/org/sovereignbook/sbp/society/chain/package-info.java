/**
 * Reputation on a chain (AGENT-STACK §10): what is written there and by whom, the transactions of
 * this node from signing to receipt, and signed task receipts, by which feedback is verified. The
 * chains themselves are extensions.
 */
@NullMarked
package org.sovereignbook.sbp.society.chain;

import org.jspecify.annotations.NullMarked;
