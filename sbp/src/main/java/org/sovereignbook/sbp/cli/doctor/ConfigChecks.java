package org.sovereignbook.sbp.cli.doctor;

import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.cli.config.ConfigProblems;
import org.sovereignbook.sbp.cli.config.ProgramSettings;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugin.Extensions;

/** Whether every room can read its section of the configuration, and every key is somebody's. */
final class ConfigChecks {
  private final Node node;
  private final Extensions extensions;

  ConfigChecks(Node node, Extensions extensions) {
    this.node = node;
    this.extensions = extensions;
  }

  /** Names every problem, not only the first. */
  Check config() {
    Config config = node.config();
    List<ConfigProblems.Problem> problems =
        ConfigProblems.of(config, ProgramSettings.with(config, extensions));
    return problems.isEmpty()
        ? Check.pass("config", config.file().toString())
        : Check.fail(
            "config",
            problems.stream().map(ConfigProblems.Problem::line).collect(Collectors.joining("; ")),
            "edit "
                + config.file()
                + ", or run: sbp config set KEY VALUE; a key that is left out has its default");
  }
}
