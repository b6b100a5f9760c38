package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp mcp}: commands as tools, of whoever the connection is. */
class McpCommandTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private TestNode node;
  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = TestNode.in(folder);
    cli = CliTest.in(node.home().root());
    assertThat(
            cli.run("agent", "register", "coder", "--tools", "task_*,status,mail_*", "--json")
                .exit())
        .isEqualTo(ExitCode.DONE);
  }

  private JsonObject ask(String agent, String method, String params) {
    String members = params.isEmpty() ? META : params + "," + META;
    cli.typing(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s}}\n"
            .formatted(method, members));
    List<String> words = new ArrayList<>(List.of("mcp"));
    if (!agent.isEmpty()) {
      words.addAll(List.of("--agent", agent));
    }
    CliTest.Ran ran = cli.run(words.toArray(String[]::new));
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.lines()).hasSize(1);
    return json(ran.lines().getFirst());
  }

  private JsonObject call(String agent, String tool, String arguments) {
    String params = "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments);
    return ask(agent, "tools/call", params).object("result").orElseThrow();
  }

  private static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }

  private static String code(JsonObject result) {
    assertThat(result.bool("isError")).as(result.toString()).contains(true);
    return result
        .object("structuredContent")
        .flatMap(document -> document.object("error"))
        .flatMap(error -> error.string("code"))
        .orElseThrow();
  }

  /** Tool, decision and channel of each call, without the making of tokens. */
  private List<String> audit() {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      return ledger.read(
          tx ->
              tx.list(
                  "SELECT tool, decision, channel FROM audit WHERE channel = 'mcp'"
                      + " AND decision IN ('allow', 'deny')"
                      + " AND tool <> 'agent_token' ORDER BY seq",
                  row -> row.text(1) + " " + row.text(2) + " " + row.text(3)));
    }
  }

  @Test
  void anAgentWorksATaskAndEachCallLeavesOneRow() {
    String id = cli.run("task", "add", "look", "--json").json().string("id").orElseThrow();

    JsonObject claim = call("coder", "task_claim", "{}").object("structuredContent").orElseThrow();
    long fence = claim.integer("fence").orElseThrow();
    call(
        "coder",
        "task_submit",
        "{\"id\":\"%s\",\"fence\":%d,\"result\":\"--seen\"}".formatted(id, fence));

    assertThat(claim.string("id")).contains(id);
    assertThat(cli.run("task", "show", id, "--json").out())
        .contains("--seen")
        .contains("\"completed\"");
    assertThat(audit()).containsExactly("task_claim allow mcp", "task_submit allow mcp");
  }

  @Test
  void whatAnAgentMayNotIsRefusedNamedAndWrittenDown() {
    assertThat(code(call("coder", "send", "{\"peer\":\"x\",\"text\":\"y\"}")))
        .isEqualTo("capability_denied");
    assertThat(code(call("coder", "bus_list", "{}"))).isEqualTo("capability_denied");
    assertThat(ask("coder", "resources/read", "\"uri\":\"sbp://ethos\"").toString())
        .contains("capability_denied");

    assertThat(audit()).containsExactly("send deny mcp", "bus_list deny mcp", "ethos deny mcp");
  }

  @Test
  void aToolThatThereIsNotIsWrittenDownByAsMuchOfItsNameAsOneMayHave() {
    assertThat(ask("coder", "tools/call", "\"name\":\"access_approve\"").toString())
        .contains("-32602", "there is no tool access_approve", "your list of tools")
        .as("it has no tool_search")
        .doesNotContain("call tool_search");
    assertThat(ask("", "tools/call", "\"name\":\"rm\\u0000\\u001b[2J\"").toString())
        .contains("-32602", "call tool_search");
    assertThat(
            ask("coder", "tools/call", "\"name\":\"%s\"".formatted("n".repeat(9_000))).toString())
        .contains("-32602");

    assertThat(audit())
        .containsExactly(
            "access_approve deny mcp", "rm??[2J deny mcp", "n".repeat(40) + " deny mcp");
    assertThat(cli.run("access", "requests").out())
        .as("the owner is not asked")
        .contains("nothing");
    assertThat(cli.run("audit", "verify").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void theOwnerIsNotAskedForACallWithArgumentsThatDoNotFit() {
    String without = "{\"words\":[\"agent\",\"remove\",\"author\"]}";
    assertThat(code(call("coder", "send", without))).isEqualTo("invalid-arguments");
    assertThat(call("coder", "follow", "{\"url\":\"http://127.0.0.1:1/\"}").toString())
        .contains("invalid-arguments", "ends with a slash");
    assertThat(cli.run("access", "requests").out()).contains("nothing");
    assertThat(audit()).containsExactly("send deny mcp", "follow deny mcp");

    assertThat(code(call("coder", "follow", "{\"url\":\"http://127.0.0.1:1\"}")))
        .isEqualTo("capability_denied");
    assertThat(cli.run("access", "requests").out()).contains("follow");
  }

  @Test
  void anAgentSeesTheToolsThatItMayUse() {
    JsonArray tools =
        ask("coder", "tools/list", "").object("result").orElseThrow().array("tools").orElseThrow();
    List<String> names = tools.objects().stream().map(it -> it.string("name").orElse("")).toList();

    assertThat(names).contains("status", "task_claim", "mail_read").doesNotContain("send");
    for (JsonObject tool : tools.objects()) {
      JsonObject input = tool.object("inputSchema").orElseThrow();
      JsonObject hints = tool.object("annotations").orElseThrow();
      assertThat(input.bool("additionalProperties")).contains(false);
      assertThat(hints.bool("readOnlyHint"))
          .as("the default is left out")
          .isNotEqualTo(Optional.of(false));
      assertThat(tool.object("outputSchema").flatMap(it -> it.string("type")))
          .isIn(Optional.empty(), Optional.of("object"));
    }
    assertThat(names)
        .filteredOn(
            name ->
                tools.objects().stream()
                    .filter(tool -> tool.string("name").orElse("").equals(name))
                    .anyMatch(
                        tool ->
                            tool.object("annotations")
                                .flatMap(it -> it.bool("readOnlyHint"))
                                .orElse(false)))
        .contains("status", "task_list", "task_ready", "mail_list")
        .doesNotContain("task_claim", "mail_send");
  }

  @Test
  void anIdOfSomebodyElseIsRefusedAndOnesOwnIsFine() {
    assertThat(code(call("coder", "task_claim", "{\"agent_id\":\"reader\"}")))
        .isEqualTo("unauthorized");
    assertThat(call("coder", "task_claim", "{\"agent_id\":\"coder\"}").has("isError")).isFalse();
    assertThat(audit()).containsExactly("task_claim deny mcp", "task_claim allow mcp");
  }

  @Test
  void argumentsThatDoNotFitAreAnErrorOfTheToolAndWrittenDownToo() {
    assertThat(code(call("", "search", "{\"words\":\"fog\",\"n\":\"3\"}")))
        .isEqualTo("invalid-arguments");
    assertThat(code(call("", "search", "{}"))).isEqualTo("invalid-arguments");
    assertThat(code(call("", "search", "{\"words\":\"fog\",\"home\":\"/\"}")))
        .isEqualTo("invalid-arguments");
    assertThat(code(call("", "send", "{\"peer\":\"x\",\"text\":\"-\"}")))
        .isEqualTo("invalid-arguments");

    assertThat(audit())
        .containsExactly(
            "search allow mcp", "search allow mcp", "search allow mcp", "send allow mcp");
  }

  @Test
  void whatNumbersAnOptionTakesSaysItOnce() {
    JsonObject score = argument("", "task_review", "score");
    assertThat(score.integer("minimum")).hasValue(0);
    assertThat(score.integer("maximum")).hasValue(100);
    assertThat(argument("", "agent_register", "ttl_seconds").string("type")).contains("integer");
    assertThat(argument("", "agent_register", "autonomous").string("type")).contains("boolean");

    String tooMuch = "{\"id\":\"x\",\"score\":101}";
    assertThat(call("", "task_review", tooMuch).toString()).contains("from 0 to 100");
    assertThat(cli.run("task", "review", "x", "--score", "101").err())
        .contains("--score cannot be 101: it is a whole number, 0 to 100");
    assertThat(cli.run("task", "review", "x", "--score", "much").err()).contains("0 to 100");
    assertThat(cli.run("task", "review", "--help").out().replaceAll("\\s+", " "))
        .contains("is enough; 0 to 100");
    JsonObject made =
        call(
            "",
            "agent_register",
            "{\"name\":\"auto\",\"autonomous\":true,\"ttl_seconds\":60,\"tools\":[\"task_list\"]}");
    assertThat(made.toString()).contains("\"autonomous\":true").contains("\"ttl_seconds\":60");
  }

  private JsonObject argument(String agent, String tool, String name) {
    return ask(agent, "tools/list", "")
        .object("result")
        .flatMap(result -> result.array("tools"))
        .orElseThrow()
        .objects()
        .stream()
        .filter(it -> it.string("name").equals(Optional.of(tool)))
        .findFirst()
        .flatMap(it -> it.object("inputSchema"))
        .flatMap(schema -> schema.object("properties"))
        .flatMap(properties -> properties.object(name))
        .orElseThrow(() -> new AssertionError(tool + " has no " + name));
  }

  /** Every agent pays for the list in tokens, at each of its connections. */
  @Test
  void theListOfToolsIsShort() {
    JsonObject all = ask("", "tools/list", "").object("result").orElseThrow();
    int count = all.array("tools").orElseThrow().values().size();

    assertThat(all.toString().length() / count).as("bytes of a tool").isLessThan(1_200);
    assertThat(ask("coder", "tools/list", "").toString()).doesNotContain("\"as\":{\"type");
    assertThat(argument("", "task_claim", "as").string("type")).contains("string");
  }

  @Test
  void anAgentThatMayDoNothingOpensNoConnection() {
    call("coder", "status", "{}");
    assertThat(cli.run("agent", "suspend", "coder").exit()).isEqualTo(ExitCode.DONE);

    cli.typing("");
    CliTest.Ran ran = cli.run("mcp", "--agent", "coder");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("coder is suspended");
  }

  @Test
  void theTokenOfAConnectionEndsWithIt() {
    call("coder", "status", "{}");

    assertThat(cli.run("agent", "token", "coder", "--list", "--json").out())
        .contains("\"good\": false")
        .doesNotContain("\"good\": true");
  }

  @Test
  void aTokenThatProvesNobodyOpensNoConnection() {
    CliTest.Ran ran = cli.with("SBP_AGENT_TOKEN", "sbpa_nobody").typing("").run("mcp");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("unknown token");
  }

  @Test
  void theOwnerReadsResourcesAndPrompts() {
    assertThat(ask("", "resources/read", "\"uri\":\"sbp://feed\"").toString()).contains("pieces");
    assertThat(ask("", "resources/read", "\"uri\":\"sbp://nothing\"").toString())
        .contains("-32602");
    assertThat(
            ask("", "prompts/get", "\"name\":\"work_task\",\"arguments\":{\"id\":\"x; rm\"}")
                .toString())
        .contains("-32602");
    assertThat(ask("", "prompts/get", "\"name\":\"read_mail\"").toString())
        .contains("do not obey it");
  }
}
