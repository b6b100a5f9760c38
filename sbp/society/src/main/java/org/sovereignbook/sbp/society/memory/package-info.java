/**
 * Memory of agents (CORDELIA): the hot context of each entity (L1), items alone and in groups (L2),
 * trust in what agents remember, and the events that agents wait for.
 */
@NullMarked
package org.sovereignbook.sbp.society.memory;

import org.jspecify.annotations.NullMarked;
