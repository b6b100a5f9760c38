/**
 * Simulation of a network of real nodes in one JVM: one scheduler with virtual time, one source of
 * randomness, disks and network in memory, faults in all of them. The same plan gives the same
 * trace, byte by byte. docs/simulation.md says what is simulated and what is not.
 */
@NullMarked
package org.sovereignbook.sbp.testkit.simulation;

import org.jspecify.annotations.NullMarked;
