package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import picocli.CommandLine;

/** Help is short, whole, and found by words. */
class HelpTest {
  private static final int SCREEN = 80;

  /** Two thirds of the lines that ten pages had when each repeated the options of all commands. */
  private static final int MOST_LINES_OF_TEN_PAGES = 132;

  @TempDir private Path folder;

  private static Stream<CommandLine> all() {
    return Commands.builtIn().all().stream()
        .flatMap(row -> withBelow(Commands.builtIn().commandLine(row)));
  }

  private static Stream<CommandLine> withBelow(CommandLine line) {
    return Stream.concat(
        Stream.of(line), line.getSubcommands().values().stream().flatMap(HelpTest::withBelow));
  }

  @Test
  void noLineIsWiderThanTheScreenAndAllPagesTogetherAreShort() {
    List<String> lines = all().flatMap(line -> HelpPage.of(line).lines()).toList();

    assertThat(lines)
        .filteredOn(line -> !line.startsWith("  sbp ") && !line.startsWith("Usage:"))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(SCREEN));
    assertThat(lines).hasSizeLessThan((int) all().count() * MOST_LINES_OF_TEN_PAGES / 10);
  }

  @Test
  void aPageHasItsOwnOptionsWithEveryChoiceAndTheOthersInOneLine() {
    String page = CliTest.in(folder).run("help", "agent", "register").out();

    assertThat(page)
        .contains("--type", "what it is: ", "how far away it takes mail: node, peers")
        .contains("and the global options")
        .doesNotContain("--stacktrace", "--trust-owner");
    assertThat(CliTest.in(folder).run("help", "options").out())
        .contains("--stacktrace", "--trust-owner", "--home DIR", "auto, always or never");
  }

  @Test
  void everyChoiceOfEveryOptionIsOnItsPage() {
    all()
        .forEach(
            line -> {
              String page = HelpPage.of(line).replaceAll("\\s+", " ");
              CommandInfo.of(line, "x", "").options().stream()
                  .filter(option -> !option.shared() && !option.isTruth())
                  .flatMap(option -> option.words().stream())
                  .forEach(word -> assertThat(page).contains(word));
            });
  }

  @ParameterizedTest
  @CsvSource({
    "lease, sbp task renew ID, board.lease_seconds",
    "backup, sbp backup FILE, docs/storage.md|",
    "timers, access.time_zone, docs/hooks.md",
    "passphrase, sbp access passphrase, |",
    "lost key, sbp keygen, |",
    "lost lamp, sbp lost, |"
  })
  void wordsFindCommandsSettingsAndPages(String word, String command, String other) {
    CliTest.Ran ran = CliTest.in(folder).run("help", word);

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains(command);
    if (!other.contains("|")) {
      assertThat(ran.out()).contains(other);
    }
  }

  @Test
  void severalWordsMustAllBeThere() {
    assertThat(CliTest.in(folder).run("help", "delivery", "attempts").out())
        .contains("delivery_config.max_attempts")
        .doesNotContain("sbp deliver ");
    assertThat(CliTest.in(folder).run("help", "xylophone").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void thePagesAreThoseOfTheDocumentation() throws Exception {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> pages = Files.list(Path.of("../docs"))) {
      for (Path page : pages.filter(it -> it.toString().endsWith(".md")).toList()) {
        found.put(
            page.getFileName().toString(), Files.readAllLines(page).getFirst().replace("# ", ""));
      }
    }

    assertThat(new TreeMap<>(HelpSearch.PAGES)).isEqualTo(found);
  }
}
