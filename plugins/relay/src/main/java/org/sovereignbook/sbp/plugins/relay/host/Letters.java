package org.sovereignbook.sbp.plugins.relay.host;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.peer.server.GuestAdmission.Fate;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;
import org.sovereignbook.sbp.plugins.relay.wire.RelaySettings;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StoreSettings;

/** Envelopes that wait for guests. */
record Letters(Transaction tx) {
  /** Limit for the text of the envelopes in one answer, all quotation marks escaped. */
  private static final int MAX_ANSWER_CHARACTERS = 850_000;

  private static final int MOST = 1_000;

  /** Characters of an envelope's other members. */
  private static final int OVERHEAD = 200;

  /** Limit for the ids that one request may acknowledge, which are as many as it was given. */
  static final int MOST_ACKNOWLEDGED = MOST;

  private record Size(long number, long bytes) {}

  private record Letter(String id, long number, long receivedMs, String body) {}

  /**
   * Keeps an envelope, each once and within the guest's limits.
   *
   * @param freeBytes of the disk
   */
  Fate keep(Guest guest, Envelope envelope, byte[] body, String address, long freeBytes) {
    Optional<Fate> known =
        tx.first(
            "SELECT id FROM relay_post WHERE guest = ? AND hash = ?",
            row -> new Fate.Repeated(new InboxId(row.text(1))),
            guest.id(),
            envelope.hash().toString());
    if (known.isPresent()) {
      return known.get();
    }
    Optional<Fate> full = full(guest, envelope, body.length, address, freeBytes);
    if (full.isPresent()) {
      return full.get();
    }
    Instant received = received(guest);
    String id = newId(guest, received);
    tx.update(
        "INSERT INTO relay_post (guest, id, number, hash, sender, address, bytes, waits, body,"
            + " received_ms) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)",
        guest.id(),
        id,
        guest.taken() + 1,
        envelope.hash().toString(),
        envelope.senderKey().toString(),
        address,
        body.length,
        new String(body, StandardCharsets.UTF_8),
        received.toEpochMilli());
    tx.update(
        "UPDATE relay_guest SET waiting = waiting + 1, waiting_bytes = waiting_bytes + ?,"
            + " remembered = remembered + 1, taken = taken + 1 WHERE id = ?",
        body.length,
        guest.id());
    return new Fate.Stored(new InboxId(id));
  }

  /**
   * Returns when an envelope was received: never before what the guest was told of, since it takes
   * nothing that seems to be older. It heeds no time that differs much from its own.
   */
  private Instant received(Guest guest) {
    boolean isLater = tx.now().isBefore(guest.empty());
    boolean isHeeded = guest.empty().isBefore(tx.now().plus(RelayRequest.SLACK));
    return isLater && isHeeded ? guest.empty() : tx.now();
  }

  private String newId(Guest guest, Instant received) {
    Supplier<InboxId> names = InboxId.names(received, tx.node().random());
    String id = names.get().value();
    while (tx.exists("SELECT 1 FROM relay_post WHERE guest = ? AND id = ?", guest.id(), id)) {
      id = names.get().value();
    }
    return id;
  }

  private Optional<Fate> full(
      Guest guest, Envelope envelope, int bytes, String address, long freeBytes) {
    Config config = tx.config();
    if (freeBytes < config.get(StoreSettings.FREE_DISK_BYTES)) {
      return full("disk-full", "this relay's disk is almost full");
    }
    if (guest.remembered() >= config.get(RelaySettings.REMEMBERED)) {
      return full(
          "replay-memory-full", "this relay can remember no more messages of the last two days");
    }
    if (guest.waiting() >= config.get(RelaySettings.MESSAGES)
        || guest.waitingBytes() + guest.objectBytes() + bytes > guest.bytes()) {
      return full("inbox-full", "the place that this relay has for it is full");
    }
    boolean isSenderFull =
        isFull(
            guest,
            "sender",
            envelope.senderKey().toString(),
            config.get(ServerSettings.INBOX_KEY_FILES),
            config.get(ServerSettings.INBOX_KEY_BYTES) - bytes);
    if (isSenderFull) {
      return full("inbox-full", "too many messages of this sender wait at this relay");
    }
    return isFull(
            guest,
            "address",
            address,
            config.get(ServerSettings.INBOX_ADDRESS_FILES),
            config.get(ServerSettings.INBOX_ADDRESS_BYTES) - bytes)
        ? full("inbox-full", "too many messages from this address wait at this relay")
        : Optional.empty();
  }

