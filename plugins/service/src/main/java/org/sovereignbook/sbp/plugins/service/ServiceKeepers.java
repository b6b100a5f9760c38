package org.sovereignbook.sbp.plugins.service;

import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.frontend.automation.Keepers;
import org.sovereignbook.sbp.frontend.automation.Keepers.Keeper;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.ops.service.ServiceKind;

/** The services of this machine that keep a node running: active units, a line of the crontab. */
final class ServiceKeepers {
  private ServiceKeepers() {}

  /** Finds the keepers; queries service managers, which may be slow. */
  static Keepers of(Session session) throws InterruptedException {
    try {
      ServiceSetting setting = ServiceSetting.of(session, Optional.empty());
      SequencedMap<String, String> units = setting.manager(Optional.empty()).installedUnits();
      ServiceManager cron =
          ServiceSetting.of(session, Optional.of(ServiceKind.CRON)).manager(Optional.empty());
      return new Keepers(
          orCron(ofUnit(units, "serve"), cron, "serve"),
          orCron(ofUnit(units, "tick"), cron, "tick"));
    } catch (CliException | NodeException e) {
      // Without a home folder, launcher or identity nothing can have been installed from here.
      return Keepers.NONE;
    }
  }

  private static Keeper orCron(Keeper keeper, ServiceManager cron, String command)
      throws InterruptedException {
    return keeper.by().isEmpty() && cron.hasCronLine(command)
        ? new Keeper(Optional.of("a line of the crontab"), Optional.empty(), true)
        : keeper;
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
