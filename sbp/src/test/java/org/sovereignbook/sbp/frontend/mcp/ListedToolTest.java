package org.sovereignbook.sbp.frontend.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CommandContract;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.node.Features;

/** The files of tools are what the commands declare. */
class ListedToolTest {
  private static final Path FILE =
      Path.of("src/main/resources/org/sovereignbook/sbp/frontend/mcp/tools.jsonl");

  private static final List<ListedTool> TOOLS = ListedTool.of(CommandContract.catalog());

  private static final List<CommandFeature> FEATURES = Features.bundled().of(CommandFeature.class);

  /** Run with -Dsbp.write=true to write them. */
  @Test
  void theFilesSayWhatTheCommandsDeclare() throws IOException {
    verify(
        FILE,
        TOOLS.stream()
            .filter(tool -> FEATURES.stream().noneMatch(it -> it.mayHave(tool.name())))
            .toList());
    for (CommandFeature feature : FEATURES) {
      verify(
          Path.of("../plugins", feature.name(), "src/main/resources", ListedTool.FILE_OF_FEATURE),
          TOOLS.stream().filter(tool -> feature.mayHave(tool.name())).toList());
    }
  }

  private static void verify(Path file, List<ListedTool> tools) throws IOException {
    List<String> wanted = tools.stream().map(ListedTool::line).toList();
    if (Boolean.getBoolean("sbp.write") && !wanted.isEmpty()) {
      Files.write(file, wanted);
    }

    assertThat(Files.exists(file) ? Files.readAllLines(file) : List.of())
        .as(file + "; run this test with -Dsbp.write=true to write it")
        .isEqualTo(wanted);
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
