package org.sovereignbook.sbp.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A plain command line: the shared options, spelled out and each at most once, and other words. A
 * {@link Subcommand} that understands these by itself is run without picocli, whose own start takes
 * longer than most commands. Whatever is not plain, a mistake above all, picocli parses.
 *
 * @param command its name; of a part of a command that of both
 * @param line all words behind the name of the subcommand
 * @param others the words that are no shared option, in their order
 */
public record PlainWords(
    String command,
    List<String> line,
    Optional<Path> home,
    boolean json,
    boolean stacktrace,
    List<String> others) {

  public PlainWords {
    others = List.copyOf(others);
  }

  /** The words behind the name of a subcommand. */
  public static PlainWords of(String command, List<String> words) {
    List<String> others = new ArrayList<>(words);
    boolean json = others.remove(OutputOptions.JSON);
    boolean stacktrace = others.remove(OutputOptions.STACKTRACE);
    PlainWords all = new PlainWords(command, words, Optional.empty(), json, stacktrace, others);
    Optional<Path> home = all.value(NodeOptions.HOME).map(Path::of);
    return new PlainWords(
        command, words, home, json, stacktrace, all.without(NodeOptions.HOME).others);
  }

  /** The same of the part of the command that the first of the other words may name. */
  public Optional<PlainWords> ofPart() {
    return others.isEmpty() || !isPlain(others.getFirst())
        ? Optional.empty()
        : Optional.of(with(command + " " + others.getFirst(), others.subList(1, others.size())));
  }

  private PlainWords with(String otherCommand, List<String> left) {
    return new PlainWords(otherCommand, line, home, json, stacktrace, left);
  }

  /** What stands behind this option, if it is there and that cannot be taken for an option. */
  public Optional<String> value(String option) {
    int value = others.indexOf(option) + 1;
    return value > 0 && value < others.size() && isPlain(others.get(value))
        ? Optional.of(others.get(value))
        : Optional.empty();
  }

  /** The same without this option and its {@link #value}, if it has one. */
  public PlainWords without(String option) {
    if (value(option).isEmpty()) {
      return this;
    }
    List<String> left = new ArrayList<>(others);
    int at = left.indexOf(option);
    left.subList(at, at + 2).clear();
    return with(command, left);
  }

  /** Nothing but shared options, those about a node among them. */
  public boolean isBare() {
    return others.isEmpty();
  }

  /** The only other word, if it cannot be taken for an option. */
  public Optional<String> onlyWord() {
    return others.size() == 1 && isPlain(others.getFirst())
        ? Optional.of(others.getFirst())
        : Optional.empty();
  }

  private static boolean isPlain(String word) {
    return !word.isEmpty() && (word.charAt(0) != '-' || word.length() == 1);
  }
}
