package org.sovereignbook.sbp.frontend.automation;

import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;

/**
 * The services or processes that restart a node's server after a kill and start its ticks, as known
 * on this machine: a running {@code sbp up}, or what a feature knows of.
 */
public record Keepers(Keeper server, Keeper timer) {
  public static final Keepers NONE = new Keepers(Keeper.NONE, Keeper.NONE);

  /**
   * The keeper of the server or of the ticks.
   *
   * @param by its name; empty when there is none
   * @param stopped an installed service that is not running, with its manager's state
   * @param byCron whether it is the crontab, which does not show whether cron is running
   */
  public record Keeper(Optional<String> by, Optional<String> stopped, boolean byCron) {
    public static final Keeper NONE = new Keeper(Optional.empty(), Optional.empty(), false);

    public static Keeper of(String who) {
      return new Keeper(Optional.of(who), Optional.empty(), false);
    }

    private Keeper or(Keeper other) {
      return equals(NONE) ? other : this;
    }
  }

  /** Finds the keepers; queries service managers, which may be slow. */
  public static Keepers of(Session session, Node node) throws InterruptedException {
    Optional<NodeLock.Holder> up = NodeLock.holder(NodeLock.up(node.home()));
    if (up.isPresent()) {
      Keeper keeper = Keeper.of("sbp up (process " + up.get().pid() + ")");
      return new Keepers(keeper, keeper);
    }
    Keepers all = NONE;
    for (KeeperFeature feature : Features.of(node).of(KeeperFeature.class)) {
      Keepers found = found(feature, session, node);
      all = new Keepers(all.server().or(found.server()), all.timer().or(found.timer()));
    }
    return all;
  }

  /** Asks one feature; one that fails knows of none. */
  private static Keepers found(KeeperFeature feature, Session session, Node node)
      throws InterruptedException {
    try {
      return feature.keepers(session, node);
    } catch (RuntimeException | LinkageError e) {
      session.output().note("the feature " + feature.name() + " failed: " + e.getMessage());
      return NONE;
    }
  }
}
