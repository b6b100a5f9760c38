package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** A node with the usual agent {@code worker} and one with all tools, {@code most}, over MCP. */
record AgentsOverMcp(CliTest cli) {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  static AgentsOverMcp in(Path folder) {
    TestNode node = TestNode.in(folder);
    CliTest cli = CliTest.in(node.home().root());
    assertThat(cli.run("agent", "register", "worker").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("agent", "register", "most", "--tools", "*").exit())
        .isEqualTo(ExitCode.DONE);
    return new AgentsOverMcp(cli);
  }

  /** Returns the result of one call of {@code sbp mcp} with these words. */
  JsonObject ask(List<String> words, String method, String params) {
    cli.typing(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s%s}}\n"
            .formatted(method, params.isEmpty() ? "" : params + ",", META));
    CliTest.Ran ran =
        cli.run(Stream.concat(Stream.of("mcp"), words.stream()).toArray(String[]::new));
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    try {
      byte[] line = ran.lines().getFirst().getBytes(StandardCharsets.UTF_8);
      return ((JsonObject) JsonReader.file(line)).object("result").orElseThrow();
    } catch (MalformedJson e) {
      throw new AssertionError(ran.out(), e);
    }
  }

  /** Returns the tools on all pages of a list. */
  List<JsonObject> list(String... words) {
    List<JsonObject> tools = new ArrayList<>();
    String cursor = "";
    do {
      JsonObject page = ask(List.of(words), "tools/list", cursor);
      tools.addAll(page.array("tools").orElseThrow().objects());
      cursor = page.string("nextCursor").map(next -> "\"cursor\":\"" + next + "\"").orElse("");
    } while (!cursor.isEmpty());
    return tools;
  }
}
