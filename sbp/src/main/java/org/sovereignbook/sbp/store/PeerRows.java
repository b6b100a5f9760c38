package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;

/**
 * Peers by key in the order in which they came: a balanced tree (AVL) whose versions share all that
 * is the same. A change costs the logarithm of the size and leaves the version before as it was, so
 * that a run which changes every peer costs little more than its peers. Immutable.
 */
final class PeerRows {
  static final PeerRows EMPTY = new PeerRows(new Tree.Leaf(), 0);

  private final Tree tree;
  private final int next;

  private PeerRows(Tree tree, int next) {
    this.tree = tree;
    this.next = next;
  }

  /** A peer and its place among the others. */
  private record Row(int place, Peer peer) {
    PublicKey key() {
      return peer.publicKey();
    }
  }

  private sealed interface Tree {
    record Leaf() implements Tree {}

    record Node(Tree left, Row row, Tree right, int height) implements Tree {
      int tilt() {
        return PeerRows.height(left) - PeerRows.height(right);
      }
    }
  }

  Optional<Peer> find(PublicKey key) {
    return row(key).map(Row::peer);
  }

  /** Adds the peer at the end, or puts it in the place of the row with its key. */
  PeerRows with(Peer peer) {
    Optional<Row> before = row(peer.publicKey());
    Row row = new Row(before.map(Row::place).orElse(next), peer);
    return new PeerRows(put(tree, row), before.isPresent() ? next : next + 1);
  }

  PeerRows without(PublicKey key) {
    return new PeerRows(remove(tree, key), next);
  }

  /** All of them in their order. */
  List<Peer> peers() {
    List<Row> rows = new ArrayList<>();
    collect(tree, rows);
    rows.sort((one, other) -> Integer.compare(one.place(), other.place()));
    return rows.stream().map(Row::peer).toList();
  }

  private Optional<Row> row(PublicKey key) {
    Tree at = tree;
    while (at instanceof Tree.Node(Tree left, Row row, Tree right, int _)) {
      int side = key.compareTo(row.key());
      if (side == 0) {
        return Optional.of(row);
      }
      at = side < 0 ? left : right;
    }
    return Optional.empty();
  }

  private static Tree.Node put(Tree tree, Row row) {
    if (!(tree instanceof Tree.Node(Tree left, Row here, Tree right, int _))) {
      return node(tree, row, tree);
    }
    int side = row.key().compareTo(here.key());
    if (side == 0) {
      return node(left, row, right);
    }
    return side < 0 ? balanced(put(left, row), here, right) : balanced(left, here, put(right, row));
  }

  private static Tree remove(Tree tree, PublicKey key) {
    if (!(tree instanceof Tree.Node(Tree left, Row here, Tree right, int _))) {
      return tree;
    }
    int side = key.compareTo(here.key());
    if (side != 0) {
      return side < 0
          ? balanced(remove(left, key), here, right)
          : balanced(left, here, remove(right, key));
    }
    return right instanceof Tree.Node node ? withoutFirst(left, node) : left;
  }

  /** Both sides with the first row of the right one between them. */
  private static Tree withoutFirst(Tree left, Tree.Node right) {
    Tree.Node first = right;
    while (first.left() instanceof Tree.Node before) {
      first = before;
    }
    return balanced(left, first.row(), remove(right, first.row().key()));
  }

  private static Tree.Node balanced(Tree left, Row row, Tree right) {
    int tilt = height(left) - height(right);
    if (tilt > 1 && left instanceof Tree.Node node) {
      Tree.Node outer = node.tilt() < 0 ? leftwards(node) : node;
      return node(outer.left(), outer.row(), node(outer.right(), row, right));
    }
    if (tilt < -1 && right instanceof Tree.Node node) {
      Tree.Node outer = node.tilt() > 0 ? rightwards(node) : node;
      return node(node(left, row, outer.left()), outer.row(), outer.right());
    }
    return node(left, row, right);
  }

  private static Tree.Node leftwards(Tree.Node node) {
    return node.right() instanceof Tree.Node up
        ? node(node(node.left(), node.row(), up.left()), up.row(), up.right())
        : node;
  }

  private static Tree.Node rightwards(Tree.Node node) {
    return node.left() instanceof Tree.Node up
        ? node(up.left(), up.row(), node(up.right(), node.row(), node.right()))
        : node;
  }

  private static Tree.Node node(Tree left, Row row, Tree right) {
    return new Tree.Node(left, row, right, 1 + Math.max(height(left), height(right)));
  }

  private static int height(Tree tree) {
    return tree instanceof Tree.Node node ? node.height() : 0;
  }

  private static void collect(Tree tree, List<Row> rows) {
    if (tree instanceof Tree.Node(Tree left, Row row, Tree right, int _)) {
      collect(left, rows);
      rows.add(row);
      collect(right, rows);
    }
  }
}
