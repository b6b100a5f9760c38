/** Contract of the evolution of agents, which every database keeps. */
@NullMarked
package org.sovereignbook.sbp.testkit.evolution;

import org.jspecify.annotations.NullMarked;
