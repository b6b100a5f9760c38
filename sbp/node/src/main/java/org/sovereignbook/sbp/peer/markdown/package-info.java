/**
 * Markdown of peers as a tree that is safe to show, and that tree as HTML. Knows neither the store
 * nor the network.
 */
@NullMarked
package org.sovereignbook.sbp.peer.markdown;

import org.jspecify.annotations.NullMarked;
