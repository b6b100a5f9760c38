package org.sovereignbook.sbp.peer.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.Announced;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * Announcements of our identity document to peers (IMPLEMENTATION §3.2, network step 13; CHOICES
 * 17). An announce that still waits is never doubled; if it carries an earlier document, it gets
 * the current one.
 *
 * @param memory the memory to store afterwards
 * @param changes the items for the outbox
 * @param announced the peers for whom a new announce was put into the outbox
 * @param whole whether no stranger has to wait because another of its host got an announce today
 */
record Announcements(
    NetworkMemory memory, List<Change> changes, List<Peer> announced, boolean whole) {

  /**
   * Returns the announces that are due in a run: to silent peers, to all after our document
   * changed, and again to peers whose last announce failed.
   */
  static Announcements due(
      Store store,
      PeerTable table,
      NetworkMemory memory,
      IdentityDocument identity,
      Config config,
      Timestamp now) {
    ContentHash current = ContentHash.of(identity.json());
    boolean changed = memory.identity().filter(told -> !told.equals(current)).isPresent();
    Map<PublicKey, Timestamp> failed = NetworkOutbox.failedAnnounces(store, false);
    Predicate<Peer> wants =
        peer ->
            hasFailed(memory, peer, failed)
                || (changed && !isTold(memory, peer, identity))
                || (isSilent(peer.lastContact(), config, now)
                    && isSilent(memory.of(peer.publicKey()).announced(), config, now));
    return to(store, table, memory, identity, wants, now).recorded(current);
  }

  /** Announces a change of the document to all peers. */
  static Announcements ofChange(
      Store store, PeerTable table, NetworkMemory memory, IdentityDocument next, Timestamp now) {
    return to(store, table, memory, next, peer -> true, now).recorded(ContentHash.of(next.json()));
  }

  /** Announces to one peer, unless it got this document already and nothing failed. */
  static Announcements toOne(
      Store store, Peer peer, NetworkMemory memory, IdentityDocument identity, Timestamp now) {
    Map<PublicKey, Timestamp> failed = NetworkOutbox.failedAnnounces(store, true);
    Announcements made =
        to(
            store,
            PeerTable.of(List.of(peer)),
            memory,
            identity,
            one -> hasFailed(memory, one, failed) || !isTold(memory, one, identity),
            now);
    return memory.identity().isPresent() ? made : made.recorded(ContentHash.of(identity.json()));
  }

  private static Announcements to(
      Store store,
      PeerTable table,
      NetworkMemory before,
      IdentityDocument identity,
      Predicate<Peer> wants,
      Timestamp now) {
    Map<PublicKey, Outbox.Item> waiting = NetworkOutbox.waitingAnnounces(store);
    List<Change> changes = new ArrayList<>();
    waiting
        .values()
        .forEach(item -> NetworkOutbox.refreshed(item, identity).ifPresent(changes::add));
    List<Peer> wanted =
        table.peers().stream()
            .filter(
                peer -> mayGetAnnounce(peer, identity) && !waiting.containsKey(peer.publicKey()))
            .filter(wants)
            .toList();
    Announced today = Announced.load(store, now);
    List<Peer> announced =
        wanted.stream().filter(peer -> mayGetAnnounceToday(peer, today)).toList();
    announced.forEach(peer -> changes.add(NetworkOutbox.announce(identity, peer)));
    today.change().ifPresent(changes::add);
    NetworkMemory memory = before.updateAll(announced, old -> old.withAnnounced(now));
    return new Announcements(
        memory, List.copyOf(changes), announced, announced.size() == wanted.size());
  }

  /**
   * Limits announces to one stranger per host and day, because the endpoint may belong to a third
   * party.
   */
  private static boolean mayGetAnnounceToday(Peer peer, Announced today) {
    boolean may = peer.isClose() || !today.has(peer.endpoint());
    if (may) {
      today.add(peer.endpoint());
    }
    return may;
  }

  /** Records that the document was announced to all, if no peer has to wait for a later run. */
  private Announcements recorded(ContentHash document) {
    return whole || memory.identity().isEmpty()
        ? new Announcements(memory.withIdentity(document), changes, announced, whole)
        : this;
  }

  private static boolean mayGetAnnounce(Peer peer, IdentityDocument identity) {
    return peer.trust() != TrustState.BLOCKED
        && peer.trust() != TrustState.UNKNOWN
        && !peer.publicKey().equals(identity.publicKey());
  }

  private static boolean hasFailed(
      NetworkMemory memory, Peer peer, Map<PublicKey, Timestamp> failed) {
    return Optional.ofNullable(failed.get(peer.publicKey()))
        .filter(at -> memory.of(peer.publicKey()).announced().filter(at::isBefore).isEmpty())
        .isPresent();
  }

  private static boolean isTold(NetworkMemory memory, Peer peer, IdentityDocument identity) {
    return memory
        .of(peer.publicKey())
        .announced()
        .filter(at -> !at.isBefore(identity.createdAt()))
        .isPresent();
  }

  private static boolean isSilent(Optional<Timestamp> last, Config config, Timestamp now) {
    return last.filter(
            at -> !Subscriptions.hasPassed(at, config.get(NetworkSettings.REANNOUNCE), now))
        .isEmpty();
  }
}
