/** Steps: the units that the scheduler runs, a person calls, and a node may replace. */
@NullMarked
package org.sovereignbook.sbp.peer.step;

import org.jspecify.annotations.NullMarked;
