/**
 * Reputation of agents (AGENT-STACK §7, §8): scores of five axes, and the weight of each review.
 */
@NullMarked
package org.sovereignbook.sbp.society.reputation;

import org.jspecify.annotations.NullMarked;
