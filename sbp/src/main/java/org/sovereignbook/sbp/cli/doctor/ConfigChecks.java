package org.sovereignbook.sbp.cli.doctor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.sovereignbook.sbp.cli.config.ProgramSettings;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.scheduler.SchedulerConfig;

/** Whether every room can read its section of the configuration. */
final class ConfigChecks {
  private static final List<Function<Config, Object>> READERS = List.of(SchedulerConfig::from);

  private final Node node;

  ConfigChecks(Node node) {
    this.node = node;
  }

  /** Names every section that cannot be read, not only the first. */
  Check config() {
    Config config = node.config();
    Set<String> problems = new LinkedHashSet<>();
    ProgramSettings.rooms().forEach(room -> problems.addAll(room.problems(config)));
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
