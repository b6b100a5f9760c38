package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.testing.SourceTree;

/** Every command that the program advises, anywhere in its code, is a command that it has. */
class HintsTest {

  /** Adjacent literals are one text. */
  private static final Pattern TEXT =
      Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\n]|\\\\.)*\")*");

  private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

  /** A command behind a colon, a comma or a conjunction, at the beginning, in quotes. */
  private static final Pattern ADVICE =
      Pattern.compile("(?:^\"|: {2}|\\(|`|&& |, |; | or | and |then )sbp ([a-z][^\"`;,()&|]*)");

  private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z-]*");
  private static final Set<String> SHARED =
      Set.of("--home", "--json", "--help", "--trust-owner", "--color", "--stacktrace");

  /** Names of threads, programs and states that begin like a command. */
  private static final Set<String> NAMES =
      Set.of("maintenance", "address guard", "mcp request state 1");

  private record Advice(Path file, String command) {}

  private static List<Advice> all() throws IOException {
    List<Advice> all = new ArrayList<>();
    for (Path file : SourceTree.files()) {
      Matcher texts = TEXT.matcher(Files.readString(file));
      while (texts.find()) {
        ADVICE
            .matcher(JOINT.matcher(texts.group()).replaceAll(""))
            .results()
            .forEach(found -> all.add(new Advice(file, found.group(1).strip())));
      }
    }
    return all;
  }

  /** Returns why a line is no command line of this program. */
  private static Optional<String> fault(String line) {
    List<String> words = WORD.matcher(line).results().map(it -> it.group()).toList();
    if (NAMES.contains(line) || words.getFirst().equals("help") || words.getFirst().contains("%")) {
      return Optional.empty();
    }
    Optional<CommandInfo> command =
        CommandContract.catalog().commands().stream()
            .filter(each -> each.name().equals(words.getFirst()))
            .findFirst();
    if (command.isEmpty()) {
      return Optional.of("no command " + words.getFirst());
    }
    CommandInfo innermost = command.get();
    if (words.size() > 1
        && !innermost.commands().isEmpty()
        && NAME.matcher(words.get(1)).matches()) {
      Optional<CommandInfo> below =
          innermost.commands().stream()
              .filter(each -> each.name().equals(words.get(1)))
              .findFirst();
      if (below.isEmpty()) {
        return Optional.of("no command " + words.get(1) + " below " + innermost.name());
      }
      innermost = below.get();
    }
    for (String word : words) {
      if (word.equals("--")) {
        break;
      }
      String option = word.replaceFirst("[=\\\\].*", "");
      boolean isOption = option.matches("--[a-z][a-z-]*");
      if (isOption && !SHARED.contains(option) && innermost.option(option).isEmpty()) {
        return Optional.of("no option " + option + " of " + innermost.command());
      }
    }
    return Optional.empty();
  }

  @Test
  void everyAdvisedCommandIsThere() throws IOException {
    List<Advice> all = all();
    Set<String> wrong = new TreeSet<>();
    for (Advice one : all) {
      fault(one.command())
          .ifPresent(
              why -> wrong.add(one.file().getFileName() + ": sbp " + one.command() + ": " + why));
    }

    assertThat(all).hasSizeGreaterThan(300);
    assertThat(wrong).isEmpty();
  }

  @Test
  void adviceThatDependsOnTheMachineHasOneHome() throws IOException {
    assertThat(all())
        .filteredOn(one -> one.command().startsWith("service install"))
        .extracting(one -> one.file().getFileName().toString())
        .as("where there is no service manager, sbp up is advised")
        .containsOnly("ServiceAdvice.java");
  }
}
