/**
 * Proofs of memory: random worlds through the tools beside an oracle, writers that are killed, a
 * simulated month.
 */
@NullMarked
package org.sovereignbook.sbp.testkit.memory;

import org.jspecify.annotations.NullMarked;
