package org.sovereignbook.sbp.ops.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.frontend.automation.NodeProgram;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.ops.config.ConfigProblems;
import org.sovereignbook.sbp.ops.config.ProgramSettings;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.runtime.plugin.Extensions;
import org.sovereignbook.sbp.runtime.plugin.PluginFile;
import org.sovereignbook.sbp.runtime.plugin.PluginState;

/** Checks of settings and plugins, and of the chosen plugins' function. */
record ConfigChecks(Session session, Node node, Extensions extensions) {
  /** Reports every problem, not only the first. */
  Finding config() {
    Config config = node.config();
    List<ConfigProblems.Problem> problems =
        ConfigProblems.of(config, ProgramSettings.with(node, config, extensions));
    return problems.isEmpty()
        ? Finding.pass(config.file().toString())
        : Finding.fail(
            problems.stream().map(ConfigProblems.Problem::line).collect(Collectors.joining("; ")),
            "sbp config check && $EDITOR runtime/scheduler-config.json");
  }

  /** Checks the plugins. An unused duplicate does no harm: it is named, and passes. */
  Finding plugins() {
    List<PluginFile> all = extensions.catalog().judged();
    List<String> problems = new ArrayList<>(extensions.catalog().problems());
    for (PluginFile plugin : all) {
      if (!plugin.isOk() && plugin.state().kind() != PluginState.Kind.DUPLICATE) {
        problems.add(brief(plugin) + ", " + plugin.state().why());
      }
    }
    if (!problems.isEmpty()) {
      return Finding.fail(PeerText.plain(String.join("; ", problems)), "sbp plugin list");
    }
    return Finding.pass(
        all.isEmpty() ? "none" : "all %d are whole:  sbp plugin list".formatted(all.size()));
  }

  /**
   * Checks whether the node's own programs are accepted, without asking and without recording
   * anything.
   */
  Finding programs() {
    NodeAcceptance acceptance = new NodeAcceptance(session, node);
    List<NodeProgram> programs = acceptance.isAccepted() ? List.of() : acceptance.programs();
    return programs.isEmpty()
        ? Finding.pass("none that must be accepted")
        : Finding.fail(
            "from elsewhere, and not accepted: "
                + programs.stream().map(NodeProgram::place).collect(Collectors.joining(", ")),
            "sbp accept");
  }

  /**
   * Loads the backend as the next run of an agent would, and lets it check whether it can answer.
   */
  Finding llmBackend() throws InterruptedException {
    if (!programs().remedy().isEmpty()) {
      return Finding.skip("not asked before the node's programs are accepted");
    }
    LlmBackend backend = extensions.backend(node.config().get(AgentSettings.BACKEND));
    Readiness readiness;
    try {
      readiness = backend.readiness(AgentRunner.context(node, backend));
    } catch (ConfigException e) {
      // The program's own settings are valid, so the error is in the backend's section.
      return Finding.fail(e.getMessage(), "sbp config list");
    }
    String found = PeerText.plain(backend.name() + ": " + readiness.found());
    return readiness.remedy().isEmpty()
        ? Finding.pass(found)
        : Finding.fail(found, readiness.remedy().get());
  }

  /** Checks whether models may be called, and how many calls were made. */
  Finding llmCalls() {
    Optional<String> lost = node.made().missing(NodeThing.MODEL_CALLS);
    if (lost.isPresent()) {
      return Finding.fail("not known: " + lost.get(), "sbp lost");
    }
    LlmStatus status = LlmStatus.of(node, name -> session.isMetered(node, name));
    String found = status.lines().isEmpty() ? "none" : String.join("; ", status.lines());
    if (!status.problems().isEmpty()) {
      return Finding.fail(found, "sbp log --ops");
    }
    return status.warning().isPresent()
        ? Finding.warn(found, "sbp config set llm.daily_call_limit 100")
        : Finding.pass(found);
  }

  private static String brief(PluginFile plugin) {
    return plugin.name() + " (" + plugin.origin() + ") is " + plugin.state().word();
  }
}
