package org.sovereignbook.sbp.cli;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Peer;

/**
 * One message of the inbox as it can be shown, whatever state it is in.
 *
 * @param senderName of the sender's row, if we know it
 * @param envelope as it came; empty when the file holds no JSON object
 * @param label how tables call the sender
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
    @Shape.Hidden String label) {
  private static final int TYPE_COLUMNS = 16;
  private static final String UNREADABLE = "(unreadable)";
  private static final String STRANGER = "(stranger)";

  static InboxEntry of(PeerLabels labels, InboxId id, byte[] bytes, Timestamp now) {
    Optional<JsonObject> json = parse(bytes);
    JsonObject envelope = json.orElse(JsonObject.empty());
    Optional<Peer> sender =
        envelope.parsed("sender_key", PublicKey::parse).flatMap(labels.peers()::find);
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
        sender.map(labels::of).orElse(json.isEmpty() ? UNREADABLE : STRANGER));
  }

  /** Whether it is a JSON object at all. */
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
    return List.of(
        "id     " + id,
        "type   " + PeerText.plain(messageType),
        "from   " + label + "  " + PeerText.plain(senderKey),
        "trust  " + senderTrust,
        "age    " + Wording.age(receivedAt, now),
        "");
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
