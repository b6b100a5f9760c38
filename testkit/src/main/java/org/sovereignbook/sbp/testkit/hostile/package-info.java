/**
 * Hostile peers, for tests of any program that speaks {@code sbp/1}: keys by the hundred, floods,
 * tarpits, lies, silent connections, malformed HTTP. Everything is made from a seed: the same seed
 * gives the same keys and the same bytes, so that a successful attack can be repeated.
 *
 * <pre>{@code
 * LoopbackTarget node = new LoopbackTarget(server.endpoint(), key);
 * List<HostilePeer> strangers = HostilePeer.several(42, 500, Tarpit.NOBODY);
 * FloodResult result =
 *     FloodSender.to(node).send(Flood.by(strangers, key, now).directs(10_000, 200));
 * }</pre>
 *
 * Nothing here reaches another machine: {@link LoopbackTarget} refuses every address but loopback,
 * and all listeners use loopback addresses.
 */
@NullMarked
package org.sovereignbook.sbp.testkit.hostile;

import org.jspecify.annotations.NullMarked;
