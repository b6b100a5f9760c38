/**
 * Evolution of agents (AGENT-STACK §9): diagnosis of weak agents, changes of their prompt, model or
 * role, the tests of such changes, and the trail of everything.
 */
@NullMarked
package org.sovereignbook.sbp.plugins.evolution;

import org.jspecify.annotations.NullMarked;
