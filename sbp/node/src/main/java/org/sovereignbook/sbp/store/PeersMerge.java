package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiPredicate;
import org.sovereignbook.sbp.base.crypto.PublicKey;

/** Brings together what a person and what the node made of the same peer table, cell by cell. */
record PeersMerge(KeyedRows base, KeyedRows edited, KeyedRows current) {

  /** The cells of every row that can be read, by key. */
  record KeyedRows(SequencedMap<PublicKey, SequencedMap<String, String>> cells) {
    Map<String, String> of(PublicKey key) {
      return Optional.<Map<String, String>>ofNullable(cells.get(key)).orElseGet(Map::of);
    }

    boolean has(PublicKey key) {
      return cells.containsKey(key);
    }
  }

  /**
   * Merges a person's edits with changes made elsewhere at the same time.
   *
   * @param base the document before the edits
   * @param edited the document after the person's edits
   * @param current the document after the other changes; where both changed the same cell, the
   *     person's text wins, and a row that the person deleted stays deleted
   */
  static PeersDocument merge(PeersDocument base, PeersDocument edited, PeersDocument current) {
    PeersMerge merge =
        new PeersMerge(
            new KeyedRows(base.cells()),
            new KeyedRows(edited.cells()),
            new KeyedRows(current.cells()));
    // Text, columns and broken rows are the person's alone: who changed them has the last word.
    return edited.keptLines().equals(base.keptLines())
        ? current.apply(merge.ofThePerson())
        : edited.apply(merge.ofTheNode());
  }

  /** Returns the person's changes, for a table as it is now. */
  private List<Change.OfPeers> ofThePerson() {
    List<Change.OfPeers> changes = new ArrayList<>();
    for (PublicKey key : base.cells().sequencedKeySet()) {
      if (!edited.has(key)) {
        changes.add(new Change.RemovePeer(key));
      }
    }
    for (PublicKey key : edited.cells().sequencedKeySet()) {
      if (isEdited(key)) {
        Map<String, String> cells = edited.of(key);
        set(key, current.has(key) ? changed(cells, base.of(key)) : cells, changes);
      }
    }
    return changes;
  }

  /** Returns the node's changes, except where the person's edit wins. */
  private List<Change.OfPeers> ofTheNode() {
    List<Change.OfPeers> changes = new ArrayList<>();
    for (PublicKey key : base.cells().sequencedKeySet()) {
      if (!current.has(key) && !isEdited(key)) {
        changes.add(new Change.RemovePeer(key));
      }
    }
    for (PublicKey key : current.cells().sequencedKeySet()) {
      Map<String, String> cells = changed(current.of(key), base.of(key));
      Map<String, String> ofThePerson = changed(edited.of(key), base.of(key));
      set(key, without(cells, (column, _) -> ofThePerson.containsKey(column)), changes);
    }
    return changes;
  }

  private boolean isEdited(PublicKey key) {
    return edited.has(key) && !changed(edited.of(key), base.of(key)).isEmpty();
  }

  private static void set(PublicKey key, Map<String, String> cells, List<Change.OfPeers> changes) {
    if (!cells.isEmpty()) {
      changes.add(new Change.SetPeer(key, cells));
    }
  }

  private static Map<String, String> changed(Map<String, String> now, Map<String, String> before) {
    return without(now, (column, text) -> text.equals(before.get(column)));
  }

  private static Map<String, String> without(
      Map<String, String> cells, BiPredicate<String, String> unwanted) {
    Map<String, String> left = new LinkedHashMap<>(cells);
    left.entrySet().removeIf(cell -> unwanted.test(cell.getKey(), cell.getValue()));
    return left;
  }
}
