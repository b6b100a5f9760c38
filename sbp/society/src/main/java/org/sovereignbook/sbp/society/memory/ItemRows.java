package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.recall.Indexed;
import org.sovereignbook.sbp.society.recall.RecallIndex;

/** Rows of items with their texts, versions, tags and places in the index. Decides no rights. */
record ItemRows(Transaction tx) {
  /** Stores a new item and its tags, so that it is found. */
  void insert(MemoryItem item, JsonObject body, List<String> tags, Cause cause) {
    MemoryItem.ROWS.insert(tx, item, cause);
    keepParts(item, body, tags, cause);
  }

  /** Keeps the first text of an item as a version, before another follows. */
  void keepFirst(String id) {
    tx.update(
        "INSERT INTO memory_version (item, version, body_id, author, at_ms, principal,"
            + " authority_id) SELECT id, version, body_id, author, created_ms, principal,"
            + " authority_id FROM memory_item WHERE id = ? ON CONFLICT (item, version) DO NOTHING",
        id);
  }

  /**
   * Keeps the present text of an item as the version of an editor, who need not be its author.
   *
   * @param editor who wrote this version
   */
  void keepVersion(MemoryItem item, Principal editor, Cause cause) {
    Items.Version.ROWS.insert(
        tx,
        new Items.Version(item.id(), item.version(), item.text().bodyId(), editor, tx.nowMs()),
        cause);
  }

  /** Keeps the cause and the tags of the present text of an item, and makes it found by them. */
  void keepParts(MemoryItem item, JsonObject body, List<String> tags, Cause cause) {
    new Causes(tx).add(item.id(), cause.authorityId());
    retag(item, tags);
    reindex(item, body);
  }

  String keep(String item, JsonObject body) {
    return tx.keep(subject(item), "body", body.toString());
  }

  static Subject subject(String item) {
    return new Subject("memory", item);
  }

  Optional<MemoryItem> find(String id) {
    return MemoryItem.ROWS.first(tx, "WHERE id = ?", id);
  }

  MemoryItem require(String id) {
    return find(id).orElseThrow(() -> new NoSuchElementException("no memory item " + id));
  }

  Optional<MemoryItem> inScope(Scopes.Scope scope, String id) {
    return MemoryItem.ROWS.first(
        tx,
        "WHERE scope = ? AND (label = ? OR id = ?) AND deleted_ms IS NULL",
        scope.scope(),
        id,
        id);
  }

  /** Waits for others that change this item, so that what is read from now on stays true. */
  void lock(MemoryItem item) {
    boolean _ =
        tx.exists("SELECT 1 FROM memory_item WHERE id = ?" + tx.dialect().forUpdate(), item.id());
  }

  JsonObject body(MemoryItem item) {
    return tx.text(item.text().bodyId()).map(MemoryTexts::parse).orElse(JsonObject.empty());
  }

  List<String> tagsOf(String item) {
    return tx.texts("SELECT tag FROM memory_tag WHERE item = ? ORDER BY tag", item);
  }

  void retag(MemoryItem item, List<String> tags) {
    tx.update("DELETE FROM memory_tag WHERE item = ?", item.id());
    for (String tag : tags) {
      tx.update("INSERT INTO memory_tag (item, tag) VALUES (?, ?)", item.id(), tag);
    }
  }

  /** Brings the index in line with an item: hidden and deleted ones are not found. */
  void reindex(MemoryItem item, JsonObject body) {
    if (item.isHidden() || item.life().deletedMs().isPresent()) {
      RecallIndex.remove(tx, item.id());
    } else {
      RecallIndex.put(
          tx,
          new Indexed(
              item.id(),
              item.holding().scope(),
              MemoryHolder.nameOf(tx, item.author()),
              item.title(),
              String.join(" ", tagsOf(item.id())),
              item.validity().validFromMs().orElse(item.life().createdMs()),
              item.type().body(body).passages()));
    }
  }

  /** Marks an item as confirmed by another than its author, so that it is found. */
  void validate(MemoryItem item) {
    tx.update(
        "UPDATE memory_item SET validated = 1, doubt = NULL, judged = NULL WHERE id = ?",
        item.id());
    MemoryItem now = require(item.id());
    reindex(now, body(now));
    if (item.isHidden()) {
      new Scopes(tx)
          .of(item.holding().scope())
          .group()
          .ifPresent(group -> new GroupFeatures(tx).confirmed(group, item.id()));
    }
  }

  /** Keeps an item from being found until somebody else confirms it. */
  MemoryItem doubt(MemoryItem item, MemoryItem.Doubt why) {
    tx.update("UPDATE memory_item SET doubt = ? WHERE id = ?", why.toString(), item.id());
    MemoryItem now = require(item.id());
    reindex(now, body(now));
    return now;
  }

  void judge(MemoryItem item, TrustScores.Correctness how) {
    tx.update("UPDATE memory_item SET judged = ? WHERE id = ?", how.toString(), item.id());
  }

  /** Returns who wrote the present version of an item. */
  Principal editor(MemoryItem item) {
    return Items.Version.ROWS
        .first(tx, "WHERE item = ? AND version = ?", item.id(), item.version())
        .map(Items.Version::author)
        .orElse(item.author());
  }

  /** Gives a new item the number of the version that it had elsewhere. */
  void begin(MemoryItem created, long version) {
    if (version > 1 && created.version() == 1) {
      tx.update("UPDATE memory_item SET version = ? WHERE id = ?", version, created.id());
      tx.update("UPDATE memory_version SET version = ? WHERE item = ?", version, created.id());
    }
  }

  void relabel(String id, String label) {
    tx.update(
        "UPDATE memory_item SET label = ?, updated_ms = ? WHERE id = ?", label, tx.nowMs(), id);
  }

  /** Makes an item a tombstone. */
  void remove(MemoryItem item) {
    tx.update(
        "UPDATE memory_item SET deleted_ms = ?, label = NULL WHERE id = ?", tx.nowMs(), item.id());
    RecallIndex.remove(tx, item.id());
  }
}
