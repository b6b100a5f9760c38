package org.sovereignbook.sbp.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sovereignbook.sbp.agent.Job;
import org.sovereignbook.sbp.builtin.BuiltinJobs;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.scheduler.Steps;
import org.sovereignbook.sbp.step.Step;

/** Whether the files that a node consists of are there (IMPLEMENTATION §10). */
final class FileChecks {
  private static final String INIT_AGAIN =
      "restore it from a backup, or copy it from a new node: sbp init DIR";
  private static final List<String> HANDOFF_ITEMS =
      List.of(
          "What was built",
          "Component classification",
          "How to inspect activity",
          "How to modify behavior",
          "How to restart",
          "Current state",
          "What was NOT done");

  private final Node node;
  private final NodeHome home;

  FileChecks(Node node) {
    this.node = node;
    this.home = node.home();
  }

  Check initialised() {
    Path marker = home.initMarker();
    return node.disk().exists(marker)
        ? Check.fail("init", "sbp init was interrupted (" + marker + ")", "run sbp init here again")
        : Check.pass("init", "complete");
  }

  Check prompts() {
    List<String> missing =
        BuiltinJobs.ALL.stream()
            .map(Job::promptFile)
            .filter(name -> node.disk().sizeBytes(home.agentPrompts().resolve(name)) == 0)
            .toList();
    return missing.isEmpty()
        ? Check.pass("prompts", "all of them in " + home.agentPrompts())
        : Check.fail("prompts", "missing or empty: " + String.join(", ", missing), INIT_AGAIN);
  }

  Check scripts() {
    List<String> missing =
        Steps.ALL.stream()
            .map(Step::script)
            .filter(name -> !Files.isExecutable(home.scripts().resolve(name)))
            .toList();
    return missing.isEmpty()
        ? Check.pass("scripts", "all six executable in " + home.scripts())
        : Check.fail(
            "scripts",
            "missing or not executable: " + String.join(", ", missing),
            "chmod +x " + home.scripts() + "/*; or " + INIT_AGAIN);
  }

  Check library() {
    return node.disk().exists(home.lib())
        ? Check.pass("library", home.lib() + "; the library is the program sbp itself")
        : Check.fail("library", home.lib() + " is missing", INIT_AGAIN);
  }

  Check ethos() {
    return node.readText(home.ethos()).orElse("").isBlank()
        ? Check.fail(
            "ethos", home.ethos() + " is missing or empty", "write who the agent is into it")
        : Check.pass("ethos", home.ethos().toString());
  }

  Check handoffReport() {
    String text = node.readText(home.handoffReport()).orElse("");
    List<String> missing =
        HANDOFF_ITEMS.stream().filter(item -> !text.contains("## " + item)).toList();
    return missing.isEmpty()
        ? Check.pass("handoff report", home.handoffReport().toString())
        : Check.fail(
            "handoff report",
            home.handoffReport() + " has no section " + String.join(", ", missing),
            "write what the next one who changes this node must know");
  }
}
