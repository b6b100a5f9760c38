package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.mcp.AgentTools;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;

/** A node and its society without features: each of them off alone, and all of them at once. */
class FeaturesOffTest {
  /** A day in a node: what every owner does. */
  private static final List<String> DAY =
      List.of(
          "status",
          "doctor",
          "reader-pre",
          "deliver",
          "agent register ada",
          "agent register bob",
          "agent list",
          "task add look",
          "task list",
          "task claim --as ada",
          "mail send bob hello --as ada",
          "mail list --as bob",
          "bus put key value --as ada",
          "bus list",
          "group create press",
          "group add press ada",
          "memory search hello --as ada",
          "session list",
          "event list",
          "audit verify",
          "access lint",
          "config",
          "commands",
          "plugin list",
          "maintain",
          "deliver",
          "status");

  /** Lines of commands whose examples only a shell understands. */
  private static final Map<String, String> LINES =
      Map.of(
          "shell", "shell",
          "completion", "completion bash",
          "complete", "complete session_id s",
          "demo-node", "demo-node");

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> theRestWorksWithout() {
    List<String> optional =
        Features.bundled().all().stream().filter(Feature::isOptional).map(Feature::name).toList();
    assertThat(optional).isNotEmpty();
    List<List<String>> sets = new ArrayList<>(optional.stream().map(List::of).toList());
    if (optional.size() > 1) {
      sets.add(optional);
    }
    return sets.stream()
        .map(off -> DynamicTest.dynamicTest(String.join(", ", off), () -> aDayWithout(off)));
  }

  private void aDayWithout(List<String> off) {
    CliTest outside = CliTest.in(folder).with("HOME", folder.toString());
    String home = "without-" + String.join("-", off) + off.size();
    assertThat(outside.run("init", home, "--local").exit()).isEqualTo(ExitCode.DONE);
    CliTest node = outside.workingIn(folder.resolve(home));
    off.forEach(name -> does(node, "plugin off " + name));

    DAY.forEach(line -> does(node, line));
    off.forEach(name -> commandsAreRefused(node, name));
    off.forEach(name -> does(node, "plugin on " + name));
    does(node, "status");
  }

  private static void does(CliTest node, String line) {
    CliTest.Ran ran = node.run(line.split(" "));
    assertThat(ran.exit().isFailure()).as(line + ": " + ran.out() + ran.err()).isFalse();
  }

  /** Each example of each command ends at the switch, before it does anything. */
  private static void commandsAreRefused(CliTest node, String feature) {
    String listed = node.run("commands", "--json").out();
    for (FeatureCommand command : commands(feature)) {
      String words = String.join(" ", command.path());
      assertThat(listed).as(words).doesNotContain("\"" + words + "\"");
      List<String> lines =
          LINES.containsKey(words) ? List.of(LINES.get(words)) : examples(feature, command.path());
      assertThat(lines).as(words).isNotEmpty();
      for (String line : lines) {
        CliTest.Ran ran = node.run((line + " --json").split(" "));
        assertThat(ran.exit()).as(line + ": " + ran.out()).isEqualTo(ExitCode.REFUSED);
        assertThat(ran.out()).contains("feature-off", "sbp plugin on " + feature);
      }
    }
  }

  /** The lines in examples that call a command or one below it, without the program's name. */
  private static List<String> examples(String feature, List<String> path) {
    String begins = String.join(" ", path);
    return CommandContract.catalog()
        .all()
        .filter(command -> begins(command.path(), path))
        .flatMap(command -> command.examples().stream())
        .flatMap(example -> Stream.of(example.split(" && ")))
        .map(line -> line.replaceFirst("^sbp ", ""))
        .filter(line -> (line + " ").startsWith(begins + " "))
        .filter(line -> !isOfAnother(feature, path, List.of(line.split(" "))))
        .filter(line -> Stream.of("'", "<", "|", "--help").noneMatch(line::contains))
        .distinct()
        .toList();
  }

  private static boolean begins(List<String> words, List<String> path) {
    return words.size() >= path.size() && words.subList(0, path.size()).equals(path);
  }

  /** Whether another feature has put the command below the one at this path. */
  private static boolean isOfAnother(String feature, List<String> path, List<String> words) {
    return Features.bundled().of(CommandFeature.class).stream()
        .filter(each -> !each.name().equals(feature))
        .flatMap(each -> each.commands().stream())
        .filter(command -> command.path().size() > path.size())
        .anyMatch(command -> begins(words, command.path()));
  }

  @Test
  void aToolThatWasListedBeforeItsFeatureWasSwitchedOffIsRefusedAndStopsNothing() throws Exception {
    CliTest outside = CliTest.in(folder).with("HOME", folder.toString());
    assertThat(outside.run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    Path home = folder.resolve("node");
    CliTest node = outside.workingIn(home);
    String token =
        node.run("agent", "token", "reader", "--json").json().string("token").orElseThrow();
    Session session =
        CommandLines.session(
            home,
            Map.of("HOME", folder.toString()),
            new PrintStream(OutputStream.nullOutputStream()));
    try (Ledger ledger = session.ledger(session.nodeAt(home))) {
      AgentTools tools = AgentTools.of(session, ledger);
      assertThat(tools.call("swarm_list", JsonObject.empty(), token).text())
          .doesNotContain("feature-off");
      does(node, "agent token reader --revoke-all");
      does(node, "plugin off swarm");
      String again =
          node.run("agent", "token", "reader", "--json").json().string("token").orElseThrow();

      AgentTools.Answer answer = tools.call("swarm_list", JsonObject.empty(), again);

      assertThat(answer.isError()).isTrue();
      assertThat(answer.text()).contains("feature-off", "swarm is off");
      assertThat(tools.call("task_list", JsonObject.empty(), again).isError()).isFalse();
    }
  }

  private static List<FeatureCommand> commands(String feature) {
    return Features.bundled().of(CommandFeature.class).stream()
        .filter(each -> each.name().equals(feature))
        .flatMap(each -> each.commands().stream())
        .toList();
  }
}
