package org.sovereignbook.sbp.cli.doctor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.sovereignbook.sbp.agent.AgentSettings;
import org.sovereignbook.sbp.builtin.BuiltinJobs;
import org.sovereignbook.sbp.builtin.BuiltinSettings;
import org.sovereignbook.sbp.delivery.DeliveryConfig;
import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.maintenance.MaintenanceConfig;
import org.sovereignbook.sbp.network.NetworkConfig;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.reader.ReaderConfig;
import org.sovereignbook.sbp.scheduler.SchedulerConfig;
import org.sovereignbook.sbp.server.ServerConfig;
import org.sovereignbook.sbp.store.StoreConfig;

/** Whether every room can read its section of the configuration. */
final class ConfigChecks {
  private static final List<Function<Config, Object>> READERS =
      List.of(
          SchedulerConfig::from,
          HttpConfig::from,
          DeliveryConfig::from,
          MaintenanceConfig::from,
          NetworkConfig::from,
          ServerConfig::from,
          ReaderConfig::from,
          StoreConfig::from,
          BuiltinSettings.ALL::checked,
          BuiltinJobs.SETTINGS::checked,
          AgentSettings.ALL::checked);

  private final Node node;

  ConfigChecks(Node node) {
    this.node = node;
  }

  /** Names every section that cannot be read, not only the first. */
  Check config() {
    Config config = node.config();
    Set<String> problems = new LinkedHashSet<>();
    for (Function<Config, Object> reader : READERS) {
      try {
        Object _ = reader.apply(config);
      } catch (ConfigException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    return problems.isEmpty()
        ? Check.pass("config", config.file().toString())
        : Check.fail(
            "config",
            String.join("; ", new ArrayList<>(problems)),
            "edit " + config.file() + "; a key that is left out has its default");
  }
}
