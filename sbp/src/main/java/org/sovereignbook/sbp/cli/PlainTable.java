package org.sovereignbook.sbp.cli;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.node.BuiltList;

/**
 * The arguments of one command, read from a list that the build makes, because reading picocli's
 * annotations takes longer than most commands run.
 *
 * @param words its own: {@code /PART=CLASS}, {@code --home} if it works on a node, and arguments
 */
record PlainTable(String type, List<String> words, List<PlainArgument> arguments) {
  private static final String PACKAGE_PREFIX = PlainTable.class.getPackageName() + ".";
  private static final char PART = '/';

  /** Holds the list; without one picocli parses all lines. */
  private static final class Lines {
    static final String ALL = "\n" + BuiltList.COMMANDS.text().orElse("");
  }

  /** Returns the table of a command with plain command lines. */
  static Optional<PlainTable> of(Class<?> command) {
    String name = command.getName();
    return name.startsWith(PACKAGE_PREFIX)
        ? of(name.substring(PACKAGE_PREFIX.length()))
        : Optional.empty();
  }

  private static Optional<PlainTable> of(String type) {
    int start = Lines.ALL.indexOf("\n" + type + " ");
    if (start < 0) {
      return Optional.empty();
    }
    int end = Lines.ALL.indexOf('\n', start + 1);
    List<String> words = split(Lines.ALL.substring(start + 1, end), ' ');
    List<PlainArgument> arguments = new ArrayList<>();
    for (String word : words.subList(1, words.size())) {
      if (!word.isEmpty() && word.charAt(0) != PART && !word.equals(NodeOptions.HOME)) {
        arguments.add(PlainArgument.parse(word));
      }
    }
    return Optional.of(new PlainTable(type, words, arguments));
  }

  boolean isOfNode() {
    return words.contains(NodeOptions.HOME);
  }

  List<PlainArgument> options() {
    return arguments.stream().filter(PlainArgument::isOption).toList();
  }

  /** Returns the parameters in their order. */
  List<PlainArgument> parameters() {
    return arguments.stream().filter(argument -> !argument.isOption()).toList();
  }

  Optional<PlainArgument> option(String word) {
    for (PlainArgument argument : arguments) {
      if (argument.isOption() && argument.isCalled(word)) {
        return Optional.of(argument);
      }
    }
    return Optional.empty();
  }

  Optional<PlainTable> part(String name) {
    String begins = PART + name + "=";
    for (String word : words) {
      if (word.startsWith(begins)) {
        return of(word.substring(begins.length()));
      }
    }
    return Optional.empty();
  }

  /** Makes a new instance of the command. */
  Subcommand make() {
    try {
      Constructor<? extends Subcommand> constructor =
          Class.forName(PACKAGE_PREFIX + type)
              .asSubclass(Subcommand.class)
              .getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + type, e);
    }
  }

  /** Splits the text at each {@code at} without a regular expression. */
  static List<String> split(String text, char at) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int to = text.indexOf(at); to >= 0; to = text.indexOf(at, from)) {
      parts.add(text.substring(from, to));
      from = to + 1;
    }
    parts.add(text.substring(from));
    return parts;
  }
}
