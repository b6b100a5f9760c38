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
record FileChecks(Node node, NodeHome home) {
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

  Finding initialised() {
    Path marker = home.initMarker();
    return node.disk().exists(marker)
        ? Finding.fail("sbp init was interrupted (" + marker + ")", "run sbp init here again")
        : Finding.pass("complete");
  }

  Finding prompts() {
    List<String> missing =
        BuiltinJobs.ALL.stream()
            .map(Job::promptFile)
            .filter(name -> node.disk().sizeBytes(home.agentPrompts().resolve(name)) == 0)
            .toList();
    return missing.isEmpty()
        ? Finding.pass("all of them in " + home.agentPrompts())
        : Finding.fail("missing or empty: " + String.join(", ", missing), INIT_AGAIN);
  }

  Finding scripts() {
    List<String> missing =
        Steps.ALL.stream()
            .map(Step::script)
            .filter(name -> !Files.isExecutable(home.scripts().resolve(name)))
            .toList();
    return missing.isEmpty()
        ? Finding.pass("all six executable in " + home.scripts())
        : Finding.fail(
            "missing or not executable: " + String.join(", ", missing),
            "chmod +x " + home.scripts() + "/*; or " + INIT_AGAIN);
  }

  Finding library() {
    return node.disk().exists(home.lib())
        ? Finding.pass(home.lib() + "; the library is the program sbp itself")
        : Finding.fail(home.lib() + " is missing", INIT_AGAIN);
  }

  Finding ethos() {
    return node.readText(home.ethos()).orElse("").isBlank()
        ? Finding.fail(home.ethos() + " is missing or empty", "write who the agent is into it")
        : Finding.pass(home.ethos().toString());
  }

  Finding handoffReport() {
    String text = node.readText(home.handoffReport()).orElse("");
    List<String> missing =
        HANDOFF_ITEMS.stream().filter(item -> !text.contains("## " + item)).toList();
    return missing.isEmpty()
        ? Finding.pass(home.handoffReport().toString())
        : Finding.fail(
            home.handoffReport() + " has no section " + String.join(", ", missing),
            "write what the next one who changes this node must know");
  }
}
