package org.sovereignbook.sbp.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.agent.AgentSettings;
import org.sovereignbook.sbp.agent.LlmStatus;
import org.sovereignbook.sbp.cli.config.ConfigProblems;
import org.sovereignbook.sbp.cli.config.ProgramSettings;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugin.Extensions;
import org.sovereignbook.sbp.plugin.PluginFile;
import org.sovereignbook.sbp.plugin.PluginState;

/** Whether settings and plugins are what they should be, and the chosen plugins work. */
record ConfigChecks(Node node, Extensions extensions) {
  /** Names every problem, not only the first. */
  Finding config() {
    Config config = node.config();
    List<ConfigProblems.Problem> problems =
        ConfigProblems.of(config, ProgramSettings.with(config, extensions));
    return problems.isEmpty()
        ? Finding.pass(config.file().toString())
        : Finding.fail(
            problems.stream().map(ConfigProblems.Problem::line).collect(Collectors.joining("; ")),
            "edit "
                + config.file()
                + ", or run: sbp config set KEY VALUE; a key that is left out has its default");
  }

  /** A copy that another file comes before does no harm: it is named, and passes. */
  Finding plugins() {
    List<PluginFile> all = extensions.catalog().all();
    List<String> problems = new ArrayList<>(extensions.catalog().problems());
    List<String> remedies = new ArrayList<>();
    for (PluginFile plugin : all) {
      if (!plugin.isOk() && plugin.state().kind() != PluginState.Kind.DUPLICATE) {
        problems.add(brief(plugin) + ", " + plugin.state().why());
        remedies.addAll(plugin.remedies());
      }
    }
    if (!problems.isEmpty()) {
      remedies.add("every plugin there is:  sbp plugin list");
      return Finding.fail(PeerText.plain(String.join("; ", problems)), String.join("; ", remedies));
    }
    return Finding.pass(
        all.isEmpty() ? "none" : String.join(", ", all.stream().map(ConfigChecks::brief).toList()));
  }

  /** Loads it, as the next run of an agent would. */
  Finding llmBackend() {
    LlmBackend backend = extensions.backend(node.config().get(AgentSettings.BACKEND));
    return Finding.pass(backend.name() + ": " + PeerText.plain(backend.description()));
  }

  /** Whether the models may be asked, and how often they were. */
  Finding llmCalls() {
    LlmStatus status = LlmStatus.of(node, name -> extensions.backend(name).metered());
    return status.problems().isEmpty()
        ? Finding.pass(status.lines().isEmpty() ? "none" : String.join("; ", status.lines()))
        : Finding.fail(
            String.join("; ", status.problems()),
            "why it failed:  sbp log --ops; to ask it before its rest is over:  sbp agent reader"
                + " --now");
  }

  private static String brief(PluginFile plugin) {
    return plugin.name() + " (" + plugin.origin() + ") is " + plugin.state().word();
  }
}
