/** Moves all that a node keeps from one store to another, and proves that nothing was lost. */
@NullMarked
package org.sovereignbook.sbp.store.copy;

import org.jspecify.annotations.NullMarked;
