package org.sovereignbook.sbp.society.team;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;

/**
 * Sees when what a process works by was changed since it was started: the team's files, or the
 * node's configuration. What cannot be used is told once, and the process goes on as before. For
 * one thread.
 */
public final class TeamChanges {
  private final Node node;
  private final TeamFiles files;
  private final Consumer<String> log;
  private List<Optional<String>> seen;

  /**
   * From now on.
   *
   * @param log told what cannot be used
   */
  public TeamChanges(Node node, TeamFiles files, Consumer<String> log) {
    this.node = node;
    this.files = files;
    this.log = log;
    this.seen = texts();
  }

  /** The team as it is now, if anything has changed since this was asked last. */
  public Optional<Team> next() {
    List<Optional<String>> now = texts();
    if (now.equals(seen)) {
      return Optional.empty();
    }
    seen = now;
    try {
      return Optional.of(files.read());
    } catch (ConfigException e) {
      log.accept("goes on as before, since this cannot be used: " + e.getMessage());
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
