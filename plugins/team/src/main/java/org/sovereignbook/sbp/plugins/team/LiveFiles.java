package org.sovereignbook.sbp.plugins.team;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.Node;

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
  private final TeamFolder folder;
  private final Map<String, byte[]> written = new HashMap<>();
  private Optional<Instant> last = Optional.empty();

  LiveFiles(Node node, Ledger ledger, Consumer<String> log) {
    this.node = node;
    this.ledger = ledger;
    this.folder = new TeamFolder(ledger, log);
  }

  /** Lets the files follow, if the last time is long enough ago. */
  void look() {
    Instant now = node.now().instant();
    boolean isSoon =
        last.filter(at -> Duration.between(at, now).abs().compareTo(EVERY) < 0).isPresent();
    if (folder.isWanted() && !isSoon) {
      last = Optional.of(now);
      follow();
    }
  }

  /** Lets the files follow now, if they are wanted. */
  void finish() {
    if (folder.isWanted()) {
      follow();
    }
  }

  private void follow() {
    try {
      ledger.read(tx -> ReputationFiles.of(tx, MOST_LINES)).forEach(this::write);
    } catch (RuntimeException e) {
      folder.say("scores", "the files of the scores do not follow just now: " + e.getMessage());
    }
    ledger.features().of(TeamFeature.class).forEach(this::follow);
  }

  private void follow(TeamFeature feature) {
    follow(feature, () -> ledger.read(tx -> feature.files(tx, MOST_LINES)).forEach(this::write));
    follow(feature, () -> feature.follow(folder));
  }

  private void follow(TeamFeature feature, Runnable files) {
    try {
      files.run();
    } catch (RuntimeException | LinkageError e) {
      folder.say(
          feature.name(),
          "the files of %s do not follow just now: %s".formatted(feature.name(), e.getMessage()));
    }
  }

  private void write(String name, byte[] bytes) {
    if (Arrays.equals(written.get(name), bytes)) {
      return;
    }
    try {
      node.disk().write(folder.path().resolve(name), bytes);
      written.put(name, bytes);
    } catch (RuntimeException e) {
      folder.say(name, name + " does not follow just now: " + e.getMessage());
    }
  }
}
