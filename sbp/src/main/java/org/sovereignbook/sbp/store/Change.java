package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import java.util.Map;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Timestamp;

/** One change of a node's state; made with others in a {@link ChangeSet}. */
public sealed interface Change {

  /** Moves an inbox entry to {@code inbox/rejected/}. */
  record RejectInbox(InboxId id) implements Change {}

  /** Moves an inbox entry to {@code inbox/processed/}. */
  record ArchiveInbox(InboxId id) implements Change {}

  /** Deletes an inbox entry. */
  record RemoveInbox(InboxId id) implements Change {}

  /** Puts an item into the outbox, or replaces its delivery state. */
  record PutOutbox(OutboxId id, JsonObject item) implements Change {}

  /** Moves an outbox item, with its final state, to {@code sent/YYYY-MM-DD/}. */
  record ArchiveSent(OutboxId id, JsonObject item, Timestamp at) implements Change {}

  /** Moves an outbox item, with the reason in it, to {@code outbox/failed/}. */
  record FailOutbox(OutboxId id, JsonObject item) implements Change {}

  /** Moves an outbox entry that nobody can make sense of, as it is, to {@code outbox/failed/}. */
  record SetAsideOutbox(OutboxId id) implements Change {}

  /** Deletes an outbox item. */
  record RemoveOutbox(OutboxId id) implements Change {}

  /** Deletes a failed item by its name. */
  record RemoveFailed(String name) implements Change {}

  /** Stores a signed object under its hash; received ones enter the indexes. */
  record StoreObject(ObjectKind kind, JsonObject object) implements Change {}

  /** Remembers an envelope, so that a replay is known. */
  record SeeEnvelope(ContentHash envelope, InboxId id, Timestamp at) implements Change {}

  /** Adds a line to a log. */
  record Log(LogFile log, LogEntry entry) implements Change {}

  /**
   * Sets cells of one peer's row, or adds the row. Cells that are not named keep what they hold at
   * that moment, so that an edit by a person survives. Made by {@link PeerTable#changes}.
   */
  record SetPeer(PublicKey key, Map<String, String> cells) implements Change {
    public SetPeer {
      cells = Map.copyOf(cells);
    }
  }

  /** Removes one peer's row. */
  record RemovePeer(PublicKey key) implements Change {}

  /** Keeps the newest identity document of a peer (IDENTITY §Rotation needs the last one held). */
  record StorePeerIdentity(IdentityDocument document) implements Change {}

  /** Replaces a text file of the node directory that is a file in every store. */
  record WriteFile(Path file, String text) implements Change {
    /** The change that leaves this JSON in the file, indented for people. */
    public static WriteFile json(Path file, JsonValue json) {
      return new WriteFile(file, JsonWriter.file(json));
    }
  }

  /** Adds text at the end of such a file. */
  record AppendFile(Path file, String text) implements Change {}

  /** Renames such a file, replacing the target. */
  record MoveFile(Path from, Path to) implements Change {}

  /** Deletes such a file. */
  record RemoveFile(Path file) implements Change {}
}
