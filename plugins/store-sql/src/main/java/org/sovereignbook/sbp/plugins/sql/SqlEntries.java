package org.sovereignbook.sbp.plugins.sql;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;

/** Keyed collections as rows of {@code entry}: the statements of one connection. */
record SqlEntries(Sql sql, Timestamp now, Supplier<Instant> forgetsBy) {
  SqlEntries(Sql sql, Node node) {
    this(sql, node.now(), new ClockWatch(node)::forgetsBy);
  }

  /** Envelopes accepted recently by any server of the node, by the hash of the signed object. */
  static final Keyed ACCEPTED = SeenEnvelopes.remembered("accepted-envelopes");

  /**
   * Number of expired entries deleted per put: more than arrive, so that none is left; few enough
   * that no transaction grows by them.
   */
  private static final int FORGOTTEN_FOR_ONE = 20;

  private static final int FORGOTTEN_AT_ONCE = 20_000;

  private static final String AT = " WHERE collection = ? AND key = ?";

  List<String> keys(Keyed in) {
    return sql.texts("SELECT key FROM entry WHERE collection = ?", in.name()).stream()
        .sorted()
        .toList();
  }

  /** Returns the keys that begin with the group and a slash, by a range: a zero follows a slash. */
  List<String> keys(Keyed in, String group) {
    return sql
        .texts(
            "SELECT key FROM entry WHERE collection = ? AND key > ? AND key < ?",
            in.name(),
            group + "/",
            group + "0")
        .stream()
        .sorted()
        .toList();
  }

  Optional<byte[]> read(Keyed in, String key) {
    return sql.first("SELECT value FROM entry" + AT, row -> row.bytes(1), in.name(), key);
  }

  /** Returns those of these entries that are there. */
  Map<String, byte[]> read(Keyed in, List<String> keys) {
    List<Object> parameters = new ArrayList<>(List.of(in.name()));
    parameters.addAll(keys);
    Map<String, byte[]> found = new HashMap<>();
    sql.list(
            "SELECT key, value FROM entry WHERE collection = ? AND key IN (%s)"
                .formatted(String.join(", ", Collections.nCopies(keys.size(), "?"))),
            row -> Map.entry(row.text(1), row.bytes(2)),
            parameters.toArray())
        .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
    return found;
  }

  SequencedMap<String, byte[]> entries(Keyed in) {
    return after(in, "", Integer.MAX_VALUE);
  }

  SequencedMap<String, byte[]> after(Keyed in, String key, int most) {
    SequencedMap<String, byte[]> entries = new TreeMap<>();
    sql.list(
            "SELECT key, value FROM entry WHERE collection = ? AND key > ? ORDER BY key LIMIT ?",
            row -> Map.entry(row.text(1), row.bytes(2)),
            in.name(),
            key,
            most)
        .forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
    return entries;
  }

  Store.Usage usage(Keyed in) {
    return sql.first(
            "SELECT count(*), coalesce(sum(octet_length(value)), 0) FROM entry"
                + " WHERE collection = ?",
            row -> new Store.Usage(row.number(1), row.number(2)),
            in.name())
        .orElseThrow();
  }

  int count(Keyed in) {
    return sql.first(
            "SELECT count(*) FROM entry WHERE collection = ? AND changed_at > ?",
            row -> Math.toIntExact(row.number(1)),
            in.name(),
            in.kept()
                .map(kept -> now.instant().minus(kept).getEpochSecond())
                .orElse(Long.MIN_VALUE))
        .orElseThrow();
  }

  boolean isEmpty(Keyed in) {
    return !sql.exists("SELECT 1 FROM entry WHERE collection = ? LIMIT 1", in.name());
  }

  Optional<Instant> changedAt(Keyed in, String key) {
    return sql.first(
        "SELECT changed_at FROM entry" + AT,
        row -> Instant.ofEpochSecond(row.number(1)),
        in.name(),
        key);
  }

