package org.sovereignbook.sbp.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.agent.AgentSettings;
import org.sovereignbook.sbp.agent.LlmStatus;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugin.Extensions;
import org.sovereignbook.sbp.plugin.PluginFile;
import org.sovereignbook.sbp.plugin.PluginState;

/** Whether the plugins in the folders are what they should be, and the chosen ones work. */
final class PluginChecks {
  private final Node node;
  private final Extensions extensions;

  PluginChecks(Node node, Extensions extensions) {
    this.node = node;
    this.extensions = extensions;
  }

  /** A copy that another file comes before does no harm: it is named, and passes. */
  Check plugins() {
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
      return Check.fail(
          "plugins", PeerText.plain(String.join("; ", problems)), String.join("; ", remedies));
    }
    return Check.pass(
        "plugins",
        all.isEmpty() ? "none" : String.join(", ", all.stream().map(PluginChecks::brief).toList()));
  }

  /** Loads it, as the next run of an agent would. */
  Check llmBackend() {
    LlmBackend backend = extensions.backend(node.config().get(AgentSettings.BACKEND));
    return Check.pass("llm backend", backend.name() + ": " + PeerText.plain(backend.description()));
  }

  /** Whether the models may be asked, and how often they were. */
  Check llmCalls() {
    LlmStatus status = LlmStatus.of(node);
    return status.problems().isEmpty()
        ? Check.pass(
            "llm calls", status.lines().isEmpty() ? "none" : String.join("; ", status.lines()))
        : Check.fail(
            "llm calls",
            String.join("; ", status.problems()),
            "why it failed:  sbp log --ops; to ask it before its rest is over:  sbp agent reader"
                + " --now");
  }

  private static String brief(PluginFile plugin) {
    return plugin.name() + " (" + plugin.origin() + ") is " + plugin.state().word();
  }
}