  private static Optional<Fate> full(String code, String message) {
    return Optional.of(new Fate.Full(code, message));
  }

  private boolean isFull(Guest guest, String column, String whose, long most, long mostBytes) {
    return tx.first(
            "SELECT COUNT(*), COALESCE(SUM(bytes), 0) FROM relay_post WHERE guest = ? AND waits = 1"
                + " AND "
                + column
                + " = ?",
            row -> row.number(1) >= most || row.number(2) > mostBytes,
            guest.id(),
            whose)
        .orElse(false);
  }

  /** Forgets the bodies of envelopes that the guest has. */
  void acknowledge(Guest guest, List<String> ids) {
    for (String id : ids) {
      long bytes =
          tx.number(
              "SELECT COALESCE(SUM(bytes), 0) FROM relay_post WHERE guest = ? AND id = ? AND waits"
                  + " = 1",
              guest.id(),
              id);
      int gone =
          tx.update(
              "UPDATE relay_post SET waits = 0, body = NULL WHERE guest = ? AND id = ? AND waits ="
                  + " 1",
              guest.id(),
              id);
      tx.update(
          "UPDATE relay_guest SET waiting = waiting - ?, waiting_bytes = waiting_bytes - ? WHERE id"
              + " = ?",
          gone,
          bytes,
          guest.id());
    }
  }

  /**
   * Returns the envelopes that have waited longest, as many as fit into an answer. No more than
   * these are read, whatever waits.
   *
   * @param after the number behind which they begin; 0 for the first
   */
  List<JsonObject> next(Guest guest, long after) {
    List<JsonObject> letters = new ArrayList<>();
    long characters = 0;
    List<Letter> oldest =
        tx.list(
            "SELECT id, number, received_ms, body FROM relay_post WHERE guest = ? AND waits = 1"
                + " AND number > ? AND number <= ? ORDER BY number",
            row -> new Letter(row.text(1), row.number(2), row.number(3), row.text(4)),
            guest.id(),
            after,
            last(guest, after));
    for (Letter one : oldest) {
      characters += escaped(one.body()) + OVERHEAD;
      if (!letters.isEmpty() && characters > MAX_ANSWER_CHARACTERS) {
        return letters;
      }
      letters.add(
          JsonObject.builder()
              .put("id", one.id())
              .put("number", one.number())
              .put("received_ms", one.receivedMs())
              .put("envelope", one.body())
              .build());
    }
    return letters;
  }

  /** Returns the number of the last envelope that could fit into an answer, by its bytes. */
  private long last(Guest guest, long after) {
    long last = after;
    long bytes = 0;
    List<Size> sizes =
        tx.list(
            "SELECT number, bytes FROM relay_post WHERE guest = ? AND waits = 1 AND number > ?"
                + " ORDER BY number LIMIT "
                + MOST,
            row -> new Size(row.number(1), row.number(2)),
            guest.id(),
            after);
    for (Size one : sizes) {
      bytes += one.bytes() + OVERHEAD;
      if (last > after && bytes > MAX_ANSWER_CHARACTERS) {
        return last;
      }
      last = one.number();
    }
    return last;
  }

  /** Returns the bytes that a text takes in JSON, or a few more. */
  private static long escaped(String text) {
    return text.chars()
        .mapToLong(c -> c == '"' || c == '\\' ? 2 : c < ' ' ? 6 : c < 0x80 ? 1 : 3)
        .sum();
  }

  /** Notes that the guest was told that nothing waits. */
  void toldWhole(Guest guest) {
    tx.update("UPDATE relay_guest SET empty_ms = ? WHERE id = ?", tx.nowMs(), guest.id());
  }

  /** Forgets envelopes that guests have, once they cannot be sent again. Returns how many. */
  static int forget(Transaction tx) {
    long old = tx.nowMs() - SeenEnvelopes.KEPT.toMillis();
    int forgotten = 0;
    for (String guest : tx.texts("SELECT id FROM relay_guest")) {
      int gone =
          tx.update(
              "DELETE FROM relay_post WHERE guest = ? AND waits = 0 AND received_ms < ?",
              guest,
              old);
      tx.update("UPDATE relay_guest SET remembered = remembered - ? WHERE id = ?", gone, guest);
      forgotten += gone;
    }
    return forgotten;
  }
}
