/** Finding peers, trusting by endorsement, subscribing, announcing (IMPLEMENTATION §3.2, §8). */
@NullMarked
package org.sovereignbook.sbp.peer.network;

import org.jspecify.annotations.NullMarked;
