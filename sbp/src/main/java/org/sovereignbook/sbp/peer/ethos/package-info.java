/** Who the agent is, and how the operator has it changed (AGENT.md, ethos). */
@NullMarked
package org.sovereignbook.sbp.peer.ethos;

import org.jspecify.annotations.NullMarked;
