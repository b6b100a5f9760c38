package org.sovereignbook.sbp.ops.team;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.team.TeamSettings;

/**
 * Views of a team's data in the files of AGENT-STACK §13, in the node's folder {@code memory}. They
 * follow the database; a failure is told once and tried again. For one thread.
 */
final class LiveFiles {
  private static final Duration EVERY = Duration.ofSeconds(3);

  /** How many of the newest lines a file has. */
  private static final int MOST_LINES = 2_000;

  private final Node node;
  private final Ledger ledger;
  private final Consumer<String> log;
  private final PendingFiles pending;
  private final Map<String, byte[]> written = new HashMap<>();
  private final Set<String> said = new HashSet<>();
  private Optional<Instant> last = Optional.empty();

  LiveFiles(Node node, Ledger ledger, Consumer<String> log) {
    this.node = node;
    this.ledger = ledger;
    this.log = log;
    this.pending = new PendingFiles(node, ledger, folder(node), this::say);
  }

  private static Path folder(Node node) {
    return node.home().root().resolve("memory");
  }

  private boolean isWanted() {
    return node.config().get(TeamSettings.LIVE_FILES);
  }

  /** Lets the files follow, if the last time is long enough ago. */
  void look() {
    Instant now = node.now().instant();
    boolean isSoon =
        last.filter(at -> Duration.between(at, now).abs().compareTo(EVERY) < 0).isPresent();
    if (isWanted() && !isSoon) {
      last = Optional.of(now);
      follow();
    }
  }

  /** Lets the files follow now, if they are wanted. */
  void finish() {
    if (isWanted()) {
      follow();
    }
  }

  /**
   * Reads votes and lets the views of pending changes follow, if they are wanted. Returns the
   * changes on which the owner has voted by a file.
   */
  List<String> pending() {
    return isWanted() ? pending.follow() : List.of();
  }

  private void follow() {
    try {
      ledger.read(tx -> ReputationFiles.of(tx, MOST_LINES)).forEach(this::write);
    } catch (RuntimeException e) {
      say("scores", "the files of the scores do not follow just now: " + e.getMessage());
    }
    List<String> _ = pending.follow();
  }

  private void write(String name, byte[] bytes) {
    if (Arrays.equals(written.get(name), bytes)) {
      return;
    }
    try {
      node.disk().write(folder(node).resolve(name), bytes);
      written.put(name, bytes);
    } catch (RuntimeException e) {
      say(name, name + " does not follow just now: " + e.getMessage());
    }
  }

  /** Logs an obstacle of a kind once. */
  private void say(String kind, String text) {
    if (said.add(kind)) {
      log.accept(text);
    }
  }
}
