package org.sovereignbook.sbp.plugins.team;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.Node;

/**
 * The node's folder {@code memory}, in which the files of AGENT-STACK §13 follow a running team.
 * For one thread.
 */
public final class TeamFolder {
  private final Ledger ledger;
  private final Consumer<String> log;
  private final Set<String> said = new HashSet<>();

  /**
   * Makes the folder's description.
   *
   * @param log receives remarks, each kind once
   */
  public TeamFolder(Ledger ledger, Consumer<String> log) {
    this.ledger = ledger;
    this.log = log;
  }

  public Ledger ledger() {
    return ledger;
  }

  public Node node() {
    return ledger.node();
  }

  public Path path() {
    return node().home().root().resolve("memory");
  }

  /** Returns whether the files are to follow, by {@code teams.live_files}. */
  public boolean isWanted() {
    return node().config().get(TeamSettings.LIVE_FILES);
  }

  /** Logs a remark of a kind, the first one only. */
  public void say(String kind, String text) {
    if (said.add(kind)) {
      log.accept(text);
    }
  }
}
