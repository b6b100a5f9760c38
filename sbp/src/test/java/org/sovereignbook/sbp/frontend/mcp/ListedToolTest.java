package org.sovereignbook.sbp.frontend.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CommandContract;

/** The file of tools is what the commands declare. */
class ListedToolTest {
  private static final Path FILE =
      Path.of("src/main/resources/org/sovereignbook/sbp/frontend/mcp/tools.jsonl");

  private static final List<ListedTool> TOOLS = ListedTool.of(CommandContract.catalog());

  /** Run with -Dsbp.write=true to write it. */
  @Test
  void theFileSaysWhatTheCommandsDeclare() throws IOException {
    String wanted = TOOLS.stream().map(tool -> tool.line() + "\n").collect(Collectors.joining());
    if (Boolean.getBoolean("sbp.write")) {
      Files.writeString(FILE, wanted);
    }

    assertThat(Files.readAllLines(FILE))
        .as("run this test with -Dsbp.write=true to write the file")
        .containsExactlyElementsOf(wanted.lines().toList());
  }

  @Test
  void aLineOfTheFileIsTheToolAgain() {
    assertThat(TOOLS).isNotEmpty().allMatch(tool -> ListedTool.parse(tool.line()).equals(tool));
  }

  @Test
  void agentsAreNotAskedForWhomTheyAct() {
    List<JsonObject> owners = TOOLS.stream().map(ListedTool::input).toList();
    List<JsonObject> agents = TOOLS.stream().map(ListedTool::agentInput).toList();

    assertThat(owners).anyMatch(ListedToolTest::asksForWhom);
    assertThat(agents).noneMatch(ListedToolTest::asksForWhom);
  }

  private static boolean asksForWhom(JsonObject input) {
    return input.object("properties").orElseThrow().has("as");
  }
}
