package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.World;

/** Text that models read of this node's tools: short, complete, and without the command line. */
class ToolTextsTest {
  private static final int MAX_WORKER_BYTES = 16_384;
  private static final int MAX_WORKER_TOOLS = 24;
  private static final int MAX_OWNER_BYTES = 32_768;

  /** Options, the program's name, standard input, files, and what is printed. */
  private static final Pattern COMMAND_LINE =
      Pattern.compile(
          "(?i)(^|[\\s(])--?[a-z]|\\bsbp\\b|- reads|standard (in|out)put|--|\\bcommand line\\b"
              + "|may be repeated|\\bJSON\\b|\\boption\\b|\\bflag\\b|\\bstdin\\b|\\bexit code\\b");

  private CliTest cli;

  private AgentsOverMcp node;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = AgentsOverMcp.in(folder);
    cli = node.cli();
  }

  private JsonArray list(String... words) {
    return node.ask(List.of(words), "tools/list", "").array("tools").orElseThrow();
  }

  /** Returns the names on all pages of a list. */
  private List<String> names(String... words) {
    return node.list(words).stream().map(tool -> tool.string("name").orElseThrow()).toList();
  }

  private static int bytes(JsonArray tools) {
    return tools.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void theListOfAWorkerIsShortAndTheOwnersIsNotLong() {
    for (String agent : List.of("worker", "most")) {
      JsonArray tools = list("--agent", agent);
      assertThat(bytes(tools)).as(agent).isLessThanOrEqualTo(MAX_WORKER_BYTES);
      assertThat(tools.values()).as(agent).hasSizeLessThanOrEqualTo(MAX_WORKER_TOOLS);
    }
    assertThat(bytes(list())).isLessThanOrEqualTo(MAX_OWNER_BYTES);
  }

  @Test
  void noToolSpeaksOfTheCommandLine() {
    List<JsonObject> tools = list("--tools", "all").objects();
    assertThat(tools).hasSizeGreaterThan(45);
    for (JsonObject tool : tools) {
      String name = tool.string("name").orElseThrow();
      assertThat(tool.string("description").orElseThrow())
          .as(name)
          .doesNotContainPattern(COMMAND_LINE)
          .matches("[A-Z].*\\.")
          .hasSizeLessThan(340);
      tool.object("inputSchema")
          .flatMap(schema -> schema.object("properties"))
          .orElseThrow()
          .members()
          .forEach(
              (argument, schema) ->
                  assertThat(((JsonObject) schema).string("description").orElseThrow())
                      .as(name + " " + argument)
                      .isNotBlank()
                      .doesNotContainPattern(COMMAND_LINE));
    }
  }

  @Test
  void everyToolThatATextNamesIsOne() {
    List<String> all = names("--tools", "all");
    Pattern named = Pattern.compile("\\b(?:agent|task|mail|bus|hook|access|entity|tool)_[a-z]+\\b");
    for (JsonObject tool : list("--tools", "all").objects()) {
      assertThat(named.matcher(tool.string("description").orElseThrow()).results())
          .as(tool.string("name").orElseThrow())
          .allMatch(found -> all.contains(found.group()));
    }
  }

  @Test
  void theInstructionsNameTheWayToWorkInTenLines() {
    JsonObject told = node.ask(List.of(), "server/discover", "");
    String instructions = told.string("instructions").orElseThrow();
    assertThat(instructions)
        .contains(
            "task_claim",
            "task_renew",
            "task_submit",
            "mail_read",
            "memory_write_warm",
            "tool_search")
        .doesNotContainPattern(COMMAND_LINE.pattern().replace("|\\bsbp\\b", ""));
    assertThat(instructions.lines()).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void everyToolBelongsToASetAndEverySetShowsWhatThereIs() {
    List<String> all = names("--tools", "all");
    Stream<CommandInfo> commands = CommandContract.catalog().all();
    assertThat(commands.flatMap(command -> command.tool().stream()).map(Tool::set))
        .doesNotContain(Toolset.ALL)
        .contains(
            EnumSet.complementOf(EnumSet.of(Toolset.ALL, Toolset.FEATURES))
                .toArray(Toolset[]::new));
    assertThat(Toolset.values()).allMatch(set -> all.contains(set.look()));
  }

  @Test
  void theChosenSetsAreListedInsteadOfTheUsualTools() {
    assertThat(names("--tools", "mail,bus", "--agent", "worker"))
        .contains("tool_search", "mail_receipts", "bus_snapshot")
        .allMatch(name -> name.matches("(mail|bus|tool)_.*"));

    assertThat(cli.run("config", "set", "mcp.agents.worker.tools", "mail").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(names("--agent", "worker"))
        .contains("mail_receipts")
        .allMatch(name -> name.matches("(mail|tool)_.*"));
    assertThat(names("--agent", "most")).contains("task_claim");
    assertThat(cli.run("config", "set", "mcp.agents.worker.tools", "nothing").err())
        .contains("board, mail");
  }

  @Test
  void anAgentThatMayNotSearchIsShownAllThatItMayUse() {
    cli.run("agent", "register", "few", "--tools", "mail_*,task_complete");
    assertThat(names("--agent", "few")).contains("mail_receipts", "task_complete").hasSize(7);
  }

  /** Input of a client that sends its next line when it has read an answer. */
  private static final class Dialogue extends InputStream {
    private final ByteArrayOutputStream answers;
    private final Iterator<String> lines;
    private final Iterator<String> awaited;
    private ByteArrayInputStream line = new ByteArrayInputStream(new byte[0]);

    private Dialogue(ByteArrayOutputStream answers, List<String> lines, List<String> awaited) {
      this.answers = answers;
      this.lines = lines.iterator();
      this.awaited = awaited.iterator();
    }

    @Override
    public int read() {
      int next = line.read();
      while (next < 0 && awaited.hasNext()) {
        String answer = awaited.next();
        while (!answers.toString(StandardCharsets.UTF_8).contains(answer)) {
          Thread.onSpinWait();
        }
        line =
            new ByteArrayInputStream(
                (lines.hasNext() ? lines.next() : "\n").getBytes(StandardCharsets.UTF_8));
        next = line.read();
      }
      return next;
    }

    /** Gives what is there, since the next line waits for the answer to this one. */
    @Override
    public int read(byte[] into, int offset, int length) {
      int next = read();
      if (next < 0) {
        return -1;
      }
      into[offset] = (byte) next;
      return 1;
    }
  }

  @Test
  void aSearchFindsWhatTheCallerMayUseAndListsItFromThenOn() {
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"tool_search\",\"arguments\":{\"query\":\"%s\"}}}\n";
    String begin =
        """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
        "capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
        """;
    String list = "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\",\"params\":{}}\n";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    World world = cli.world(out, new ByteArrayOutputStream());
    Dialogue client =
        new Dialogue(
            out,
            List.of(
                begin,
                call.formatted(1, "rename an agent"),
                call.formatted(2, "receipts of mail"),
                list),
            List.of("", "\"id\":0", "\"id\":1", "notifications/tools/list_changed", "\"id\":3"));
    ExitCode exit =
        new Program(world.with(world.environment(), client, world.terminal()))
            .run("mcp", "--agent", "worker");

    assertThat(exit).isEqualTo(ExitCode.DONE);
    String told = out.toString(StandardCharsets.UTF_8);
    assertThat(told).contains("\"listChanged\":true").doesNotContain("agent_rename");
    assertThat(told.lines().filter(line -> line.contains("\"id\":3")).findFirst())
        .hasValueSatisfying(answer -> assertThat(answer).contains("mail_receipts"));
    assertThat(names("--agent", "worker")).doesNotContain("mail_receipts");
    assertThat(cli.run("audit", "list", "--json").out()).contains("tool_search");
  }

  @Test
  void aSearchWithoutAMatchNamesAllThatTheCallerMayUse() {
    JsonObject none =
        node.ask(
            List.of("--agent", "worker"),
            "tools/call",
            "\"name\":\"tool_search\",\"arguments\":{\"query\":\"xyzzy\"}");
    assertThat(none.toString())
        .contains("\"tools\":[]", "\"all\":[\"status\"", "agent_list", "mail_receipts")
        .doesNotContain("agent_rename");
  }

  @Test
  void whoLacksAToolIsNotSentToAList() {
    JsonObject refused =
        node.ask(
            List.of("--agent", "worker"),
            "tools/call",
            "\"name\":\"agent_remove\",\"arguments\":{\"agent_id\":\"most\"}");
    assertThat(refused.object("structuredContent").orElseThrow().toString())
        .contains("capability_denied", "only the owner can give it")
        .doesNotContain("call ");
  }

  @Test
  void errorsNameAnArgumentOrAToolAndNeverACommandLine() {
    record Wrong(String agent, String tool, String arguments, String says, String next) {}
    for (Wrong wrong :
        List.of(
            new Wrong("worker", "task_show", "{\"id\":\"f00\"}", "f00", "call task_list"),
            new Wrong("worker", "task_submit", "{\"id\":\"x\"}", "fence", "task_submit"),
            new Wrong("worker", "task_list", "{\"after\":\"x\"}", "after", "call task_list"),
            new Wrong("worker", "bus_get", "{\"key\":\"no\"}", "no", "call bus_list"),
            new Wrong("worker", "mail_read", "{\"id\":\"no\"}", "no", "call mail_list"),
            new Wrong("worker", "mail_send", "{\"address\":\"no\",\"text\":\"x\"}", "no", "call "),
            new Wrong(
                "worker", "send", "{\"peer\":\"a\",\"text\":\"x\"}", "send", "wait for the answer"),
            new Wrong("", "agent_register", "{}", "name", "call agent_"),
            new Wrong("", "agent_show", "{\"agent_id\":\"no\"}", "no", "call agent_list"),
            new Wrong(
                "",
                "agent_capabilities",
                "{\"agent_id\":\"worker\",\"capabilities\":{\"x\":1}}",
                "capabilities",
                "call "),
            new Wrong("", "send", "{\"peer\":\"nobody\",\"text\":\"x\"}", "nobody", "call "),
            new Wrong("", "read", "{\"id\":\"zzzz\"}", "zzzz", "call "))) {
      List<String> words = wrong.agent().isEmpty() ? List.of() : List.of("--agent", wrong.agent());
      String params = "\"name\":\"%s\",\"arguments\":%s".formatted(wrong.tool(), wrong.arguments());
      JsonObject result = node.ask(words, "tools/call", params);
      assertThat(result.bool("isError")).as(result.toString()).contains(true);
      String error = result.object("structuredContent").orElseThrow().toString();
      assertThat(error)
          .contains(wrong.says(), wrong.next())
          .doesNotContain("sbp ")
          .doesNotContain("--");
    }
  }
}
