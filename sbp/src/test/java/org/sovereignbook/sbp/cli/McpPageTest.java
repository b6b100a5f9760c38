package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;

/** The tools of {@code sbp mcp}: the sizes of their lists, their arguments, and docs/mcp.md. */
class McpPageTest {
  private static final int KILO = 1024;
  private static final Path PAGE = Path.of("..", "docs", "mcp.md");

  /** Tables of the page by their first line. */
  private final Map<String, List<String>> tables = new HashMap<>();

  private CliTest cli;

  private AgentsOverMcp node;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = AgentsOverMcp.in(folder);
    cli = node.cli();
  }

  private static List<String> names(List<JsonObject> tools) {
    return tools.stream().map(tool -> tool.string("name").orElseThrow()).toList();
  }

  private static List<String> required(JsonObject tool) {
    return tool.object("inputSchema")
        .flatMap(schema -> schema.array("required"))
        .flatMap(JsonArray::strings)
        .orElse(List.of());
  }

  private static List<String> arguments(JsonObject tool) {
    return tool.object("inputSchema").flatMap(schema -> schema.object("properties")).stream()
        .flatMap(properties -> properties.members().keySet().stream())
        .filter(name -> !name.equals("as"))
        .toList();
  }

  private String size(String who, int most, List<JsonObject> tools) {
    int bytes = JsonArray.of(tools).toString().getBytes(StandardCharsets.UTF_8).length;
    assertThat(bytes).as(who).isLessThanOrEqualTo(most * KILO);
    return "| %s | %d KB | %d tools, %d KB |"
        .formatted(who, most, tools.size(), (bytes + KILO - 1) / KILO);
  }

  /** Run with -Dsbp.write=true to write them. */
  @Test
  void theTablesOfThePageAreTheListsAndEachListHasItsLimit() throws IOException {
    List<JsonObject> all = node.list("--tools", "all");
    tables.put(
        "| list | at most | now |",
        List.of(
            "| list | at most | now |",
            "|---|---|---|",
            size("a new agent", 16, node.list("--agent", "worker")),
            size("an agent with every capability", 16, node.list("--agent", "most")),
            size("the owner", 32, node.list()),
            size("`--tools all`", 68, all)));
    Map<String, Toolset> sets =
        CommandContract.catalog()
            .all()
            .filter(command -> command.tool().isPresent())
            .collect(
                Collectors.toMap(
                    CommandInfo::toolName,
                    command -> command.tool().map(Tool::set).orElse(Toolset.ALL)));
    List<String> rows =
        new ArrayList<>(List.of("| set | tool | required | may be given |", "|---|---|---|---|"));
    for (Toolset set : Toolset.values()) {
      all.stream()
          .filter(tool -> sets.get(tool.string("name").orElseThrow()) == set)
          .forEach(tool -> rows.add(row(set, tool)));
    }
    tables.put(rows.getFirst(), rows);
    List<String> wanted = page();
    if (Boolean.getBoolean("sbp.write")) {
      Files.write(PAGE, wanted);
    }
    assertThat(Files.readAllLines(PAGE))
        .as("run this test with -Dsbp.write=true to write the tables")
        .isEqualTo(wanted);
  }

  private static String row(Toolset set, JsonObject tool) {
    List<String> required = required(tool);
    List<String> others =
        arguments(tool).stream().filter(name -> !required.contains(name)).toList();
    return "| `%s` | `%s` | %s | %s |"
        .formatted(set, tool.string("name").orElseThrow(), words(required), words(others));
  }

  private static String words(List<String> names) {
    return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }

  private List<String> page() throws IOException {
    List<String> lines = new ArrayList<>();
    boolean inTable = false;
    for (String line : Files.readAllLines(PAGE)) {
      boolean first = tables.containsKey(line);
      if (first) {
        lines.addAll(tables.get(line));
      }
      inTable = first || (inTable && line.startsWith("|"));
      if (!inTable) {
        lines.add(line);
      }
    }
    assertThat(lines).containsAll(tables.keySet());
    return lines;
  }

  @Test
  void aFirstWorkerHasTheStatusAndWhatItNeedsToWorkWithOthers() {
    assertThat(names(node.list("--agent", "worker")))
        .contains("status", "dispatch_to_agent", "get_agent_status", "wait", "reply_to_caller");
  }

  @Test
  void everySearchHasOneWordForItsQueryAndTakesTheFormerOne() {
    for (JsonObject tool : node.list("--tools", "all")) {
      String name = tool.string("name").orElseThrow();
      assertThat(arguments(tool)).as(name).doesNotContain("words");
      if (name.endsWith("search")) {
        assertThat(arguments(tool)).as(name).contains("query");
      }
    }
    for (String word : List.of("query", "words")) {
      for (String tool : List.of("tool_search", "search")) {
        assertThat(
                node.ask(
                        List.of(),
                        "tools/call",
                        "\"name\":\"%s\",\"arguments\":{\"%s\":\"mail\"}".formatted(tool, word))
                    .has("isError"))
            .as(tool + " " + word)
            .isFalse();
      }
    }
  }

  @Test
  void whatAModelMustGiveIsRequiredAndAWrongCallIsToldAllOfIt() {
    Map<String, JsonObject> byName =
        node.list("--tools", "all").stream()
            .collect(Collectors.toMap(tool -> tool.string("name").orElseThrow(), tool -> tool));
    for (String tool : List.of("memory_write_warm", "memory_write_hot", "memory_edit")) {
      assertThat(required(byName.get(tool))).as(tool).contains("data");
    }
    for (List<String> call :
        List.of(
            List.of("task_submit", "{\"id\":\"x\"}", "required: fence, result, id; others: rev"),
            List.of("task_claim", "{\"id\":7}", "required: none; others: id"),
            List.of("task_claim", "{\"task\":\"x\"}", "required: none; others: id"),
            List.of("memory_write_warm", "{\"content\":\"x\"}", "required: data; others: type"),
            List.of("memory_write_warm", "{}", "required: data; others: type"),
            List.of("tool_search", "{}", "required: query"))) {
      JsonObject answer =
          node.ask(
              List.of("--agent", "worker"),
              "tools/call",
              "\"name\":\"%s\",\"arguments\":%s".formatted(call.get(0), call.get(1)));
      assertThat(answer.bool("isError")).contains(true);
      assertThat(answer.toString()).contains("invalid-arguments", call.get(2));
    }
  }

  @Test
  void aResultOfSeveralFormsIsSaidToBeAnObjectOnce() {
    for (JsonObject tool : node.list()) {
      tool.object("outputSchema")
          .ifPresent(
              schema -> {
                assertThat(schema.string("type")).contains("object");
                assertThat(schema.array("anyOf").orElse(JsonArray.of()).objects())
                    .noneMatch(form -> form.has("type"));
              });
    }
  }

  @Test
  void theInstructionsBeginWithTheCallerAndNameNoToolThatItLacks() {
    assertThat(cli.run("agent", "register", "few", "--tools", "mail_*,tool_search").exit())
        .isEqualTo(ExitCode.DONE);
    List<String> all = names(node.list("--tools", "all"));
    for (List<String> words :
        List.of(
            List.<String>of(),
            List.of("--agent", "worker"),
            List.of("--agent", "few"),
            List.of("--agent", "most", "--tools", "board"))) {
      List<String> has = names(node.list(words.toArray(String[]::new)));
      String told = node.ask(words, "server/discover", "").string("instructions").orElseThrow();
      assertThat(told).startsWith("You ").doesNotContain("book").contains("\n1. ");
      List<String> named =
          Arrays.stream(told.split("[^a-z_]+"))
              .filter(word -> word.contains("_") && all.contains(word))
              .toList();
      assertThat(named).as(words.toString()).isNotEmpty();
      assertThat(has).as(words.toString()).containsAll(named);
      assertThat(told.contains("call status")).isEqualTo(has.contains("status"));
    }
  }
}
