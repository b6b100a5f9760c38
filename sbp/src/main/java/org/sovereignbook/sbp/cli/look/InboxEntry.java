package org.sovereignbook.sbp.cli.look;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.PeerLabels;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.reader.BatchMemory;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.Store;

/**
 * One message of the inbox as it is shown, in any state.
 *
 * @param senderName of the sender's row, if there is one
 * @param envelope as received; empty when the file holds no JSON object
 * @param failures how often the model has failed on it alone
 * @param failed the reason of the last failure
 * @param setAsideAt when it was set aside for that
 * @param label the sender's name in tables
 */
record InboxEntry(
    InboxId id,
    String messageType,
    String senderKey,
    String senderName,
    TrustState senderTrust,
    Optional<Timestamp> receivedAt,
    long ageSeconds,
    int bytes,
    JsonObject envelope,
    int failures,
    Optional<String> failed,
    Optional<Timestamp> setAsideAt,
    @Shape.Hidden String label) {
  private static final int TYPE_COLUMNS = 16;
  private static final String UNREADABLE = "(unreadable)";
  private static final String STRANGER = "(stranger)";

  /** The context for showing entries. */
  record Look(Store store, PeerLabels labels, BatchMemory memory, Timestamp now) {
    static Look at(Store store, Timestamp now) {
      return new Look(store, PeerLabels.of(store), BatchMemory.load(store, now), now);
    }

    /** Returns the entries that still exist. */
    List<InboxEntry> all(List<InboxId> ids) {
      return ids.stream().flatMap(id -> bytes(id).map(found -> of(id, found)).stream()).toList();
    }

    private Optional<byte[]> bytes(InboxId id) {
      return store.inbox().read(id).or(() -> store.read(Inbox.SET_ASIDE, id.value()));
    }

    private InboxEntry of(InboxId id, byte[] bytes) {
      return InboxEntry.of(this, id, bytes);
    }
  }

  private static InboxEntry of(Look look, InboxId id, byte[] bytes) {
    Optional<JsonObject> json = parse(bytes);
    JsonObject envelope = json.orElse(JsonObject.empty());
    Optional<Peer> sender =
        envelope.parsed("sender_key", PublicKey::parse).flatMap(look.labels().peers()::find);
    Optional<BatchMemory.Failure> failure = look.memory().failure(id);
    Optional<BatchMemory.Aside> aside = look.memory().aside(id);
    Timestamp now = look.now();
    Optional<Timestamp> received = id.received().map(Timestamp::new);
    return new InboxEntry(
        id,
        json.isEmpty() ? UNREADABLE : envelope.string("message_type").orElse(""),
        envelope.string("sender_key").orElse(""),
        sender.map(Peer::name).orElse(json.isEmpty() ? UNREADABLE : STRANGER),
        sender.map(Peer::trust).orElse(TrustState.UNKNOWN),
        received,
        received
            .map(at -> now.instant().getEpochSecond() - at.instant().getEpochSecond())
            .orElse(0L),
        bytes.length,
        envelope,
        look.memory()
            .item(id)
            .map(SetAsideItem::tries)
            .or(() -> failure.map(BatchMemory.Failure::alone))
            .orElse(0),
        aside.map(BatchMemory.Aside::why).or(() -> failure.map(BatchMemory.Failure::why)),
        aside.map(BatchMemory.Aside::at),
        sender.map(look.labels()::of).orElse(json.isEmpty() ? UNREADABLE : STRANGER));
  }

  /** Returns whether it is a JSON object. */
  boolean isReadable() {
    return !messageType.equals(UNREADABLE);
  }

  static Table table(List<InboxEntry> entries, Timestamp now) {
    Table table = Table.of("ID", "TYPE", "FROM", "TRUST", "AGE", "BYTES").whole("ID");
    for (InboxEntry entry : entries) {
      table.row(
          PeerText.plain(entry.id.value()),
          Table.clip(PeerText.plain(entry.messageType), TYPE_COLUMNS),
          entry.label,
          entry.senderTrust.toString(),
          Wording.age(entry.receivedAt, now),
          Integer.toString(entry.bytes));
    }
    return table;
  }

  List<String> lines(Timestamp now) {
    List<String> lines = new ArrayList<>();
    lines.add("id     " + id);
    lines.add("type   " + PeerText.plain(messageType));
    lines.add("from   " + label + "  " + PeerText.plain(senderKey));
    lines.add("trust  " + senderTrust);
    lines.add("age    " + Wording.age(receivedAt, now));
    failed.ifPresent(why -> lines.add("failed " + failures + " times: " + PeerText.plain(why)));
    setAsideAt.ifPresent(at -> lines.add("aside  since " + at + "; sbp inbox retry or drop " + id));
    lines.add("");
    return lines;
  }

  private static Optional<JsonObject> parse(byte[] bytes) {
    try {
      return JsonReader.file(bytes) instanceof JsonObject json
          ? Optional.of(json)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
