package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.ops.install.PackedProgram;
import org.sovereignbook.sbp.testing.SourceTree;

/**
 * The program asks the terminal for nothing: an answer that comes late, such as {@code ESC [ ? 1 ;
 * 2 c}, would appear at the prompt of the shell.
 */
class TerminalQueriesTest {
  /** Requests for attributes, modes, positions, colours, versions and capabilities. */
  private static final Pattern QUERY =
      Pattern.compile(
          "\u001b\\[[?>=]?[0-9;]*(?:\\$p|[cnqu])|\u001b\\][0-9]+;\\?|\u001bP[+$]q|\u001b_G|\u0005");

  @TempDir private Path folder;
  private Path node = Path.of("");

  @BeforeEach
  void makeNode() {
    assertThat(CliTest.in(folder).run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    node = folder.resolve("node");
    // What is decided is not asked for.
    CliTest owner = CliTest.in(node).onTerminal();
    assertThat(owner.run("access", "proof", "terminal").exit()).isEqualTo(ExitCode.DONE);
  }

  private static List<String> queries(String text) {
    return QUERY
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .map(found -> found.substring(1))
        .toList();
  }

  @Test
  void queriesAreRecognized() {
    assertThat(queries("\u001b[?2027$p\u001b[c a \u001b[6n\u001b]11;?\u0007\u001b[>c\u001b[?u"))
        .hasSize(6);
    assertThat(queries("\u001b[2K\u001b[1A\u001b[J\u001b[1mbold\u001b[0m\u001b[?2004h\u001b[?1h"))
        .isEmpty();
  }

  /** By util-linux's script, where it is, the program has a terminal of its own. */
  @ParameterizedTest
  @CsvSource({"shell,status\\nexit\\n,built-in rules", "up,q,serve"})
  void theProgramAsksItsTerminalForNothing(String command, String typed, String shown)
      throws IOException, InterruptedException {
    assumeThat(hasScript()).as("util-linux's script").isTrue();
    Path input = Files.writeString(folder.resolve("typed"), typed.replace("\\n", "\n"));
    Path output = folder.resolve("shown");
    String line = "'%s' --home '%s' %s".formatted(PackedProgram.script(), node, command);
    ProcessBuilder script =
        new ProcessBuilder("script", "-qec", line, output.toString())
            .redirectInput(input.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("copy").toFile());
    script.environment().put("TERM", "xterm-256color");
    script.environment().put("HOME", folder.toString());
    script.environment().put("SBP_ACCEPT", "1");

    Process process = script.start();
    boolean hasEnded = process.waitFor(5, TimeUnit.MINUTES);
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();

    String text = Files.readString(output, StandardCharsets.ISO_8859_1);
    assertThat(hasEnded).as(text).isTrue();
    assertThat(text).contains(shown);
    assertThat(queries(text)).as(text).isEmpty();
  }

  private static boolean hasScript() throws InterruptedException {
    try {
      Process version = new ProcessBuilder("script", "--version").start();
      String text = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return version.waitFor() == 0 && text.contains("util-linux");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Where there is no such terminal: JLine's query for grapheme clusters is off by default here.
   */
  @Test
  void everyTerminalIsBuiltWithoutTheQueryForGraphemeClusters() throws IOException {
    List<String> without = new ArrayList<>();
    int built = 0;
    for (Path file : SourceTree.files()) {
      String text = Files.readString(file);
      int at = text.indexOf("TerminalBuilder.builder()");
      while (at >= 0) {
        built++;
        int end = text.indexOf(".build()", at);
        if (!text.substring(at, end).contains(".graphemeCluster(false)")) {
          without.add(file.toString());
        }
        at = text.indexOf("TerminalBuilder.builder()", end);
      }
    }
    assertThat(built).isGreaterThanOrEqualTo(2);
    assertThat(without).isEmpty();
  }
}
