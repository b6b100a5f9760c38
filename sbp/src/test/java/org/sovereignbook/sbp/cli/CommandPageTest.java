package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import picocli.CommandLine;

/** {@code docs/cli.md} says what is so: no command, option, code or member more or less. */
class CommandPageTest {
  /** Options of all lists, which the page describes once. */
  private static final List<String> OF_LISTS = List.of("-n", "--limit", "--after");

  /** Proofs of the owner of all that are only the owner's, which the page describes once. */
  private static final List<String> OF_OWNER = List.of("--proof", "--passphrase-file");

  private static final Set<String> SHARED =
      Set.of("--home", "--trust-owner", "--json", "--color", "--stacktrace", "-h", "--help");

  private final CommandPage page = CommandPage.read();
  @TempDir Path folder;

  static List<Commands.Row> commands() {
    return Commands.builtIn().shown();
  }

  private static void collectOptions(CommandLine line, Set<String> options) {
    line.getCommandSpec()
        .options()
        .forEach(option -> options.addAll(Arrays.asList(option.names())));
    line.getSubcommands().values().forEach(below -> collectOptions(below, options));
  }

  @Test
  void itHasASectionForEveryCommandInTheOrderOfTheUsage() {
    assertThat(page.sections().sequencedKeySet())
        .containsExactlyElementsOf(commands().stream().map(Commands.Row::name).toList());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aSectionNamesEveryOptionAndSubcommandAndNoOther(Commands.Row row) {
    CommandLine line = Commands.builtIn().commandLine(row);
    String section = page.sections().getOrDefault(row.name(), "");
    Set<String> options = new TreeSet<>();
    collectOptions(line, options);
    options.removeAll(SHARED);
    options.removeAll(OF_LISTS);
    options.removeAll(OF_OWNER);
    Set<String> named = new TreeSet<>(CommandPage.optionsIn(section));
    named.removeAll(OF_LISTS);
    named.removeAll(OF_OWNER);

    assertThat(named).isEqualTo(options);
    assertThat(CommandPage.subcommandsIn(section, row.name()))
        .isEqualTo(new TreeSet<>(line.getSubcommands().keySet()));
    assertThat(section).contains("JSON");
  }

  @Test
  void theSharedOptionsAreThoseOfEveryCommand() {
    Set<String> named = new TreeSet<>(CommandPage.optionsIn(page.beginning()));
    named.removeAll(OF_LISTS);
    assertThat(named).isEqualTo(new TreeSet<>(SHARED));
    assertThat(page.beginning()).contains(OF_LISTS).contains(OF_OWNER);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theExampleIsACommandLineThatTheCommandTakes(Commands.Row row) {
    String example = CommandPage.exampleIn(page.sections().getOrDefault(row.name(), ""));
    List<String> calls =
        Arrays.stream(example.split("\\s*(?:&&|\\||\n)\\s*"))
            .filter(call -> call.startsWith("sbp " + row.name()))
            .toList();

    assertThat(calls).isNotEmpty();
    for (String call : calls) {
      List<String> words = new ArrayList<>();
      Pattern.compile("'([^']*)'|(\\S+)")
          .matcher(call)
          .results()
          .forEach(word -> words.add(word.group().replace("'", "")));
      String[] arguments = words.subList(2, words.size()).toArray(String[]::new);
      assertThat(Commands.builtIn().commandLine(row).parseArgs(arguments).errors()).isEmpty();
    }
  }

  @Test
  void theTableOfExitCodesIsThatOfTheProgram() {
    List<String> rows =
        page.beginning().lines().filter(line -> line.matches("\\| \\d+ \\|.*")).toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(ExitCode.values())
                .map(
                    code ->
                        "| " + code.number() + " | " + code.words() + " | " + code.meaning() + " |")
                .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "init, .",
    "doctor, ''",
    "status, ''",
    "tick, --dry-run",
    "peers, ''",
    "inbox, list",
    "outbox, ''",
    "outbox, failed",
    "log, ''",
    "verify, runtime/identity/identity.json",
    "identity, --set name=Echo2",
    "keygen, --force",
    "deliver, ''",
    "reader-pre, ''",
    "reader-post, ''",
    "author-post, ''",
    "agent, run author",
    "maintain, ''",
    "plugin, list",
    "network, ''",
    "commands, ''",
    "completion, fish",
  })
  void everyMemberThatACommandPrintsIsDocumented(String command, String rest) {
    CliTest cli = CliTest.in(folder);
    if (!command.equals("init")) {
      assertThat(cli.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
    }
    List<String> words = new ArrayList<>(List.of(command, "--json"));
    Arrays.stream(rest.split(" ")).filter(word -> !word.isEmpty()).forEach(words::add);

    CliTest.Ran ran = cli.run(words.toArray(String[]::new));

    String section = page.sections().getOrDefault(command, "");
    assertThat(ran.json().has("error")).as(ran.err()).isFalse();
    assertThat(ran.json().members().keySet())
        .isNotEmpty()
        .allSatisfy(
            member -> assertThat(section).containsPattern("`" + Pattern.quote(member) + "\\??`"));
  }
}
