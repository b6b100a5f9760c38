package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
   * Shortens a log: of its oldest lines the last {@code archived} go to the log's archive of the
   * month of {@code at}, and {@code summary} stands in the place of all of them. Lines that came
   * after the caller had read the log stay. It archives exactly the lines that it takes away.
   *
   * @param replaced how many of the oldest lines go; at least as many as {@code summary} has
   * @param archived how many of those, counted from the newest, are kept in the archive
   */
  record CondenseLog(LogFile log, Timestamp at, int replaced, int archived, List<String> summary)
      implements Change {
    public CondenseLog {
      summary = List.copyOf(summary);
      if (archived < 0 || archived > replaced || summary.size() > replaced) {
        throw new IllegalArgumentException("a log gets shorter by being condensed");
      }
    }
  }

  /** Replaces a document that a component keeps. */
  record WriteState(StateDocument document, JsonObject json) implements Change {}

  /**
   * Moves a document that cannot be read out of the way, to a file of this name in {@code
   * runtime/}, for the operator. A store whose documents nobody can damage does nothing.
   */
  record SetAsideState(StateDocument document, String fileName) implements Change {}

  /** Moves what was delivered on a day to {@code sent-archive/}; nothing there is replaced. */
  record ArchiveDay(LocalDate day) implements Change {}

  /** Deletes an envelope that had left the inbox. */
  record RemoveArchived(Archive.Shelf shelf, InboxId id) implements Change {}

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

  /**
   * Puts things back as another store held them ({@code sbp store migrate}): every one of these may
   * be repeated, and replaces what has the same name. Objects, outbox items, seen envelopes, peer
   * identities and documents are put back by the changes that put them there first.
   */
  sealed interface Restore extends Change {

    /** An envelope, waiting or archived. */
    @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
    record Envelope(Optional<Archive.Shelf> shelf, InboxId id, byte[] bytes) implements Restore {}

    /** An item that could not be delivered. */
    record Failed(String name, JsonObject item) implements Restore {}

    /** An item that was delivered; {@code archived} when its day had moved on. */
    record Sent(Archive.SentId id, boolean archived, JsonObject item) implements Restore {}

    /** The whole of {@code peers.md}. */
    record Peers(String text) implements Restore {}

    /** All lines of a log, or of its archive of a month. */
    record Lines(LogFile log, Optional<YearMonth> month, List<String> lines) implements Restore {
      public Lines {
        lines = List.copyOf(lines);
      }
    }

    /**
     * Forgets everything, so that a copy can begin anew. Files are moved into a folder of their
     * own, for a person to delete.
     */
    record Nothing() implements Restore {}
  }
}
