package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.catalog.Argument;
import org.sovereignbook.sbp.cli.catalog.CommandInfo;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** Every tool there is, asked for by an agent that may nothing. */
class ToolDoorsTest {
  @TempDir Path folder;

  private static List<String> words(CommandInfo tool) {
    List<String> words = new ArrayList<>(tool.path());
    for (Argument option : tool.options()) {
      if (option.required()) {
        words.addAll(List.of(option.option().orElseThrow(), value(option)));
      }
    }
    tool.parameters().forEach(parameter -> words.add(value(parameter)));
    return words;
  }

  private static String value(Argument argument) {
    boolean isUrl = argument.value().filter("URL"::equals).isPresent();
    return argument.choices().map(List::getFirst).orElse(isUrl ? "https://example.org" : "1");
  }

  @Test
  void noneWorksWithoutADecisionAndARowInTheTrail() {
    CliTest cli = CliTest.in(TestNode.in(folder).node().home().root());
    cli.run("agent", "register", "nobody", "--tools", "none");
    String token =
        cli.run("agent", "token", "nobody", "--json").json().string("token").orElseThrow();
    List<CommandInfo> tools =
        CommandContract.catalog().all().filter(command -> command.tool().isPresent()).toList();
    cli.with("SBP_AGENT_TOKEN", token);
    for (CommandInfo tool : tools) {
      CliTest.Ran ran = cli.run(words(tool).toArray(String[]::new));
      assertThat(ran.exit()).as("%s %s", tool.command(), ran.err()).isEqualTo(ExitCode.REFUSED);
    }
    cli.with("SBP_AGENT_TOKEN", "");

    List<String> denied =
        cli
            .run("audit", "list", "-n", "500", "--decision", "deny", "--json")
            .json()
            .array("decisions")
            .orElseThrow()
            .objects()
            .stream()
            .map(row -> row.string("tool").orElse(""))
            .toList();
    assertThat(denied)
        .containsAll(
            tools.stream().map(tool -> String.join("_", tool.path()).replace('-', '_')).toList());
  }
}
