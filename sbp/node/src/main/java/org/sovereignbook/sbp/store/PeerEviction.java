package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Wording;

/**
 * Eviction of strangers from {@code peers.md} above their limit: the peers not heard of for
 * longest, with their identity documents, and never a peer with a tie to us. Anybody can write to
 * us, endorse us and show an identity, so none of that is a tie. Only actions of this node, the
 * operator or trusted peers are:
 *
 * <ul>
 *   <li>the peer is endorsed, trusted or blocked;
 *   <li>we follow it or asked to, or it follows us;
 *   <li>the operator wrote a note to its row, or into a column of their own;
 *   <li>we endorsed it, or a piece of its that is stored here;
 *   <li>we have written to it.
 * </ul>
 *
 * <p>The changes belong into the set that adds the new peers, so that both are committed together.
 *
 * @param table the table afterwards
 * @param forgotten the changes that delete their other data
 * @param evicted the evicted peers, the stalest first
 */
public record PeerEviction(PeerTable table, List<Change> forgotten, List<Peer> evicted) {
  private static final Comparator<Peer> STALEST_FIRST =
      Comparator.comparing(PeerEviction::lastHeard);

  /**
   * Chooses the peers to evict.
   *
   * @param most the number of rows that peers that were never endorsed may have
   */
  public static PeerEviction of(Store store, PeerTable table, int most) {
    int surplus = table.count(PeerEviction::isUnendorsed) - most;
    if (surplus <= 0) {
      return new PeerEviction(table, List.of(), List.of());
    }
    Ties ties = new Ties(store);
    List<Peer> evicted =
        table.peers().stream()
            .filter(PeerEviction::mayGo)
            .sorted(STALEST_FIRST)
            .filter(peer -> !ties.hold(peer))
            .limit(surplus)
            .toList();
    PeerTable left = table;
    for (Peer peer : evicted) {
      left = left.without(peer.publicKey());
    }
    return new PeerEviction(left, PeerIdentities.forget(store, evicted), evicted);
  }

  /** Returns all changes that turn {@code before} into this table. */
  public List<Change> changes(PeerTable before) {
    return Stream.concat(table.changes(before).stream(), forgotten.stream()).toList();
  }

  /** Returns the event of the eviction; empty when no peer was evicted. */
  public Optional<Event> event(String component, Timestamp now) {
    String text =
        "%s that nothing ties to us lost the row in peers.md: reader.max_unendorsed_peers"
            .formatted(Wording.counted(evicted.size(), "peer"));
    return evicted.isEmpty()
        ? Optional.empty()
        : Optional.of(Event.of(component, "evicted", now, text));
  }

  private static boolean isUnendorsed(Peer peer) {
    return peer.trust() == TrustState.KNOWN || peer.trust() == TrustState.UNKNOWN;
  }

  /** Returns whether the row itself shows no tie. */
  private static boolean mayGo(Peer peer) {
    return isUnendorsed(peer) && !peer.subscribed() && !peer.subscriber() && peer.notes().isBlank();
  }

  private static Timestamp lastHeard(Peer peer) {
    return Stream.of(peer.firstSeen(), peer.lastContact(), peer.lastContent())
        .flatMap(Optional::stream)
        .max(Comparator.naturalOrder())
        .orElse(new Timestamp(Instant.EPOCH));
  }

  /** Ties to peers outside their rows; read once, when there are too many. */
  private static final class Ties {
    private final Store store;
    private final Set<PublicKey> asked;
    private final Set<PublicKey> endorsed;
    private final SequencedMap<PublicKey, SequencedMap<String, String>> cells;

    Ties(Store store) {
      this.store = store;
      this.asked = SubscriptionRequest.all(store).keySet();
      this.endorsed = endorsedByUs(store);
      this.cells = PeersDocument.parse(store.peersText()).cells();
    }

    boolean hold(Peer peer) {
      PublicKey key = peer.publicKey();
      return asked.contains(key)
          || endorsed.contains(key)
          || hasOwnCells(key)
          || store.messages().hasSent(key);
    }

    private boolean hasOwnCells(PublicKey key) {
      return Optional.ofNullable(cells.get(key)).stream()
          .flatMap(row -> row.entrySet().stream())
          .anyMatch(
              cell -> !PeerCells.COLUMNS.contains(cell.getKey()) && !cell.getValue().isBlank());
    }

    private static Set<PublicKey> endorsedByUs(Store store) {
      return store
          .objects()
          .createdEndorsements()
          .flatMap(endorsement -> honoured(store, endorsement.target()).stream())
          .collect(Collectors.toSet());
    }

    private static Optional<PublicKey> honoured(Store store, Endorsement.Target target) {
      return switch (target) {
        case Endorsement.Target.OfIdentity(PublicKey key) -> Optional.of(key);
        case Endorsement.Target.OfContent(ContentHash hash) ->
            store.objects().content(hash).map(Content::authorKey);
      };
    }
  }
}
