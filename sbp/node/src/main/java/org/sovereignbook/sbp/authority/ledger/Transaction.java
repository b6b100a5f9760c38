package org.sovereignbook.sbp.authority.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.crypto.Secrets;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;

/**
 * Transaction on the society's database, shared by all packages that write to it. Not thread-safe;
 * must not be used after its work has returned.
 */
public final class Transaction extends Sql {
  /** Period during which the repeated use of a document is not recorded again. */
  static final Duration SAME_USE = Duration.ofDays(1);

  private static final int IDS_AT_ONCE = 100;

  private final Ledger ledger;
  private final long nowMs;

  /** Row that all transactions lock that append events; every supported database can lock it. */
  private static final String APPENDING = "SELECT 1 FROM " + Schema.TABLE + " WHERE version = 1";

  private boolean appends;

  /** Ends of the audit chains that have grown in this transaction. */
  private final List<AuditEntry.Link> decided = new ArrayList<>();

  /** The node's secrets, read from their files once, since a plan stores thousands of texts. */
  private Optional<Secrets> secrets = Optional.empty();

  private Optional<Config> config = Optional.empty();

  Transaction(Ledger ledger, Sql sql, long nowMs) {
    super(sql);
    this.ledger = ledger;
    this.nowMs = nowMs;
  }

  void decided(AuditEntry.Link end) {
    decided.removeIf(before -> before.isInChainOf(end));
    decided.add(end);
  }

  List<AuditEntry.Link> decided() {
    return decided;
  }

  public Node node() {
    return ledger.node();
  }

  /** Returns the features of the node that are on and have their tables. */
  public Features features() {
    return ledger.features();
  }

  /** Returns the features of the node that have their tables, also those that are off. */
  public Features allFeatures() {
    return ledger.allFeatures();
  }

  /** Returns whether a feature has its tables, in its version of them. */
  public boolean hasTables(Feature feature) {
    return ledger.hasTables(feature);
  }

  /** Returns the names of features whose tables could not be made or changed. */
  public List<String> incompleteFeatures() {
    return ledger.incompleteFeatures();
  }

  /** Returns the settings, as they were when this transaction first read them. */
  public Config config() {
    Config read = config.orElseGet(node()::config);
    config = Optional.of(read);
    return read;
  }

  /** Returns the present trust of a peer; empty when it is not available. */
  public Optional<TrustState> trust(PublicKey peer) {
    return ledger.trust(peer);
  }

  /**
   * Returns the time when the transaction began, by the database's clock: the same at every call.
   */
  public Instant now() {
    return Instant.ofEpochMilli(nowMs);
  }

  /**
   * Returns the time when the transaction began in milliseconds since 1970, the form of columns.
   */
  public long nowMs() {
    return nowMs;
  }

  /** Returns a new unpredictable id: 16 hexadecimal digits. */
  public String newId() {
    return node().randomId();
  }

  /**
   * Appends an event.
   *
   * @return false when an event with this id exists: it has happened before, and the caller must
   *     not act on it again
   */
  public boolean append(LedgerEvent event) {
    StoredEvent stored = StoredEvent.of(event, nowMs);
    if (!appends && dialect() == Dialect.POSTGRES) {
      appends = true;
      exists(APPENDING + " FOR SHARE");
    }
    keep(event.authority());
    int added =
        update(
            "INSERT INTO event (id, at_ms, kind, principal, authority_id, source_event, hash,"
                + " metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
            stored.id(),
            stored.atMs(),
            stored.kind(),
            stored.principal().text(),
            stored.authority(),
            stored.source(),
            stored.hash(),
            canonical(stored.metadata()));
    if (added == 0) {
      return false;
    }
    int number = 0;
    for (Subject subject : stored.subjects()) {
      update(
          "INSERT INTO event_subject (event_id, number, kind, subject) VALUES (?, ?, ?, ?)",
          stored.id(),
          number++,
          subject.kind(),
          subject.id());
    }
    ledger.appended(this, event);
    return true;
  }

  /**
   * Waits until no other transaction is appending events, and blocks new ones until this
   * transaction ends. Events get their numbers before they are committed: after this call no event
   * will become visible later than one with a larger number.
   */
  public void awaitAppends() {
    appends = true;
    exists(APPENDING + dialect().forUpdate());
  }

  public Optional<StoredEvent> event(String id) {
    List<Subject> subjects = subjects(id);
    return first(
        "SELECT " + StoredEvent.COLUMNS + " FROM event WHERE id = ?",
        row -> StoredEvent.read(row, subjects),
        id);
  }

  List<Subject> subjects(String event) {
    return list(
        "SELECT kind, subject FROM event_subject WHERE event_id = ? ORDER BY number",
        row -> new Subject(row.text(1), row.text(2)),
        event);
  }

  /**
   * Stores a snapshot that rows refer to.
   *
   * @return its id
   */
  public String keep(Authority authority) {
    return keep("authority", authority.document());
  }

  /** Returns the columns of a row that this authority causes. */
  public Cause cause(Authority authority) {
    return new Cause(authority.principal(), keep(authority));
  }

