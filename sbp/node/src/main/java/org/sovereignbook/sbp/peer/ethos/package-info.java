/**
 * The agent's ethos: its identity and character, and the operator's ways to change it (AGENT.md,
 * ethos).
 */
@NullMarked
package org.sovereignbook.sbp.peer.ethos;

import org.jspecify.annotations.NullMarked;
