/** Reputation of agents on a chain (AGENT-STACK §10): a feature. */
@NullMarked
package org.sovereignbook.sbp.plugins.chain;

import org.jspecify.annotations.NullMarked;
