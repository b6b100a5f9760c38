package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** The tool {@code memory} over MCP, as models know it from Anthropic's memory tool. */
class MemoryToolTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    cli = CliTest.in(TestNode.in(folder).home().root());
  }

  private JsonObject result(String arguments) {
    cli.typing(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"memory\",\"arguments\":%s,%s}}\n"
            .formatted(arguments, META));
    CliTest.Ran ran = cli.run("mcp");
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    try {
      return ((JsonObject) JsonReader.file(ran.lines().getFirst().getBytes(StandardCharsets.UTF_8)))
          .object("result")
          .orElseThrow();
    } catch (MalformedJson e) {
      throw new AssertionError(ran.out(), e);
    }
  }

  private static String text(JsonObject result) {
    JsonArray content = result.array("content").orElseThrow();
    return content.objects().getFirst().string("text").orElseThrow();
  }

  private String answer(String arguments) {
    JsonObject result = result(arguments);
    assertThat(result.has("isError")).as(result.toString()).isFalse();
    return text(result);
  }

  private String error(String arguments) {
    JsonObject result = result(arguments);
    assertThat(result.bool("isError")).as(result.toString()).contains(true);
    return text(result);
  }

  private void create(String path, String text) {
    JsonObject arguments =
        JsonObject.builder()
            .put("command", "create")
            .put("path", path)
            .put("file_text", new JsonString(text))
            .build();
    assertThat(answer(JsonWriter.compact(arguments)))
        .isEqualTo("File created successfully at: " + path);
  }

  @Test
  void filesAreCreatedViewedAndListed() {
    assertThat(answer("{\"command\":\"view\",\"path\":\"/memories\"}"))
        .isEqualTo(
            "Here're the files and directories up to 2 levels deep in /memories, excluding hidden"
                + " items and node_modules:\n0B\t/memories");

    create("/memories/a/b.md", "one\ntwo\nthree");
    create("/memories/top.md", "x");

    assertThat(answer("{\"command\":\"view\",\"path\":\"/memories/a/b.md\"}"))
        .isEqualTo(
            "Here's the content of /memories/a/b.md with line numbers:\n     1\tone\n     2\ttwo\n"
                + "     3\tthree");
    assertThat(answer("{\"command\":\"view\",\"path\":\"/memories/a/b.md\",\"view_range\":[2,-1]}"))
        .endsWith("numbers:\n     2\ttwo\n     3\tthree");
    assertThat(answer("{\"command\":\"view\",\"path\":\"/memories\"}"))
        .contains("\t/memories/a/\n", "\t/memories/a/b.md\n", "\t/memories/top.md");
    assertThat(error("{\"command\":\"view\",\"path\":\"/memories/no\"}"))
        .isEqualTo("The path /memories/no does not exist. Please provide a valid path.");
    assertThat(error("{\"command\":\"create\",\"path\":\"/memories/top.md\",\"file_text\":\"y\"}"))
        .isEqualTo("Error: File /memories/top.md already exists");
    assertThat(error("{\"command\":\"view\",\"path\":\"/memories/top.md\",\"view_range\":[2,3]}"))
        .contains("Invalid `view_range` parameter: [2, 3]", "[1, 1]");
  }

  @Test
  void aTextIsReplacedOnceAndLinesAreInserted() {
    create("/memories/n.md", "one\ntwo\none");

    assertThat(
            error(
                "{\"command\":\"str_replace\",\"path\":\"/memories/n.md\",\"old_str\":\"one\",\"new_str\":\"1\"}"))
        .isEqualTo(
            "No replacement was performed. Multiple occurrences of old_str `one` in lines: 1, 3."
                + " Please ensure it is unique");
    assertThat(
            error(
                "{\"command\":\"str_replace\",\"path\":\"/memories/n.md\",\"old_str\":\"no\",\"new_str\":\"1\"}"))
        .isEqualTo(
            "No replacement was performed, old_str `no` did not appear verbatim in"
                + " /memories/n.md.");
    assertThat(
            answer(
                "{\"command\":\"str_replace\",\"path\":\"/memories/n.md\",\"old_str\":\"two\",\"new_str\":\"2\"}"))
        .startsWith("The memory file has been edited.")
        .contains("     2\t2");
    assertThat(
            answer(
                "{\"command\":\"insert\",\"path\":\"/memories/n.md\",\"insert_line\":0,\"insert_text\":\"zero\\n"
                    + "\"}"))
        .isEqualTo("The file /memories/n.md has been edited.");
    assertThat(
            error(
                "{\"command\":\"insert\",\"path\":\"/memories/n.md\",\"insert_line\":9,\"insert_text\":\"x\"}"))
        .isEqualTo(
            "Error: Invalid `insert_line` parameter: 9. It should be within the range of lines of"
                + " the file: [0, 4]");
    assertThat(answer("{\"command\":\"view\",\"path\":\"/memories/n.md\"}"))
        .endsWith("     1\tzero\n     2\tone\n     3\t2\n     4\tone");
    assertThat(
            cli.run("memory", "history", "n.md", "--json")
                .json()
                .array("versions")
                .orElseThrow()
                .values())
        .hasSize(3);
  }

  @Test
  void filesAndFoldersAreRenamedAndDeleted() {
    create("/memories/a/b.md", "found again");
    create("/memories/c.md", "x");

    assertThat(
            answer(
                "{\"command\":\"rename\",\"old_path\":\"/memories/a\",\"new_path\":\"/memories/d/e\"}"))
        .isEqualTo("Successfully renamed /memories/a to /memories/d/e");
    assertThat(answer("{\"command\":\"view\",\"path\":\"/memories/d/e/b.md\"}"))
        .contains("found again");
    assertThat(
            error(
                "{\"command\":\"rename\",\"old_path\":\"/memories/c.md\",\"new_path\":\"/memories/d\"}"))
        .isEqualTo("Error: The destination /memories/d already exists");
    assertThat(cli.run("memory", "search", "found").out()).contains("d/e/b.md");
    assertThat(answer("{\"command\":\"delete\",\"path\":\"/memories/d\"}"))
        .isEqualTo("Successfully deleted /memories/d");
    assertThat(error("{\"command\":\"delete\",\"path\":\"/memories/d\"}"))
        .isEqualTo("Error: The path /memories/d does not exist");
    assertThat(error("{\"command\":\"delete\",\"path\":\"/memories\"}")).startsWith("Error: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "/memories/../x",
        "/memories/a/../../x",
        "/memoriesx",
        "/memories//x",
        "/memories/%2e%2e/x",
        "/memories/a\\\\..\\\\b",
        "memories/x",
        ""
      })
  void aPathOutsideIsRefused(String path) {
    assertThat(error("{\"command\":\"view\",\"path\":\"%s\"}".formatted(path)))
        .contains("Error: Invalid path");
    assertThat(
            error("{\"command\":\"create\",\"path\":\"%s\",\"file_text\":\"x\"}".formatted(path)))
        .contains("Error: Invalid path");
  }

  @Test
  void anAgentHasFilesOfItsOwn() {
    cli.run("agent", "register", "coder");
    create("/memories/mine.md", "x");

    CliTest.Ran ran = cli.run("memory", "tool", "view", "--path", "/memories", "--as", "coder");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).doesNotContain("mine.md");
  }
}
