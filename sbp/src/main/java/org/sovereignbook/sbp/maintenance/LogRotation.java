package org.sovereignbook.sbp.maintenance;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.LogFile;

/**
 * The move of a log's older lines to its archive of the month, as changes of one commit.
 *
 * @param lines how many lines move
 */
record LogRotation(Path archive, int lines, List<Change> changes) {

  /** What has to be done to this log; empty when it is short enough. */
  static Optional<LogRotation> of(Node node, LogFile log, MaintenanceConfig config) {
    Path file = log.in(node.home());
    List<String> lines = node.readText(file).orElse("").lines().toList();
    if (lines.size() <= config.logMaxLines()) {
      return Optional.empty();
    }
    int older = lines.size() - config.logKeepLines();
    Path archive = log.archiveIn(node.home(), node.now());
    String archived = node.readText(archive).orElse("");
    String separator = archived.isEmpty() || archived.endsWith("\n") ? "" : "\n";
    // The archive is written whole: unlike an append, that can be repeated after any crash.
    return Optional.of(
        new LogRotation(
            archive,
            older,
            List.of(
                new Change.WriteFile(archive, archived + separator + text(lines.subList(0, older))),
                new Change.WriteFile(file, text(lines.subList(older, lines.size()))))));
  }

  private static String text(List<String> lines) {
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }
}
