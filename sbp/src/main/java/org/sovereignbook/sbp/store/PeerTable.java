package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.protocol.TrustState;

/**
 * The peers of a node, by public key, in the order of the table. Immutable.
 *
 * @param problems the rows that could not be read; they are kept as they are
 */
public record PeerTable(SequencedMap<PublicKey, Peer> rows, List<RowProblem> problems) {

  /** A row that cannot be read: where it stands and what is wrong with it. */
  public record RowProblem(int line, String message) {
    @Override
    public String toString() {
      return "line " + line + ": " + message;
    }
  }

  public PeerTable {
    rows = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(rows));
    problems = List.copyOf(problems);
  }

  public static PeerTable of(List<Peer> peers) {
    SequencedMap<PublicKey, Peer> rows = new LinkedHashMap<>();
    peers.forEach(peer -> rows.put(peer.publicKey(), peer));
    return new PeerTable(rows, List.of());
  }

  public List<Peer> peers() {
    return List.copyOf(rows.values());
  }

  public Optional<Peer> find(PublicKey key) {
    return Optional.ofNullable(rows.get(key));
  }

  /** The peer's trust; {@code unknown} for a key that is not in the table. */
  public TrustState trust(PublicKey key) {
    return find(key).map(Peer::trust).orElse(TrustState.UNKNOWN);
  }

  public int count(Predicate<Peer> which) {
    return (int) rows.values().stream().filter(which).count();
  }

  /** Adds the peer, or replaces the row with its key. */
  public PeerTable with(Peer peer) {
    SequencedMap<PublicKey, Peer> changed = new LinkedHashMap<>(rows);
    changed.put(peer.publicKey(), peer);
    return new PeerTable(changed, problems);
  }

  /** As {@link #with}, for many peers at the cost of one. */
  public PeerTable withAll(List<Peer> peers) {
    SequencedMap<PublicKey, Peer> changed = new LinkedHashMap<>(rows);
    peers.forEach(peer -> changed.put(peer.publicKey(), peer));
    return new PeerTable(changed, problems);
  }

  /** Changes the row with this key, if there is one. */
  public PeerTable update(PublicKey key, UnaryOperator<Peer> change) {
    return find(key).map(peer -> with(change.apply(peer))).orElse(this);
  }

  public PeerTable without(PublicKey key) {
    SequencedMap<PublicKey, Peer> changed = new LinkedHashMap<>(rows);
    changed.remove(key);
    return new PeerTable(changed, problems);
  }

  /** What has to be committed to get from {@code before} to this table, cell by cell. */
  public List<Change.OfPeers> changes(PeerTable before) {
    List<Change.OfPeers> changes = new ArrayList<>();
    before.rows.forEach(
        (key, peer) -> {
          if (!rows.containsKey(key)) {
            changes.add(new Change.RemovePeer(key));
          }
        });
    rows.forEach(
        (key, peer) -> {
          Map<String, String> cells = new LinkedHashMap<>(PeerCells.of(peer));
          before
              .find(key)
              .ifPresent(old -> cells.entrySet().removeAll(PeerCells.of(old).entrySet()));
          if (!cells.isEmpty()) {
            changes.add(new Change.SetPeer(key, cells));
          }
        });
    return List.copyOf(changes);
  }
}
