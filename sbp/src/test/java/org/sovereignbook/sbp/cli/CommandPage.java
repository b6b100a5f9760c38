package org.sovereignbook.sbp.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code docs/cli.md} as a test reads it. Not a test itself. */
record CommandPage(String beginning, SequencedMap<String, String> sections) {
  private static final Pattern HEADING = Pattern.compile("(?m)^### `sbp ([a-z0-9-]+)[^`]*`$");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern EXAMPLE = Pattern.compile("(?s)```sh\n(.*?)\n```");

  static CommandPage read() {
    String text = text();
    SequencedMap<String, String> sections = new LinkedHashMap<>();
    List<Integer> starts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    HEADING
        .matcher(text)
        .results()
        .forEach(
            found -> {
              starts.add(found.start());
              names.add(found.group(1));
            });
    starts.add(text.length());
    for (int i = 0; i < names.size(); i++) {
      sections.put(names.get(i), text.substring(starts.get(i), starts.get(i + 1)));
    }
    return new CommandPage(text.substring(0, starts.getFirst()), sections);
  }

  /** What stands in backquotes in the first column of a section's tables, up to its first space. */
  static Set<String> optionsIn(String section) {
    Set<String> options = new TreeSet<>();
    firstCells(section)
        .flatMap(cell -> CODE.matcher(cell).results())
        .map(code -> code.group(1).split(" ", 2)[0])
        .filter(word -> word.startsWith("-"))
        .forEach(options::add);
    return options;
  }

  /** The words behind the command in the first column of a section's tables. */
  static Set<String> subcommandsIn(String section, String command) {
    Set<String> names = new TreeSet<>();
    firstCells(section)
        .flatMap(cell -> Pattern.compile("`sbp " + command + " ([a-z]+)").matcher(cell).results())
        .forEach(found -> names.add(found.group(1)));
    return names;
  }

  static Stream<String> firstCells(String section) {
    return section
        .lines()
        .filter(line -> line.startsWith("| "))
        .map(line -> line.split(" \\| ")[0]);
  }

  static String exampleIn(String section) {
    return EXAMPLE
        .matcher(section)
        .results()
        .map(found -> found.group(1))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no example in:\n" + section));
  }

  private static String text() {
    Path file =
        Stream.of("../docs/cli.md", "docs/cli.md")
            .map(Path::of)
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(() -> new AssertionError("docs/cli.md not found"));
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
