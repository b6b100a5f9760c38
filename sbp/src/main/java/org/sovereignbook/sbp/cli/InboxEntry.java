package org.sovereignbook.sbp.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * One message of the inbox as it can be shown, whatever state it is in.
 *
 * @param json the envelope; empty when the file holds no JSON object
 * @param sender the sender's row, if we know it
 */
record InboxEntry(InboxId id, int bytes, Optional<JsonObject> json, Optional<Peer> sender) {

  /** What programs see of it. */
  record Shown(
      InboxId id,
      String messageType,
      String senderKey,
      String senderName,
      TrustState senderTrust,
      Optional<Timestamp> receivedAt,
      long ageSeconds,
      int bytes,
      JsonObject envelope) {}

  private static final int TYPE_COLUMNS = 16;
  private static final String UNREADABLE = "(unreadable)";
  private static final String STRANGER = "(stranger)";

  static InboxEntry of(Store store, InboxId id, byte[] bytes) {
    Optional<JsonObject> json = parse(bytes);
    Optional<Peer> sender =
        json.flatMap(envelope -> envelope.parsed("sender_key", PublicKey::parse))
            .flatMap(store.peers()::find);
    return new InboxEntry(id, bytes.length, json, sender);
  }

  static Table table(List<InboxEntry> entries, Timestamp now) {
    Table table = Table.of("ID", "TYPE", "FROM", "TRUST", "AGE", "BYTES");
    for (InboxEntry entry : entries) {
      table.row(
          PeerText.plain(entry.id.value()),
          Table.clip(PeerText.plain(entry.type()), TYPE_COLUMNS),
          PeerView.tableName(entry.from()),
          entry.trust().toString(),
          Age.of(entry.received(), now),
          Integer.toString(entry.bytes));
    }
    return table;
  }

  List<String> lines(Timestamp now) {
    return Stream.of(
            "id     " + id,
            "type   " + PeerText.plain(type()),
            "from   " + PeerText.plain(from()) + "  " + PeerText.plain(text("sender_key")),
            "trust  " + trust(),
            "age    " + Age.of(received(), now),
            "")
        .toList();
  }

  Shown shown(Timestamp now) {
    return new Shown(
        id,
        type(),
        text("sender_key"),
        from(),
        trust(),
        received(),
        received()
            .map(at -> now.instant().getEpochSecond() - at.instant().getEpochSecond())
            .orElse(0L),
        bytes,
        json.orElse(JsonObject.empty()));
  }

  private Optional<Timestamp> received() {
    return id.received().map(Timestamp::new);
  }

  private String type() {
    return json.isEmpty() ? UNREADABLE : text("message_type");
  }

  private String from() {
    return sender.map(Peer::name).orElse(json.isEmpty() ? UNREADABLE : STRANGER);
  }

  private TrustState trust() {
    return sender.map(Peer::trust).orElse(TrustState.UNKNOWN);
  }

  private String text(String member) {
    return json.flatMap(envelope -> envelope.string(member)).orElse("");
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