  /** Adds a new entry, unless one of its mark was added before. */
  Store.Receipt create(Keyed in, Supplier<String> keys, byte[] value, Optional<Store.Mark> mark) {
    String key = added(in, keys, value);
    mark.ifPresent(it -> forgetAccepted(it, 1));
    return mark.map(it -> marked(in, key, it)).orElseGet(() -> new Store.Receipt(key, false));
  }

  /** Adds several like {@link #create}, and deletes what has expired once for all. */
  List<Store.Receipt> createAll(Keyed in, List<Store.NewEntry> entries) {
    forgetAccepted(entries.getFirst().mark(), entries.size());
    return entries.stream()
        .map(one -> marked(in, added(in, one.keys(), one.value()), one.mark()))
        .toList();
  }

  private String added(Keyed in, Supplier<String> keys, byte[] value) {
    while (true) {
      String key = keys.get();
      if (add(in, key, value, now.instant())) {
        return key;
      }
    }
  }

  private void forgetAccepted(Store.Mark mark, int added) {
    forget(ACCEPTED, earlier(mark.at(), forgetsBy.get()), FORGOTTEN_FOR_ONE * added);
  }

  /** Marks an entry that was added, or takes it back if one of its mark was added before. */
  private Store.Receipt marked(Keyed in, String key, Store.Mark mark) {
    if (add(ACCEPTED, mark.name(), SeenEnvelopes.value(new InboxId(key)), mark.at())) {
      return new Store.Receipt(key, false);
    }
    delete(in, key);
    byte[] before = read(ACCEPTED, mark.name()).orElseThrow();
    return new Store.Receipt(SeenEnvelopes.id(before, "the accepted envelopes").value(), true);
  }

  /** Puts an entry, or remembers it unless it is remembered already. */
  void put(Keyed in, String key, byte[] value) {
    if (in.kept().isPresent()) {
      add(in, key, value, now.instant());
    } else {
      sql.update(
          "INSERT INTO entry (collection, key, value, changed_at) VALUES (?, ?, ?, ?)"
              + " ON CONFLICT (collection, key)"
              + " DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at",
          in.name(),
          key,
          value,
          now.instant().getEpochSecond());
    }
  }

  void delete(Keyed in, String key) {
    sql.update("DELETE FROM entry" + AT, in.name(), key);
  }

  void clear(Keyed in) {
    sql.update("DELETE FROM entry WHERE collection = ?", in.name());
  }

  void move(Change.Move move) {
    Optional<byte[]> value =
        move.value().isPresent() ? move.value() : read(move.from(), move.key());
    if (value.isPresent()) {
      add(move.to(), freeKey(move.to(), move.wanted()), value.get(), now.instant());
      delete(move.from(), move.key());
    }
  }

  private boolean add(Keyed in, String key, byte[] value, Instant at) {
    return sql.update(
            "INSERT INTO entry (collection, key, value, changed_at) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT DO NOTHING",
            in.name(),
            key,
            value,
            at.getEpochSecond())
        > 0;
  }

  /** Deletes expired entries before more are put, which may need the space. */
  void forget(Keyed memory) {
    forget(memory, forgetsBy.get(), FORGOTTEN_AT_ONCE);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private void forget(Keyed memory, Instant at, int most) {
    sql.update(
        "DELETE FROM entry WHERE collection = ? AND key IN (SELECT key FROM entry"
            + " WHERE collection = ? AND changed_at <= ? ORDER BY changed_at LIMIT ?)",
        memory.name(),
        memory.name(),
        at.minus(memory.kept().orElseThrow()).getEpochSecond(),
        most);
  }

  /** Returns the key or, while that is taken, {@code key-2}, {@code key-3} and so on. */
  private String freeKey(Keyed in, String wanted) {
    String free = wanted;
    for (int i = 2; sql.exists("SELECT 1 FROM entry" + AT, in.name(), free); i++) {
      free = wanted + "-" + i;
    }
    return free;
  }
}
