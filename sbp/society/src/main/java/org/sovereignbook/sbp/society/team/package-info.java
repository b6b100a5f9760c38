/**
 * Teams of agents: the team's file, its skills, and the loop of each member (AGENT-STACK §3, §11).
 */
@NullMarked
package org.sovereignbook.sbp.society.team;

import org.jspecify.annotations.NullMarked;
