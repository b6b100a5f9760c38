package org.sovereignbook.sbp.plugins.team;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;

/**
 * Watch on the team's files and the node's configuration for changes since a process was started.
 * An invalid change is reported once, and the process continues with the earlier version. For one
 * thread.
 */
final class TeamChanges {
  private final Node node;
  private final TeamFiles files;
  private final Consumer<String> log;
  private List<Optional<String>> seen;

  /**
   * Begins the watch.
   *
   * @param log receives reports of invalid changes
   */
  public TeamChanges(Node node, TeamFiles files, Consumer<String> log) {
    this.node = node;
    this.files = files;
    this.log = log;
    this.seen = texts();
  }

  /** Returns the new team if anything has changed since the last call. */
  public Optional<Team> next() {
    List<Optional<String>> now = texts();
    if (now.equals(seen)) {
      return Optional.empty();
    }
    seen = now;
    try {
      return Optional.of(files.read());
    } catch (ConfigException e) {
      log.accept(
          "keeps the former configuration, because the new one is not valid: " + e.getMessage());
      return Optional.empty();
    }
  }

  private List<Optional<String>> texts() {
    return List.of(
        node.readText(files.file()),
        node.readText(files.override()),
        node.readText(node.home().schedulerConfig()));
  }
}
