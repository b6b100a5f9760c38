/**
 * Teams of agents: the team's file, its skills, the loop of each member (AGENT-STACK §3, §11), and
 * {@code sbp team} with the members of one team as child processes.
 */
@NullMarked
package org.sovereignbook.sbp.plugins.team;

import org.jspecify.annotations.NullMarked;
