package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Resources;
import picocli.CommandLine;

/** What people and agents are told to type is what the program understands. */
class HelpExamplesTest {
  private static final Pattern CODE = Pattern.compile("`(sbp [a-z][^`]*)`");
  private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

  @TempDir Path folder;

  static Stream<CommandInfo> commands() {
    return CommandContract.catalog().all();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasAnExampleThatItUnderstands(CommandInfo command) {
    assertThat(command.examples())
        .isNotEmpty()
        .allSatisfy(HelpExamplesTest::requireUnderstood)
        .as("a line that a terminal breaks is two commands to whoever copies it")
        .allSatisfy(example -> assertThat(example).hasSizeLessThanOrEqualTo(80 - 3))
        .anySatisfy(example -> assertThat(example).contains("sbp " + command.path().getFirst()));
  }

  @Test
  void everyHelpPageHasItsExamplesOnce() {
    assertThat(
            Commands.builtIn().all().stream()
                .flatMap(row -> pages(Commands.builtIn().commandLine(row))))
        .hasSizeGreaterThan(150)
        .allSatisfy(page -> assertThat(page).containsOnlyOnce("\nexample"));
  }

  private static Stream<String> pages(CommandLine line) {
    return Stream.concat(
        Stream.of(HelpPage.of(line)),
        line.getSubcommands().values().stream().flatMap(HelpExamplesTest::pages));
  }

  @Test
  void helpShowsTheExample() {
    assertThat(CliTest.in(folder).run("help", "peers", "block").out())
        .endsWith("example:\n  sbp peers block Ada\n");
    assertThat(CliTest.in(folder).run("help", "doctor").out()).contains("  sbp doctor\n");
    assertThat(CliTest.in(folder).run("task", "--help").out())
        .startsWith("Usage: sbp task [COMMAND]");
  }

  @Test
  void theTasksOfACodingAgentAreCommandsThatThereAre() {
    List<String> lines =
        CODE.matcher(Resources.text("templates/AGENTS.md"))
            .results()
            .map(found -> found.group(1))
            .filter(line -> !line.contains("NAME") && !line.contains("COMMAND"))
            .map(line -> line.replace("--fence N", "--fence 1"))
            .toList();

    assertThat(lines).hasSizeGreaterThan(20).allSatisfy(HelpExamplesTest::requireUnderstood);
  }

  @Test
  void whatIsMadeInTheFolderOfANodeIsItsOwnersAlone() throws Exception {
    CliTest.in(folder).run("init", "private", "--local");
    CliTest.in(folder).run("init", "shared", "--local", "--group-readable");

    CliTest cli = CliTest.in(folder).workingIn(folder.resolve("private"));
    assertThat(cli.run("maintain").exit()).isEqualTo(ExitCode.DONE);
    assertThat(modes("private")).isNotEmpty().allMatch(modes -> modes.endsWith("------"));
    assertThat(modes("shared"))
        .contains("rwxr-x---", "rw-r-----")
        .noneMatch(m -> m.endsWith("r--"));
  }

  private List<String> modes(String node) throws Exception {
    List<String> modes = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(folder.resolve(node))) {
      for (Path path : paths.toList()) {
        modes.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
      }
    }
    return modes;
  }

  /** Each part that is a command of ours has only options and arguments that it can have. */
  private static void requireUnderstood(String line) {
    for (String part : line.split("&&|\\||<\\(?|\\)|>")) {
      List<String> words =
          WORD.matcher(part.strip())
              .results()
              .map(word -> word.group().replace("'", "").replace("$EDITOR", "vi"))
              .toList();
      if (words.size() > 1 && words.getFirst().equals("sbp")) {
        Commands.Row row = Commands.builtIn().find(words.get(1)).orElseThrow();
        String[] arguments =
            words.stream()
                .skip(2)
                .map(word -> word.equals("URL") ? "https://isobar.example.com" : word)
                .toArray(String[]::new);
        assertThatCode(() -> Commands.builtIn().commandLine(row).parseArgs(arguments))
            .as(line)
            .doesNotThrowAnyException();
      }
    }
  }
}
