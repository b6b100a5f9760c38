/** Conversations of agents (NEXUS): personas, sessions, turns, queued messages, compaction. */
@NullMarked
package org.sovereignbook.sbp.society.sessions;

import org.jspecify.annotations.NullMarked;
