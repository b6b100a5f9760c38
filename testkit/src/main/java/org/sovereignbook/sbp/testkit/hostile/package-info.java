/**
 * Hostile peers, for tests of whatever speaks {@code sbp/1}: keys by the hundred, floods, tarpits,
 * lies, silent connections, HTTP that is none. Everything is made from a seed: the same seed gives
 * the same keys and the same bytes, so that what once brought a node down can be done again.
 *
 * <pre>{@code
 * LoopbackTarget node = new LoopbackTarget(server.endpoint(), key);
 * List<HostilePeer> strangers = HostilePeer.several(42, 500, Tarpit.NOBODY);
 * FloodResult result =
 *     FloodSender.to(node).send(Flood.by(strangers, key, now).directs(10_000, 200));
 * }</pre>
 *
 * Nothing here reaches another machine: {@link LoopbackTarget} refuses every address but loopback,
 * and all that listens, listens there.
 */
@NullMarked
package org.sovereignbook.sbp.testkit.hostile;

import org.jspecify.annotations.NullMarked;
