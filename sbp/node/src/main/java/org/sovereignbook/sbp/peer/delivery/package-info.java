/** Deliver: drains the outbox to peers, exactly once each (IMPLEMENTATION §3.2). */
@NullMarked
package org.sovereignbook.sbp.peer.delivery;

import org.jspecify.annotations.NullMarked;
