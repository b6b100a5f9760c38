package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** Arguments of tools are checked against the tool's schema before anything is made of them. */
class McpArgumentsTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
  private static final int LINES_AT_ONCE = 40;

  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    cli = CliTest.in(node.home().root());
    assertThat(cli.run("agent", "register", "coder", "--tools", "task_list,mail_*").exit())
        .isEqualTo(ExitCode.DONE);
  }

  private static String call(int id, String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s,%s}}"
        .formatted(id, tool, arguments, META);
  }

  private List<JsonObject> answers(String agent, List<String> lines) {
    cli.typing(String.join("\n", lines) + "\n");
    CliTest.Ran ran = agent.isEmpty() ? cli.run("mcp") : cli.run("mcp", "--agent", agent);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.err()).doesNotContain("failed:");
    return ran.lines().stream().map(McpArgumentsTest::json).toList();
  }

  private static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.0", "5e0", "0.5e1", "5"})
  void aNumberWhoseFractionIsZeroIsAnInteger(String five) {
    JsonObject answer =
        answers("coder", List.of(call(1, "task_list", "{\"limit\":" + five + "}"))).getFirst();
    assertThat(answer.toString()).contains("\"tasks\":[]").doesNotContain("isError");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"priority\":1000000000000000000}",
        "{\"priority\":1e18}",
        "{\"priority\":1.5}",
        "{\"priority\":-1e300}",
        "{\"title\":1.5}",
        "{\"nobody\":{\"knows\":[1.5,9007199254740993]}}"
      })
  void whatDoesNotFitIsAnErrorOfTheToolForWhoMayAndForWhoMayNot(String arguments) {
    String line = call(1, "task_add", arguments);
    for (String caller : List.of("", "coder")) {
      assertThat(answers(caller, List.of(line)).getFirst().toString())
          .contains("invalid-arguments");
    }
    assertThat(cli.run("access", "requests").out()).as("a request to run it").contains("nothing");
    assertThat(cli.run("audit", "verify").exit()).isEqualTo(ExitCode.DONE);
  }

  /** Each tool, with values that its schema does not know, or has at its edges. */
  @Test
  void noArgumentWhateverIsAFaultOfTheServer() {
    Random random = new Random(27);
    String list =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{" + META + "}}";
    List<JsonObject> tools =
        answers("", List.of(list))
            .getFirst()
            .object("result")
            .flatMap(result -> result.array("tools"))
            .orElseThrow()
            .objects();
    List<String> lines = new ArrayList<>();
    for (JsonObject tool : tools) {
      boolean isLocal =
          tool.object("annotations")
              .flatMap(hints -> hints.bool("openWorldHint"))
              .equals(Optional.of(false));
      for (int i = 0; isLocal && i < 6; i++) {
        lines.add(call(lines.size(), tool.string("name").orElseThrow(), arguments(tool, random)));
      }
    }
    assertThat(lines).hasSizeGreaterThan(200);
    for (int from = 0; from < lines.size(); from += LINES_AT_ONCE) {
      List<String> some = lines.subList(from, Math.min(lines.size(), from + LINES_AT_ONCE));
      List<JsonObject> answers = answers("", some);
      assertThat(answers).hasSameSizeAs(some);
      assertThat(answers).noneMatch(answer -> answer.toString().contains("-32603"));
    }
  }

  private static final List<String> VALUES =
      List.of(
          "5.0",
          "1e1",
          "1e18",
          "1000000000000000000",
          "1.5",
          "-0.0",
          "-1",
          "0",
          "null",
          "true",
          "\"\"",
          "\" \"",
          "\"-\"",
          "\"--help\"",
          "\"--json\"",
          "\"@x\"",
          "\"\\u0000\"",
          "\"\\u001b[2J\"",
          "\"a\\nb\"",
          "\"coder\"",
          "\"owner\"",
          "\"😀\"",
          "\"\\u202e\"",
          "[]",
          "[\"\"]",
          "[1.5]",
          "[\"a\",\"a\"]",
          "{}",
          "{\"words\":[\"agent\"]}",
          "\"{}\"",
          "\"0123456789abcdef\"",
          "\"2026-01-01T00:00:00Z\"",
          "\"" + "x".repeat(9_000) + "\"");

  private static String arguments(JsonObject tool, Random random) {
    Set<String> names =
        tool.object("inputSchema")
            .flatMap(schema -> schema.object("properties"))
            .orElse(JsonObject.empty())
            .members()
            .keySet();
    List<String> members = new ArrayList<>();
    for (String name : names) {
      if (random.nextInt(3) > 0) {
        members.add("\"" + name + "\":" + VALUES.get(random.nextInt(VALUES.size())));
      }
    }
    return "{" + String.join(",", members) + "}";
  }
}
