package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.TrustState;

/** The peers of a node, by public key, in the order of the table. Immutable. */
public final class PeerTable {
  private final PeerRows rows;
  private final List<RowProblem> problems;

  /** Unreadable row, with its place and fault. */
  public record RowProblem(int line, String message) {
    @Override
    public String toString() {
      return "line " + line + ": " + message;
    }
  }

  private PeerTable(PeerRows rows, List<RowProblem> problems) {
    this.rows = rows;
    this.problems = List.copyOf(problems);
  }

  public static PeerTable of(List<Peer> peers) {
    return of(peers, List.of());
  }

  static PeerTable of(List<Peer> peers, List<RowProblem> problems) {
    return new PeerTable(PeerRows.EMPTY, problems).withAll(peers);
  }

  /** Returns the rows that could not be read; they are kept unchanged. */
  public List<RowProblem> problems() {
    return problems;
  }

  public List<Peer> peers() {
    return rows.peers();
  }

  public SequencedMap<PublicKey, Peer> rows() {
    SequencedMap<PublicKey, Peer> byKey = new LinkedHashMap<>();
    peers().forEach(peer -> byKey.put(peer.publicKey(), peer));
    return byKey;
  }

  public Optional<Peer> find(PublicKey key) {
    return rows.find(key);
  }

  /** Returns the peer's trust; {@code unknown} for a key that is not in the table. */
  public TrustState trust(PublicKey key) {
    return find(key).map(Peer::trust).orElse(TrustState.UNKNOWN);
  }

  /** Returns whether this node has nothing but messages from it; see {@link Peer#isClose}. */
  public boolean isStranger(PublicKey key) {
    return find(key).filter(Peer::isClose).isEmpty();
  }

  public int count(Predicate<Peer> which) {
    return (int) peers().stream().filter(which).count();
  }

  /** Adds the peer, or replaces the row with its key. */
  public PeerTable with(Peer peer) {
    return new PeerTable(rows.with(peer), problems);
  }

  /** Works like {@link #with}, for many peers. */
  public PeerTable withAll(List<Peer> peers) {
    PeerTable table = this;
    for (Peer peer : peers) {
      table = table.with(peer);
    }
    return table;
  }

  /** Changes the row with this key, if there is one. */
  public PeerTable update(PublicKey key, UnaryOperator<Peer> change) {
    return find(key).map(peer -> with(change.apply(peer))).orElse(this);
  }

  public PeerTable without(PublicKey key) {
    return new PeerTable(rows.without(key), problems);
  }

  /** Returns the changes that turn {@code before} into this table, cell by cell. */
  public List<Change.OfPeers> changes(PeerTable before) {
    List<Change.OfPeers> changes = new ArrayList<>();
    for (Peer peer : before.peers()) {
      if (find(peer.publicKey()).isEmpty()) {
        changes.add(new Change.RemovePeer(peer.publicKey()));
      }
    }
    for (Peer peer : peers()) {
      Optional<Peer> old = before.find(peer.publicKey());
      if (!old.equals(Optional.of(peer))) {
        Map<String, String> cells = new LinkedHashMap<>(PeerCells.of(peer));
        old.ifPresent(one -> cells.entrySet().removeAll(PeerCells.of(one).entrySet()));
        if (!cells.isEmpty()) {
          changes.add(new Change.SetPeer(peer.publicKey(), cells));
        }
      }
    }
    return List.copyOf(changes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PeerTable that
        && peers().equals(that.peers())
        && problems.equals(that.problems);
  }

  @Override
  public int hashCode() {
    return peers().hashCode();
  }

  @Override
  public String toString() {
    return peers().toString();
  }
}
