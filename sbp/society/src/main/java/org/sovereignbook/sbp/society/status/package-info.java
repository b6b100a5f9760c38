/** The society as a part of the node: its work in the steps, its state, and its problems. */
@NullMarked
package org.sovereignbook.sbp.society.status;

import org.jspecify.annotations.NullMarked;
