/**
 * State of a node: inbox, outbox, objects, peers, logs, and the atomic change of all of them. The
 * {@link org.sovereignbook.sbp.store.Store} interface is the extension point for storage backends.
 */
@NullMarked
package org.sovereignbook.sbp.store;

import org.jspecify.annotations.NullMarked;
