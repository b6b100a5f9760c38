/** Condenses the session log (IMPLEMENTATION §2, compactor). */
@NullMarked
package org.sovereignbook.sbp.peer.compactor;

import org.jspecify.annotations.NullMarked;
