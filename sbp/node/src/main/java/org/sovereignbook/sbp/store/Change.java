package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;

/**
 * Change of a node's state; made with others in a {@link ChangeSet}. Most are created by the class
 * concerned: {@code TASKS.put(…)}, {@link Inbox#reject}, {@link Outbox#put}.
 */
public sealed interface Change {

  /** Puts an entry, in the place of what has its key. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  record Put(Keyed in, String key, byte[] value) implements Change {}

  /**
   * Moves an entry into another collection; nothing there is replaced.
   *
   * @param wanted its key there or, while that is taken, {@code wanted-2} and so on
   * @param value what it is from now on, whether or not it was there; else it stays as it is
   */
  record Move(Keyed from, String key, Keyed to, String wanted, Optional<byte[]> value)
      implements Change {}

  /** Moves all entries of a group; nothing there is replaced. */
  record MoveGroup(Keyed from, String group, Keyed to) implements Change {}

  record Delete(Keyed from, String key) implements Change {}

  /** Replaces all entries of a collection. */
  record Fill(Keyed in, SequencedMap<String, byte[]> entries) implements Change {}

  /** Adds a line at the end of a stream. */
  record Append(Streamed to, String line) implements Change {}

  /**
   * Shortens a stream: of its oldest lines the last {@code archived} go to its archive of the month
   * of {@code at}, and {@code summary} stands in the place of all of them. Lines that came after
   * the caller had read it stay. It archives exactly the lines that it takes away.
   *
   * @param replaced how many of the oldest lines go; at least as many as {@code summary} has
   * @param archived how many of those, counted from the newest, are kept in the archive
   */
  record Condense(Streamed stream, Timestamp at, int replaced, int archived, List<String> summary)
      implements Change {
    public Condense {
      summary = List.copyOf(summary);
      if (archived < 0 || archived > replaced || summary.size() > replaced) {
        throw new IllegalArgumentException("a log gets shorter by being condensed");
      }
    }
  }

  /** Replaces all lines of a stream, or of its archive of a month. */
  record FillLines(Streamed stream, Optional<YearMonth> month, List<String> lines)
      implements Change {
    public FillLines {
      lines = List.copyOf(lines);
    }
  }

  /**
   * Empties these collections and the peers, so that a copy can start again. Files are moved into a
   * folder of their own, for a person to delete.
   */
  record Forget(List<Collection> collections) implements Change {
    public Forget {
      collections = List.copyOf(collections);
    }
  }

  /** A change of the peer table, whose file people edit at the same time. */
  sealed interface OfPeers extends Change {}

  /**
   * Sets cells of one peer's row, or adds the row. Cells that are not named keep their value at
   * that moment, so that an edit by a person survives. Made by {@link PeerTable#changes}.
   */
  record SetPeer(PublicKey key, Map<String, String> cells) implements OfPeers {
    public SetPeer {
      cells = Map.copyOf(cells);
    }
  }

  /** Removes one peer's row. */
  record RemovePeer(PublicKey key) implements OfPeers {}

  /** Replaces the whole of {@code peers.md}. */
  record FillPeers(String text) implements OfPeers {}

  /** A change of a file of the node directory that is a file in every store. */
  sealed interface OfFiles extends Change {}

  record WriteFile(Path file, String text) implements OfFiles {
    /** Returns the change that writes this JSON into the file, indented for people. */
    public static WriteFile json(Path file, JsonValue json) {
      return new WriteFile(file, JsonWriter.file(json));
    }
  }

  /** Adds text at the end of such a file. */
  record AppendFile(Path file, String text) implements OfFiles {}

  /** Renames such a file, replacing the target. */
  record MoveFile(Path from, Path to) implements OfFiles {}

  record RemoveFile(Path file) implements OfFiles {}
}
