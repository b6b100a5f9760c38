package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;

/**
 * Peers by key in the order of their addition: a tree along the bits of the keys, whose versions
 * share equal parts. A change costs the tree's depth and leaves the earlier version as it was, so
 * that a run that changes every peer costs little more than its peers. Keys are as good as random,
 * which balances the tree; even with chosen keys it is no deeper than a key is long. Immutable.
 */
final class PeerRows {
  static final PeerRows EMPTY = new PeerRows(Tree.None.HERE, 0);

  private final Tree tree;
  private final int next;

  private PeerRows(Tree tree, int next) {
    this.tree = tree;
    this.next = next;
  }

  private sealed interface Tree {
    enum None implements Tree {
      HERE
    }

    /** A peer and its place among the others. */
    record Row(int place, Peer peer) implements Tree {
      PublicKey key() {
        return peer.publicKey();
      }
    }

    /** Fork by the next bit behind a common beginning. */
    record Fork(Tree zero, Tree one) implements Tree {}
  }

  Optional<Peer> find(PublicKey key) {
    return row(key).map(Tree.Row::peer);
  }

  /** Adds the peer at the end, or puts it in the place of the row with its key. */
  PeerRows with(Peer peer) {
    Optional<Tree.Row> before = row(peer.publicKey());
    Tree.Row row = new Tree.Row(before.map(Tree.Row::place).orElse(next), peer);
    return new PeerRows(put(tree, row, 0), before.isPresent() ? next : next + 1);
  }

  PeerRows without(PublicKey key) {
    return new PeerRows(remove(tree, key, 0), next);
  }

  /** Returns all peers in order. */
  List<Peer> peers() {
    List<Tree.Row> rows = new ArrayList<>();
    collect(tree, rows);
    rows.sort((one, other) -> Integer.compare(one.place(), other.place()));
    return rows.stream().map(Tree.Row::peer).toList();
  }

  private Optional<Tree.Row> row(PublicKey key) {
    Tree at = tree;
    for (int depth = 0; at instanceof Tree.Fork(Tree zero, Tree one); depth++) {
      at = bit(key, depth) ? one : zero;
    }
    return at instanceof Tree.Row row && row.key().equals(key)
        ? Optional.of(row)
        : Optional.empty();
  }

  private static Tree put(Tree at, Tree.Row row, int depth) {
    if (at instanceof Tree.Fork(Tree zero, Tree one)) {
      return bit(row.key(), depth)
          ? new Tree.Fork(zero, put(one, row, depth + 1))
          : new Tree.Fork(put(zero, row, depth + 1), one);
    }
    if (at instanceof Tree.Row other && !other.key().equals(row.key())) {
      Tree fork = new Tree.Fork(Tree.None.HERE, Tree.None.HERE);
      return put(put(fork, other, depth), row, depth);
    }
    return row;
  }

  private static Tree remove(Tree at, PublicKey key, int depth) {
    if (at instanceof Tree.Fork(Tree zero, Tree one)) {
      return bit(key, depth)
          ? new Tree.Fork(zero, remove(one, key, depth + 1))
          : new Tree.Fork(remove(zero, key, depth + 1), one);
    }
    return at instanceof Tree.Row row && row.key().equals(key) ? Tree.None.HERE : at;
  }

  private static boolean bit(PublicKey key, int index) {
    return (key.bytes()[index / Byte.SIZE] >> (index % Byte.SIZE) & 1) != 0;
  }

  private static void collect(Tree tree, List<Tree.Row> rows) {
    if (tree instanceof Tree.Fork(Tree zero, Tree one)) {
      collect(zero, rows);
      collect(one, rows);
    } else if (tree instanceof Tree.Row row) {
      rows.add(row);
    }
  }
}
