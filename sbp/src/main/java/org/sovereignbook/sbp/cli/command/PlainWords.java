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
 * @param others the words that are no shared option, in their order
 */
public record PlainWords(
    Optional<Path> home, boolean json, boolean stacktrace, List<String> others) {

  /** The words behind the subcommand's name, if they are plain. */
  public static Optional<PlainWords> of(List<String> words) {
    List<String> others = new ArrayList<>(words);
    boolean json = others.remove(OutputOptions.JSON);
    boolean stacktrace = others.remove(OutputOptions.STACKTRACE);
    int option = others.indexOf(NodeOptions.HOME);
    Optional<Path> home = Optional.empty();
    if (option >= 0) {
      if (option + 1 == others.size() || !isPlain(others.get(option + 1))) {
        return Optional.empty();
      }
      home = Optional.of(Path.of(others.remove(option + 1)));
      others.remove(option);
    }
    return Optional.of(new PlainWords(home, json, stacktrace, List.copyOf(others)));
  }

  /** Nothing but shared options, those about a node among them. */
  public boolean isBare() {
    return others.isEmpty();
  }

  /**
   * The only other word, if it cannot be taken for an option; none of the words is about a node.
   */
  public Optional<String> onlyWord() {
    return others.size() == 1 && home.isEmpty() && isPlain(others.getFirst())
        ? Optional.of(others.getFirst())
        : Optional.empty();
  }

  private static boolean isPlain(String word) {
    return !word.isEmpty() && (word.charAt(0) != '-' || word.length() == 1);
  }
}
