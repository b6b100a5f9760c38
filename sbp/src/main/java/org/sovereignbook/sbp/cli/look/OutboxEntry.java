package org.sovereignbook.sbp.cli.look;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.ItemFinder;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.frontend.screen.PeerLabels;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.delivery.Delivery;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * One item of the outbox as it is shown.
 *
 * @param id {@code replies/…}, or {@code failed/…}
 * @param queuedAt when it was made: its own time, or that in its name
 * @param recipients the state of each
 */
record OutboxEntry(
    String id,
    String type,
    Optional<Timestamp> queuedAt,
    List<Recipient> recipients,
    @Shape.Hidden JsonObject item) {
  static final String FAILED_PREFIX = "failed/";
  private static final Pattern LEADS = Pattern.compile("^[a-z]+/([-0-9]+T[0-9]+Z-)?");
  private static final int SHORT_ID_CHARACTERS = 16;
  private static final String NOTHING = "-";
  private static final String PENDING = "pending";
  private static final String UNREADABLE = "(unreadable)";

  /**
   * One recipient of an item.
   *
   * @param label its name in tables
   */
  record Recipient(
      String name,
      String publicKey,
      String state,
      long attempts,
      Optional<Timestamp> notBefore,
      Optional<String> lastError,
      @Shape.Hidden String label) {}

  /** Returns a waiting item; one that cannot be read is shown by its id. */
  static Optional<OutboxEntry> pending(Store store, OutboxId id) {
    return entry(store, id.toString(), () -> store.outbox().read(id));
  }

  /** Returns a failed item; one that cannot be read is shown by its id. */
  static Optional<OutboxEntry> failed(Store store, String name) {
    return entry(store, FAILED_PREFIX + name, () -> store.outbox().readFailed(name));
  }

  private static Optional<OutboxEntry> entry(
      Store store, String id, Supplier<Optional<JsonObject>> read) {
    try {
      return read.get().map(item -> of(store, id, item));
    } catch (NodeException e) {
      return Optional.of(
          new OutboxEntry(id, UNREADABLE, Optional.empty(), List.of(), JsonObject.empty()));
    }
  }

  /** Returns whether it can be shown and dropped, and nothing else. */
  boolean isUnreadable() {
    return type.equals(UNREADABLE);
  }

  /** Returns the one item with this id, or with an id that begins so. */
  static OutboxEntry named(Store store, String given) {
    List<String> ids = new ArrayList<>();
    store.outbox().pending().forEach(item -> ids.add(item.toString()));
    store.outbox().failed().forEach(name -> ids.add(FAILED_PREFIX + name));
    String id = ItemFinder.find("outbox item", given, ids, "sbp outbox; sbp outbox failed");
    return find(store, id)
        .orElseThrow(() -> CliException.notFound(id + " was delivered a moment ago"));
  }

  private static Optional<OutboxEntry> find(Store store, String id) {
    if (id.startsWith(FAILED_PREFIX)) {
      return failed(store, id.substring(FAILED_PREFIX.length()));
    }
    return store.outbox().pending().stream()
        .filter(pending -> pending.toString().equals(id))
        .findFirst()
        .flatMap(pending -> pending(store, pending));
  }

  /** Returns all waiting items, then all failed ones. */
  static List<OutboxEntry> all(Store store) {
    return Stream.concat(
            store.outbox().pending().stream().map(id -> pending(store, id)),
            store.outbox().failed().stream().map(name -> failed(store, name)))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Returns whether delivery to this peer is still pending. */
  boolean waitsFor(PublicKey peer) {
    return recipients.stream()
        .anyMatch(
            one -> one.publicKey().equals(peer.toString()) && !one.state().equals("delivered"));
  }

  /**
   * Returns the entries as a table.
   *
   * @param onScreen whether ids are shortened to the beginnings that a user can type
   */
  static Table table(List<OutboxEntry> entries, Timestamp now, boolean onScreen) {
    Table table =
        Table.of("ID", "TYPE", "TO", "AGE", "TRIES", "NEXT TRY", "LAST ERROR").whole("ID");
    for (OutboxEntry entry : entries) {
      table.row(
          PeerText.plain(onScreen ? entry.shortId() : entry.id),
          PeerText.plain(entry.type),
          entry.to(),
          Wording.age(entry.queuedAt, now),
          Long.toString(entry.attempts()),
          entry.nextTry(now),
          error(entry.lastError()));
    }
    return table;
  }

  private static String error(String text) {
    return text.equals(NOTHING) ? text : Style.FAIL.on(text);
  }

  /** Returns the id without folder and time, shortened as far as it stays unique. */
  private String shortId() {
    String telling = LEADS.matcher(id).replaceFirst("");
    return telling.substring(0, Math.min(SHORT_ID_CHARACTERS, telling.length()));
  }

  List<String> lines(Timestamp now) {
    List<String> lines = new ArrayList<>();
    lines.add("id    " + PeerText.plain(id));
    lines.add("type  " + PeerText.plain(type));
    lines.add("age   " + Wording.age(queuedAt, now));
    if (isUnreadable()) {
      lines.add("to    " + NOTHING);
    } else if (recipients.isEmpty()) {
      lines.add("to    every follower at the next delivery");
    } else {
      Table table = Table.of("TO", "KEY", "STATE", "TRIES", "NEXT TRY", "LAST ERROR");
      for (Recipient to : recipients) {
        table.row(
            to.label(),
            PeerText.plain(to.publicKey()),
            PeerText.plain(to.state()),
            Long.toString(to.attempts()),
            until(to.notBefore(), now),
            PeerText.plain(to.lastError().orElse(NOTHING)));
      }
      lines.addAll(table.lines());
    }
    lines.add("");
    return lines;
  }

  private static OutboxEntry of(Store store, String id, JsonObject item) {
    return new OutboxEntry(id, type(item), since(id, item), recipients(store, item), item);
  }

  private static String type(JsonObject item) {
    return item.string("message_type").or(() -> item.string("kind")).orElse("?");
  }

  private String to() {
    return switch (recipients.size()) {
      case 0 -> isUnreadable() ? NOTHING : "followers";
      case 1 -> recipients.getFirst().label();
      default -> recipients.size() + " peers";
    };
  }

  private long attempts() {
    return recipients.stream().mapToLong(Recipient::attempts).max().orElse(0);
  }

  private String nextTry(Timestamp now) {
    return recipients.stream()
        .map(Recipient::notBefore)
        .flatMap(Optional::stream)
        .min(Timestamp::compareTo)
        .map(time -> until(Optional.of(time), now))
        .orElse(NOTHING);
  }

  private String lastError() {
    return recipients.stream()
        .map(Recipient::lastError)
        .flatMap(Optional::stream)
        .findFirst()
        .map(PeerText::plain)
        .orElse(NOTHING);
  }

  private static Optional<Timestamp> since(String id, JsonObject item) {
    String name = id.substring(id.indexOf('/') + 1);
    return item.parsed("created_at", Timestamp::parse)
        .or(() -> name(name).flatMap(InboxId::received).map(Timestamp::new));
  }

  private static String until(Optional<Timestamp> notBefore, Timestamp now) {
    return notBefore
        .map(time -> time.isAfter(now) ? "in " + Wording.age(Optional.of(now), time) : "due")
        .orElse(NOTHING);
  }

  private static Optional<InboxId> name(String text) {
    try {
      return Optional.of(new InboxId(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String nameOf(PeerLabels labels, Optional<PublicKey> key) {
    return key.flatMap(labels.peers()::find).map(Peer::name).orElse("(stranger)");
  }

  /** Returns the recipients with the delivery state recorded in an outbox item (CHOICES 3, 5). */
  private static List<Recipient> recipients(Store store, JsonObject item) {
    List<Recipient> recipients = new ArrayList<>();
    PeerLabels labels = PeerLabels.of(store);
    item.object(OutboxItems.RECIPIENTS)
        .ifPresent(
            states ->
                states
                    .members()
                    .forEach(
                        (key, state) -> {
                          if (state instanceof JsonObject json) {
                            recipients.add(fanOut(store, labels, key, json));
                          }
                        }));
    Optional<PublicKey> addressee = OutboxItems.recipient(item);
    if (recipients.isEmpty() && addressee.isPresent()) {
      recipients.add(only(store, labels, addressee.get(), item));
    }
    return List.copyOf(recipients);
  }

  private static Recipient fanOut(Store store, PeerLabels labels, String key, JsonObject state) {
    return new Recipient(
        nameOf(labels, PeerFinder.key(key)),
        key,
        state.string("status").orElse(PENDING),
        state.integer("attempts").orElse(0),
        state.string("status").filter(how -> !how.equals(PENDING)).isPresent()
            ? Optional.empty()
            : nextTry(
                store,
                PeerFinder.key(key),
                state.parsed("not_before", Timestamp::parse),
                state.integer("attempts").orElse(0)),
        state.string("last_error"),
        labels.of(PeerFinder.key(key)));
  }

  private static Recipient only(Store store, PeerLabels labels, PublicKey key, JsonObject item) {
    return new Recipient(
        nameOf(labels, Optional.of(key)),
        key.toString(),
        item.has(OutboxItems.FAILED_AT) ? "failed" : PENDING,
        item.integer(OutboxItems.RETRY_COUNT).orElse(0),
        item.has(OutboxItems.FAILED_AT)
            ? Optional.empty()
            : nextTry(
                store,
                Optional.of(key),
                item.parsed(OutboxItems.NOT_BEFORE, Timestamp::parse),
                item.integer(OutboxItems.RETRY_COUNT).orElse(0)),
        item.string(OutboxItems.LAST_ERROR),
        labels.of(Optional.of(key)));
  }

  /** Returns the later of the item's own time and its peer's. */
  private static Optional<Timestamp> nextTry(
      Store store, Optional<PublicKey> key, Optional<Timestamp> notBefore, long attempts) {
    Node node = store.node();
    return Stream.concat(
            notBefore
                .map(time -> Delivery.waitsUntil(time, attempts, node.config(), node.now()))
                .stream(),
            key.flatMap(peer -> Delivery.pausedUntil(store, peer)).stream())
        .max(Timestamp::compareTo);
  }
}
