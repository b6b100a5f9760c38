package org.sovereignbook.sbp.plugins.relay.guest;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.SeenEnvelopes;

/** The relays that this node has joined. */
record JoinedRelays(Transaction tx) {
  List<Joined> all() {
    return Joined.ROWS.list(tx, "ORDER BY joined_ms, relay");
  }

  /** Returns those that hold post. */
  List<Joined> holding() {
    return all().stream().filter(one -> !one.ended()).toList();
  }

  Optional<Joined> find(Endpoint relay) {
    return Joined.ROWS.first(tx, "WHERE relay = ?", relay.toString());
  }

  /** Returns the one whose address is the node's endpoint. */
  Optional<Joined> main() {
    Endpoint own = tx.node().identity().endpoint();
    return all().stream().filter(one -> one.address().equals(own)).findFirst();
  }

  void insert(Joined joined, Authority by) {
    Joined.ROWS.insert(tx, joined, tx.cause(by));
    append("joined", by, joined);
  }

  /** Lets leaving it give back what the node had before it joined another one. */
  void givesBack(Joined joined, Joined what) {
    tx.update(
        "UPDATE relay_joined SET former = ?, former_bind = ? WHERE relay = ?",
        what.former().toString(),
        what.formerBind(),
        joined.relay().toString());
  }

  /** Notes when nothing more waited there. */
  void wholeAt(Joined joined, Instant then) {
    tx.update(
        "UPDATE relay_joined SET whole_ms = ? WHERE relay = ?",
        then.toEpochMilli(),
        joined.relay().toString());
  }

  void remove(Joined joined, Authority by) {
    tx.update("DELETE FROM relay_former WHERE relay = ?", joined.relay().toString());
    tx.update(
        "INSERT INTO relay_former (relay, whole_ms) VALUES (?, ?)",
        joined.relay().toString(),
        joined.whole().toEpochMilli());
    tx.update("DELETE FROM relay_sent WHERE relay = ?", joined.relay().toString());
    tx.update("DELETE FROM relay_joined WHERE relay = ?", joined.relay().toString());
    append("left", by, joined);
  }

  /**
   * Returns when nothing more waited at a relay that this node had joined before, by the relay's
   * clock. Nothing older is taken from it, for that could have come already.
   */
  Optional<Instant> formerWhole(Endpoint relay) {
    return tx.first(
        "SELECT whole_ms FROM relay_former WHERE relay = ?",
        row -> Instant.ofEpochMilli(row.number(1)),
        relay.toString());
  }

  /** Notes that it has answered. */
  void heard(Joined joined) {
    tx.update(
        "UPDATE relay_joined SET heard_ms = ?, failing_ms = NULL, problem = NULL WHERE relay = ?",
        tx.nowMs(),
        joined.relay().toString());
  }

  /** Notes that it does not answer, or refuses. */
  void failed(Joined joined, String why) {
    tx.update(
        "UPDATE relay_joined SET failing_ms = COALESCE(failing_ms, ?), problem = ? WHERE relay = ?",
        tx.nowMs(),
        why,
        joined.relay().toString());
  }

  /** Notes that it holds nothing for this node any more. */
  void ended(Joined joined, String why) {
    tx.update(
        "UPDATE relay_joined SET ended = 1, problem = ? WHERE relay = ? AND ended = 0",
        why,
        joined.relay().toString());
  }

  /** Notes what the owner is to know of a relay that answers. */
  void problem(Joined joined, String why) {
    tx.update(
        "UPDATE relay_joined SET problem = ? WHERE relay = ?", why, joined.relay().toString());
  }

  /** Returns whether an envelope has come before, by a relay or, as far as is known, directly. */
  boolean isSeen(String hash) {
    return tx.exists("SELECT 1 FROM relay_seen WHERE hash = ?", hash);
  }

  /** Returns whether this relay has brought an envelope before. */
  boolean isSeen(String hash, Endpoint relay) {
    return tx.exists(
        "SELECT 1 FROM relay_seen WHERE hash = ? AND relay = ?", hash, relay.toString());
  }

  /**
   * Remembers that an envelope came.
   *
   * @param relay that brought it; empty for none
   */
  void see(String hash, String relay, Instant signed) {
    tx.update(
        "INSERT INTO relay_seen (hash, relay, signed_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        hash,
        relay,
        signed.toEpochMilli());
  }

  /** Forgets envelopes that no relay could bring again. Returns how many. */
  int forget() {
    Instant now = tx.now();
    tx.update(
        "DELETE FROM relay_former WHERE whole_ms < ?", now.minus(Joined.LONGEST).toEpochMilli());
    Stream<Instant> former =
        tx
            .list("SELECT whole_ms FROM relay_former", row -> Instant.ofEpochMilli(row.number(1)))
            .stream()
            .map(whole -> Joined.earliestSigned(whole, now));
    Instant oldest =
        Stream.concat(former, all().stream().map(one -> Joined.earliestSigned(one.whole(), now)))
            .min(Comparator.naturalOrder())
            .orElse(now.minus(SeenEnvelopes.KEPT));
    return tx.update("DELETE FROM relay_seen WHERE signed_ms < ?", oldest.toEpochMilli());
  }

  private void append(String what, Authority by, Joined joined) {
    boolean _ =
        tx.append(
            LedgerEvent.of(
                "relay:" + tx.newId() + ":" + what, "relay." + what, by, joined.subject()));
  }

  private static Path path(Node node) {
    return node.home().runtime().resolve("relay").resolve("joined.json");
  }

  /** Returns whether there are any, without a look into the database. */
  static boolean isAny(Node node) {
    return node.disk().exists(path(node));
  }

  /** Writes or removes the file that says so, after a change was stored. */
  static void renew(Ledger ledger) {
    Node node = ledger.node();
    List<String> relays =
        ledger.read(
            tx -> new JoinedRelays(tx).all().stream().map(one -> one.relay().toString()).toList());
    if (!relays.isEmpty()) {
      node.writeJson(path(node), JsonObject.empty().with("relays", JsonArray.ofStrings(relays)));
    } else if (isAny(node)) {
      node.disk().delete(path(node));
    }
  }
}