  /**
   * Stores a document once for all rows that refer to it, and records that it is in use. A row that
   * was used recently is not touched, or other users of the same document would have to wait for
   * this transaction.
   *
   * @param table with {@code id}, {@code document} and {@code last_ms}
   * @return its id
   */
  String keep(String table, JsonObject document) {
    String id = ContentHash.of(document).hex();
    boolean isFresh =
        exists(
            "SELECT 1 FROM " + table + " WHERE id = ? AND last_ms >= ?",
            id,
            nowMs - SAME_USE.toMillis());
    if (!isFresh && update("UPDATE " + table + " SET last_ms = ? WHERE id = ?", nowMs, id) == 0) {
      update(
          "INSERT INTO "
              + table
              + " (id, document, last_ms) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
          id,
          canonical(document),
          nowMs);
    }
    return id;
  }

  public Optional<Authority> authority(String id) {
    return first(
        "SELECT document FROM authority WHERE id = ?", row -> authority(json(row.text(1))), id);
  }

  /** Returns the stored authorities with the ids that a query gives, each once. */
  public List<Authority> authorities(String ids, Object... parameters) {
    // Two queries: there are few ids or none, and a query in a query costs SQLite far more.
    List<String> found =
        list(ids, row -> row.maybeText(1), parameters).stream()
            .flatMap(Optional::stream)
            .distinct()
            .sorted()
            .toList();
    List<Authority> all = new ArrayList<>();
    for (int from = 0; from < found.size(); from += IDS_AT_ONCE) {
      List<String> some = found.subList(from, Math.min(from + IDS_AT_ONCE, found.size()));
      all.addAll(
          list(
              "SELECT document FROM authority WHERE id IN ("
                  + String.join(", ", Collections.nCopies(some.size(), "?"))
                  + ") ORDER BY id",
              row -> authority(json(row.text(1))),
              some.toArray()));
    }
    return all;
  }

  private static Authority authority(JsonObject document) {
    return new Authority(
        Principal.parse(document.string("principal").orElseThrow()),
        document.string("channel").orElseThrow(),
        document.object("limits").orElseGet(JsonObject::empty));
  }

  /**
   * Stores a text that somebody wrote.
   *
   * @param field the name of the text within the subject, such as {@code title}
   * @return the id by which rows refer to it
   * @throws SecretException when it contains a private key of the node or of an agent
   */
  public String keep(Subject of, String field, String text) {
    return keep(of, field, text, StoredContent.hashed("", Optional.of(text)));
  }

  /**
   * Stores a text that another hash covers, such as that of its turn: its own is stored only when
   * it is erased.
   */
  public String keepCovered(Subject of, String field, String text) {
    return keep(of, field, text, "");
  }

  /** Stores the hash of a text that was erased where it comes from. */
  public String keepErased(Subject of, String field, String sha256) {
    return insert(of, field, sha256, Optional.empty());
  }

  private String keep(Subject of, String field, String text, String hash) {
    if (holdsKey(text)) {
      throw new SecretException(of + " (" + field + ")");
    }
    return insert(of, field, hash, Optional.of(text));
  }

  private String insert(Subject of, String field, String hash, Optional<String> text) {
    String id = newId();
    update(
        "INSERT INTO content (id, subject_kind, subject, field, sha256, bytes, text, at_ms,"
            + " erased_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id,
        of.kind(),
        of.id(),
        field,
        hash,
        text.map(one -> one.getBytes(StandardCharsets.UTF_8).length).orElse(0),
        text,
        nowMs,
        text.isPresent() ? Optional.empty() : Optional.of(nowMs));
    return id;
  }

  /** Deletes a text that another has replaced, so that nothing refers to it any more. */
  public void forget(String contentId) {
    update("DELETE FROM content WHERE id = ?", contentId);
  }

  /** Returns the text with this id; empty once it was erased. */
  public Optional<String> text(String contentId) {
    return first("SELECT text FROM content WHERE id = ?", row -> row.maybeText(1), contentId)
        .flatMap(text -> text);
  }

  /**
   * Writes a decision to the audit log.
   *
   * @return the place of the row, {@code TRAIL:LANE:NUMBER}
   */
  public String audit(AuditRow row) {
    return new AuditChain(this).add(row);
  }

  /**
   * Leaves an item for another node. After the commit {@link HandOver} puts it unchanged into the
   * node's outbox, which delivers it.
   *
   * @param id deterministic: an item with a known id is not sent again
   * @param kind one lower-case word for people, such as {@code mail}; part of the item's name
   * @param document an item of the outbox for one recipient ({@code OutboxItems.envelope})
   * @return whether it was new
   * @throws SecretException when it contains a private key of the node or of an agent
   */
  public boolean leave(String id, String kind, JsonObject document) {
    return leave(id, kind, document, 0);
  }

  /**
   * Leaves one of several items for one recipient.
   *
   * @param place its place among them, from 0
   */
  public boolean leave(String id, String kind, JsonObject document, int place) {
    if (holdsKey(canonical(document))) {
      throw new SecretException("what is to leave as " + id);
    }
    return HandOver.Leaving.ROWS.insertIfNew(
        this, new HandOver.Leaving(id, kind, now().plusMillis(place), document));
  }

  boolean holdsKey(String text) {
    if (secrets.isEmpty()) {
      secrets = Optional.of(node().secrets());
    }
    return secrets.get().in(text) || SealedKeys.in(text, this);
  }

  static String canonical(JsonObject json) {
    return new String(Jcs.canonicalize(json), StandardCharsets.UTF_8);
  }

  /** Parses a JSON object from a column that the program wrote. */
  static JsonObject json(String column) {
    return Node.jsonObject(
        "a row of the society's database", column.getBytes(StandardCharsets.UTF_8));
  }
}
