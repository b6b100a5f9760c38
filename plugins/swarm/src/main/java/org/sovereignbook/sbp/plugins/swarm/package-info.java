/**
 * Swarms (CORDELIA §4): agents that work for one goal. A swarm is a group of memory, agents that
 * are its members, tasks with one label, and a team file; {@code plugins.team} runs it.
 */
@NullMarked
package org.sovereignbook.sbp.plugins.swarm;

import org.jspecify.annotations.NullMarked;
