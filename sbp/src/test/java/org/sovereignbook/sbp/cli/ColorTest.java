package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Colours carry meaning, for people at a terminal only. */
class ColorTest {
  private static final String ESCAPE = "\033";

  @TempDir Path folder;
  private CliTest cli;

  @BeforeEach
  void makeNode() {
    cli = CliTest.in(folder).workingIn(folder);
    cli.run("init", "node", "--local");
    cli.workingIn(folder.resolve("node"));
  }

  @Test
  void aPipeHasNoColoursUntilTheyAreAskedFor() {
    assertThat(cli.run("commands").out()).doesNotContain(ESCAPE);
    assertThat(cli.run("commands", "--color", "always").out()).contains(ESCAPE);
    assertThat(cli.run("--color=always", "commands").out()).contains(ESCAPE);
  }

  @Test
  void aTerminalHasColoursUntilTheyAreRefused() {
    cli.onTerminal();

    assertThat(cli.run("commands").out()).contains(ESCAPE);
    assertThat(cli.run("commands", "--color", "never").out()).doesNotContain(ESCAPE);
    assertThat(cli.run("commands", "--json").out()).doesNotContain(ESCAPE);
    assertThat(cli.run("peers", "show", "nobody").err()).startsWith(ESCAPE);
    assertThat(cli.with("NO_COLOR", "1").run("commands").out()).doesNotContain(ESCAPE);
    assertThat(cli.run("commands", "--color", "always").out()).contains(ESCAPE);
  }

  @Test
  void whatIsPrintedOnATerminalFitsItsColumns() {
    cli.run("post", "../piece.md");
    cli.onTerminal(80).with("NO_COLOR", "1");

    for (String line : List.of("config", "commands", "peers", "outbox", "inbox", "feed", "cost")) {
      assertThat(cli.run(line).lines()).as(line).allMatch(text -> text.length() <= 80);
    }
    assertThat(cli.run("config").out()).contains("10080 (a week)");
    assertThat(cli.onTerminal(200).run("config").out()).contains("least time from the end");
  }
}
