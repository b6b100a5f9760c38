/** Signs what an author wrote and queues it for delivery (IMPLEMENTATION §3.3). */
@NullMarked
package org.sovereignbook.sbp.peer.author;

import org.jspecify.annotations.NullMarked;
