package org.sovereignbook.sbp.store;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.store.Collection.Streamed;

/**
 * Lines that others can cause a node to store, as {@link StoredClass} says it of entries.
 *
 * @param maxLines in the stream; beyond it the older ones leave
 * @param maxArchivedLines of those that left, how many are kept
 */
public record StoredLines(
    Streamed stream,
    String what,
    Setting<Integer> maxLines,
    Optional<Setting<Integer>> maxArchivedLines) {
  /** Maximum size of one line: its texts of peers are cut at 500 characters each. */
  public static final int MAX_LINE_BYTES = 4_096;

  private static final int MOST = 100_000_000;

  /** Minimum limit, which fits one commit whatever the operator sets. */
  private static final int LINES_OF_A_STEP = 2_000;

  public static final List<StoredLines> ALL =
      List.of(
          of(
              RejectedEnvelope.LINES,
              "rejected envelopes, a line each in `inbox/rejected/envelopes.jsonl`",
              10_000,
              Optional.empty()),
          log(LogFile.OPS, "ops-log"),
          log(LogFile.SESSION, "session-log"));

  /** Counts the lines that a commit adds. */
  int appendedBy(ChangeSet changes) {
    return (int)
        changes.changes().stream()
            .filter(change -> change instanceof Change.Append(var to, _) && to.equals(stream))
            .count();
  }

  private static StoredLines log(Streamed stream, String file) {
    String what = "lines of `" + file + ".md`, whenever maintenance runs";
    String archived = "lines of `" + file + "-archive-….md`; the oldest month goes first";
    String key = "strangers." + stream.name() + "_archive_lines";
    return of(stream, what, 20_000, Optional.of(Setting.integer(key, 100_000, 0, MOST, archived)));
  }

  private static StoredLines of(
      Streamed stream, String what, int lines, Optional<Setting<Integer>> archived) {
    String key = "strangers." + stream.name() + "_lines";
    return new StoredLines(
        stream, what, Setting.integer(key, lines, LINES_OF_A_STEP, MOST, what), archived);
  }
}
