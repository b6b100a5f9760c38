package org.sovereignbook.sbp.ops.service;

import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeLock;

/**
 * The services or processes that restart a node's server after a kill and start its ticks, as known
 * on this machine: a running {@code sbp up}, an active service, a line of the crontab.
 */
public record Keepers(Keeper server, Keeper timer) {
  /**
   * The keeper of the server or of the ticks.
   *
   * @param by its name; empty when there is none
   * @param stopped an installed service that is not running, with its manager's state
   * @param byCron whether it is the crontab, which does not show whether cron is running
   */
  public record Keeper(Optional<String> by, Optional<String> stopped, boolean byCron) {
    static final Keeper NONE = new Keeper(Optional.empty(), Optional.empty(), false);

    static Keeper of(String who) {
      return new Keeper(Optional.of(who), Optional.empty(), false);
    }

    private Keeper orCron(ServiceManager cron, String command) throws InterruptedException {
      return by.isEmpty() && cron.hasCronLine(command)
          ? new Keeper(Optional.of("a line of the crontab"), Optional.empty(), true)
          : this;
    }
  }

  /** Finds the keepers; queries service managers, which may be slow. */
  public static Keepers of(Session session, Node node) throws InterruptedException {
    Optional<NodeLock.Holder> up = NodeLock.holder(NodeLock.up(node.home()));
    if (up.isPresent()) {
      Keeper keeper = Keeper.of("sbp up (process " + up.get().pid() + ")");
      return new Keepers(keeper, keeper);
    }
    try {
      ServiceSetting setting = ServiceSetting.of(session, Optional.empty());
      SequencedMap<String, String> units = setting.manager(Optional.empty()).installedUnits();
      ServiceManager cron =
          ServiceSetting.of(session, Optional.of(ServiceKind.CRON)).manager(Optional.empty());
      return new Keepers(
          ofUnit(units, "serve").orCron(cron, "serve"), ofUnit(units, "tick").orCron(cron, "tick"));
    } catch (CliException | NodeException e) {
      // Without a home folder, launcher or identity nothing can have been installed from here.
      return new Keepers(Keeper.NONE, Keeper.NONE);
    }
  }

  private static Keeper ofUnit(SequencedMap<String, String> units, String part) {
    for (Map.Entry<String, String> unit : units.entrySet()) {
      if (unit.getKey().matches(".*[.-]" + part + "(\\..*)?")) {
        return ServiceManager.isAtWork(unit.getValue())
            ? Keeper.of(unit.getKey() + " is " + unit.getValue())
            : new Keeper(
                Optional.empty(),
                Optional.of(unit.getKey() + " is installed, but: " + unit.getValue()),
                false);
      }
    }
    return Keeper.NONE;
  }
}
