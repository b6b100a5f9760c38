package org.sovereignbook.sbp.ops.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.ops.init.EarlierPackages;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import org.sovereignbook.sbp.store.SetAside;
import org.sovereignbook.sbp.store.StoreSettings;

/** Checks of the node's files (IMPLEMENTATION §10). */
record FileChecks(Node node, NodeHome home) {
  private static final long DISK_FLOORS = 4;

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
        ? Finding.fail("sbp init was interrupted (" + marker + ")", "sbp init .")
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
        : Finding.fail(
            "missing or empty: " + String.join(", ", missing), fromNewNode("agent-prompts"));
  }

  Finding scripts() {
    List<String> missing =
        Steps.ALL.stream()
            .map(Step::script)
            .filter(name -> !Files.isExecutable(home.scripts().resolve(name)))
            .toList();
    Optional<Finding> earlier = earlierPackages();
    if (missing.isEmpty() && earlier.isPresent()) {
      return earlier.get();
    }
    return missing.isEmpty()
        ? Finding.pass("all six executable in " + home.scripts())
        : Finding.fail(
            "missing or not executable: " + String.join(", ", missing),
            missing.stream().map(home.scripts()::resolve).allMatch(node.disk()::exists)
                ? "chmod +x " + Quoting.shell(home.scripts().toString()) + "/*"
                : fromNewNode("scripts"));
  }

  /** Returns a step whose source was ejected by an earlier version and no longer compiles. */
  private Optional<Finding> earlierPackages() {
    return Steps.ALL.stream()
        .filter(
            step ->
                node.readText(home.scripts().resolve(step.script()))
                    .filter(EarlierPackages::areIn)
                    .isPresent())
        .findFirst()
        .map(
            step ->
                Finding.fail(
                    "the ejected step %s names packages of an earlier version"
                        .formatted(step.command()),
                    "sbp eject %1$s --renew || sbp eject %1$s".formatted(step.command())));
  }

  Finding library() {
    return node.disk().exists(home.lib())
        ? Finding.pass(home.lib() + "; the library is the program sbp itself")
        : Finding.fail(home.lib() + " is missing", fromNewNode("lib"));
  }

  Finding ethos() {
    return node.readText(home.ethos()).orElse("").isBlank()
        ? Finding.fail(home.ethos() + " is missing or empty", "sbp ethos --from 'who the agent is'")
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
            "$EDITOR HANDOFF-REPORT.md");
  }

  /** Checks that everything exists that the node has made. */
  Finding losses() {
    List<MadeThings.Loss> losses = node.made().losses();
    if (!losses.isEmpty()) {
      MadeThings.Loss first = losses.getFirst();
      String more = losses.size() == 1 ? "" : " (and " + (losses.size() - 1) + " more)";
      return Finding.fail(
          "%s was lost (%s)%s".formatted(node.made().where(first), first.thing().contents(), more),
          "sbp lost");
    }
    return node.made()
        .since()
        .map(since -> Finding.pass("none since " + since))
        .orElseGet(
            () ->
                Finding.warn(
                    home.madeThings() + " is missing, so that no loss can be told",
                    "sbp maintain"));
  }

  /** Reports leftovers of former stores; called if there are any. */
  Finding setAside() {
    List<SetAside> all = SetAside.all(node);
    SetAside first = all.getFirst();
    String path = home.root().relativize(first.path()).toString();
    String end =
        first
            .until(node)
            .map(until -> "until " + until + " (maintenance_config.set_aside_keep_days)")
            .orElse("which nothing ends");
    return Finding.warn(
        "%s of a former store, with texts that may have been erased since: %s, %s"
            .formatted(all.size() == 1 ? "a copy" : all.size() + " copies", path, end),
        "rm -r " + Quoting.shell(path));
  }

  /** Checks that there is space for incoming messages, and permission to write them. */
  Finding disk() {
    if (!Files.isWritable(home.runtime())) {
      return Finding.fail(home.runtime() + " cannot be written", "chmod -R u+w runtime");
    }
    long free = node.disk().freeBytes(home.runtime());
    long floor = node.config().get(StoreSettings.FREE_DISK_BYTES);
    String found = Wording.size(free) + " free where the node is";
    String look = "df -h " + Quoting.shell(home.runtime().toString());
    if (free < floor) {
      return Finding.fail(
          found + ", less than the " + Wording.size(floor) + " of server.free_disk_floor_bytes",
          look);
    }
    return free < DISK_FLOORS * floor ? Finding.warn(found, look) : Finding.pass(found);
  }

  /** Returns a command that restores missing files, and changes no existing one. */
  private static String fromNewNode(String folder) {
    return "sbp init ../sbp-new --local && cp -rn ../sbp-new/runtime/%1$s runtime/"
        .formatted(folder);
  }
}
