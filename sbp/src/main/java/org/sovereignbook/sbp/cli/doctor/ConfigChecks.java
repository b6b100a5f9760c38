package org.sovereignbook.sbp.cli.doctor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import org.sovereignbook.sbp.cli.config.ProgramSettings;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;

/** Whether every room can read its section of the configuration. */
final class ConfigChecks {
  private final Node node;

  ConfigChecks(Node node) {
    this.node = node;
  }

  /** Names every section that cannot be read, not only the first. */
  Check config() {
    Config config = node.config();
    Set<String> problems = new LinkedHashSet<>();
    ProgramSettings.rooms().forEach(room -> problems.addAll(room.problems(config)));
    return problems.isEmpty()
        ? Check.pass("config", config.file().toString())
        : Check.fail(
            "config",
            String.join("; ", new ArrayList<>(problems)),
            "edit " + config.file() + "; a key that is left out has its default");
  }
}
