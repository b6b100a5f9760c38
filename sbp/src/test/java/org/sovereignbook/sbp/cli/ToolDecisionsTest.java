package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ValueKind;
import org.sovereignbook.sbp.testing.Everything;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Every command there is, asked for by agents: by one that may nothing, and by one that may
 * everything. Each leaves one decision in the trail, and one that is refused leaves nothing else.
 */
class ToolDecisionsTest {
  /** Commands without a node, on which nothing has to be decided. */
  private static final List<String> WITHOUT_NODE =
      List.of(
          "init",
          "demo",
          "demo memory",
          "demo chat",
          "demo interop",
          "demo email",
          "demo reputation",
          "demo relay",
          "demo swarm",
          "demo team",
          "verify",
          "access prove",
          "restore",
          "plugin new",
          "version",
          "commands",
          "completion");

  /** Identifies its caller in its own way: see McpCommandTest. */
  private static final List<String> OWN_WAY = List.of("mcp");

  /** Groups that only print their help. */
  private static final List<String> HELP_ONLY = List.of("access", "audit", "society", "webhook");

  /** What ends with its input waits for so many answers. */
  private static final int AT_ONCE = 10;

  private Ledger ledger;
  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    node.configure(
        JsonObject.builder()
            .put("agents", JsonObject.builder().put("max_refused_calls", 1_000).build())
            .put("features", JsonObject.empty().with("on", JsonArray.ofStrings(List.of("relay"))))
            .build());
    cli = CliTest.in(node.home().root());
    cli.run("agent", "register", "nobody", "--tools", "none");
    cli.run("agent", "register", "anybody", "--tools", "*");
    cli.run("agent", "activate", "nobody");
    cli.run("agent", "activate", "anybody");
    ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()));
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private void be(String agent) {
    cli.without("SBP_AGENT_TOKEN");
    CliTest.Ran ran = cli.run("agent", "token", agent, "--json");
    cli.with("SBP_AGENT_TOKEN", ran.json().string("token").orElseThrow());
  }

  private static Stream<CommandInfo> commands() {
    return CommandContract.catalog().all();
  }

  private static Stream<CommandInfo> tools() {
    return commands().filter(command -> command.tool().isPresent());
  }

  private static String name(CommandInfo command) {
    return command.toolName();
  }

  private static List<String> words(CommandInfo tool) {
    List<String> words = new ArrayList<>(tool.path());
    for (Argument option : tool.options()) {
      if (option.required()) {
        words.add(option.option().orElseThrow() + "=" + value(option));
      }
    }
    tool.parameters().forEach(parameter -> words.add(value(parameter)));
    if (tool.command().equals("access approve")) {
      words.add("--once");
    }
    return words;
  }

  private static String value(Argument argument) {
    return argument.choices().isPresent()
        ? argument.choices().get().getFirst()
        : argument.type() == ValueKind.URL ? "https://example.org" : "1";
  }

  /** Tool and decision of each row, the oldest first. */
  private List<String> trail() {
    return ledger.read(
        tx ->
            tx.list(
                "SELECT tool, decision FROM audit WHERE decision IN ('allow', 'deny')"
                    + " ORDER BY seq",
                row -> row.text(1) + " " + row.text(2)));
  }

  private List<String> trailAfter(Runnable work) {
    int before = trail().size();
    work.run();
    List<String> all = trail();
    return all.subList(before, all.size());
  }

  @Test
  void noCommandOnANodeWorksWithoutADecisionAndItsOneRow() {
    be("nobody");
    askForAsManyAsMay();
    NavigableSet<String> before = Everything.of(ledger);
    for (CommandInfo command : commands().filter(CommandInfo::needsNode).toList()) {
      if (OWN_WAY.contains(command.command()) || HELP_ONLY.contains(command.command())) {
        continue;
      }
      List<String> rows =
          trailAfter(
              () -> {
                CliTest.Ran ran = cli.run(words(command).toArray(String[]::new));
                // A hook of a coding CLI never blocks it.
                boolean isHook = command.command().equals("memory hook");
                assertThat(ran.exit())
                    .as("%s: %s %s", command.command(), ran.out(), ran.err())
                    .isEqualTo(isHook ? ExitCode.DONE : ExitCode.REFUSED);
              });
      // A group by itself is one of its own, such as sbp task, which is sbp task list.
      assertThat(rows)
          .as(command.command())
          .singleElement()
          .isIn(command.all().map(each -> name(each) + " deny").toList());
      assertThat(Everything.changed(before, Everything.of(ledger))).as(command.command()).isEmpty();
    }
  }

  @Test
  void whatWorksOnNoNodeIsKnown() {
    assertThat(commands().filter(command -> !command.needsNode()).map(CommandInfo::command))
        .containsExactlyElementsOf(WITHOUT_NODE);
  }

  @Test
  void everyToolThatIsAllowedLeavesOneRowAndWhatReadsChangesNothing() {
    be("anybody");
    for (CommandInfo tool : tools().toList()) {
      NavigableSet<String> before = Everything.of(ledger);
      assertThat(trailAfter(() -> cli.run(words(tool).toArray(String[]::new))))
          .as(tool.command())
          .containsExactly(name(tool) + " allow");
      if (tool.tool().map(Tool::reads).orElseThrow()) {
        assertThat(Everything.changed(before, Everything.of(ledger))).as(tool.command()).isEmpty();
      }
    }
  }

  @Test
  void theSameHoldsForEveryToolAndResourceOverMcp() {
    for (String agent : List.of("nobody", "anybody")) {
      be(agent);
      askForAsManyAsMay();
      String decision = agent.equals("nobody") ? " deny" : " allow";
      List<String> expected = new ArrayList<>();
      List<String> asked = new ArrayList<>();
      for (CommandInfo tool : tools().toList()) {
        asked.add(request("tools/call", "\"name\":\"%s\",\"arguments\":{}".formatted(name(tool))));
        expected.add(name(tool) + decision);
      }
      for (String uri : List.of("ethos", "agents.md", "feed", "tasks", "mail", "task/1")) {
        asked.add(request("resources/read", "\"uri\":\"sbp://" + uri + "\""));
      }
      expected.addAll(
          Stream.of("ethos", "agents_md", "feed", "task_list", "mail_list", "task_show")
              .map(tool -> tool + decision)
              .toList());
      NavigableSet<String> before = Everything.of(ledger);

      assertThat(
              trailAfter(
                  () -> {
                    for (int i = 0; i < asked.size(); i += AT_ONCE) {
                      List<String> some = asked.subList(i, Math.min(i + AT_ONCE, asked.size()));
                      cli.typing(String.join("", some));
                      assertThat(cli.run("mcp").lines()).hasSize(some.size());
                    }
                  }))
          .containsExactlyInAnyOrderElementsOf(expected);
      if (agent.equals("nobody")) {
        assertThat(Everything.changed(before, Everything.of(ledger))).isEmpty();
      }
    }
  }

  /** With as many requests as one agent may have open, later refusals store nothing to repeat. */
  private void askForAsManyAsMay() {
    List.of("status", "feed", "inbox").forEach(cli::run);
  }

  @Test
  void callsAtOnceAskForAsManyToolsAsMayWaitAndEachIsStoredWithItsOwnRequest() {
    be("nobody");
    List<String> calls = List.of("agent_list", "task_list", "mail_list", "log", "peers", "feed");
    cli.typing(
        String.join(
            "",
            calls.stream()
                .map(tool -> "\"name\":\"%s\",\"arguments\":{}".formatted(tool))
                .map(call -> request("tools/call", call) + request("tools/call", call))
                .toList()));

    assertThat(cli.run("mcp").lines()).hasSize(2 * calls.size());

    List<String> asked =
        ledger.read(
            tx ->
                tx.list(
                    "SELECT r.tool, c.text FROM access_request r JOIN content c ON c.id ="
                        + " r.call_id",
                    row -> row.text(1) + " " + row.text(2)));
    assertThat(asked)
        .hasSize(3)
        .doesNotHaveDuplicates()
        .isSubsetOf(
            calls.stream()
                .map(tool -> "%s {\"words\":[\"%s\"]}".formatted(tool, tool.replace("_", "\",\"")))
                .toList());
  }

  private int requests;

  private String request(String method, String params) {
    return ("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s,\"_meta\":{"
            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}\n")
        .formatted(requests++, method, params);
  }

  @Test
  void whatIsTheOwnersAloneIsRefusedToAnAgentThatMayEverything() {
    be("anybody");
    NavigableSet<String> before = Everything.of(ledger);
    for (String line :
        List.of(
            "config set llm.backend exec",
            "plugin install x.jar",
            "eject reader-pre",
            "store migrate --to sqlite",
            "society import x",
            "society export x",
            "event erase all",
            "entity tag anybody owner",
            "hook new x",
            "hook accept x",
            "hook enable x",
            "hook serve",
            "webhook add x",
            "team run x",
            "team set a b",
            "team init",
            "team evolve a confirm",
            "access approve 1 --once",
            "access grant anybody --tools x",
            "access revoke 1",
            "access deny 1",
            "audit export x",
            "keygen",
            "mcp install claude")) {
      String[] words = line.split(" ");
      String tool = words.length > 1 ? words[0] + "_" + words[1] : words[0];
      List<String> rows =
          trailAfter(
              () -> {
                CliTest.Ran ran = cli.run(words);
                assertThat(ran.exit()).as("%s: %s", line, ran.err()).isEqualTo(ExitCode.REFUSED);
              });
      assertThat(rows).as(line).singleElement().asString().endsWith(" deny").startsWith(words[0]);
      assertThat(Everything.changed(before, Everything.of(ledger)))
          .as("%s %s", line, tool)
          .isEmpty();
    }
  }

  private static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }

  /** What a model is shown, it may use: by its capabilities and by the policies. */
  @Test
  void listsHoldWhatCapabilitiesAndPoliciesAllowAndNothingElse() {
    ledger
        .node()
        .writeText(
            ledger.node().home().access().resolve("owner.yaml"),
            """
            - { name: node, match: { principal: { is_user: true } }, effect: allow, permissions: "*" }
            - name: agents
              match: { principal: { agent: true } }
              effect: allow
              permissions: { tools: { allow: "task_*", deny: task_add }, data: full }
            """);
    be("anybody");
    cli.typing(request("tools/list", "\"cursor\":\"\"").replace("\"cursor\":\"\",", ""));
    List<String> shown =
        json(cli.run("mcp").lines().getFirst())
            .object("result")
            .flatMap(result -> result.array("tools"))
            .orElseThrow()
            .objects()
            .stream()
            .map(tool -> tool.string("name").orElseThrow())
            .toList();
    assertThat(shown).contains("task_claim").allMatch(tool -> tool.startsWith("task_"));
    assertThat(shown).doesNotContain("task_add");

    cli.typing(request("resources/list", "\"cursor\":\"\"").replace("\"cursor\":\"\",", ""));
    assertThat(cli.run("mcp").out()).contains("sbp://tasks").doesNotContain("sbp://mail");
  }
}
