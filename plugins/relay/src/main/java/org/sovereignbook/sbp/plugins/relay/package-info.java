/**
 * Relay: a node that is reachable holds the post of nodes that are not, at an address below its
 * own. A feature.
 */
@NullMarked
package org.sovereignbook.sbp.plugins.relay;

import org.jspecify.annotations.NullMarked;
