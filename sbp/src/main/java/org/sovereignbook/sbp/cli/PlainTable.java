package org.sovereignbook.sbp.cli;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.node.BuiltList;
import org.sovereignbook.sbp.node.Resources;

/**
 * The arguments of one command, read from a list that the build makes, because reading picocli's
 * annotations takes longer than most commands run.
 *
 * @param lines the list that it is from
 * @param type the name of its class behind the prefix of the list
 * @param words its own: {@code /PART=CLASS}, {@code --home} if it works on a node, and arguments
 */
record PlainTable(Lines lines, String type, List<String> words, List<PlainArgument> arguments) {
  /** The file with the list of a feature, beside the classes of its commands. */
  static final String OF_FEATURE = "plain-commands";

  private static final String PACKAGE_PREFIX = PlainTable.class.getPackageName() + ".";
  private static final char PART = '/';

  /** Holds the list of the program; without one picocli parses all lines. */
  private static final class OfProgram {
    static final String ALL = "\n" + BuiltList.COMMANDS.text().orElse("");
  }

  /**
   * A list.
   *
   * @param prefix what the names of its classes begin with
   * @param loader of these classes
   * @param text a line for each command
   */
  private record Lines(String prefix, ClassLoader loader, String text) {
    static Lines of(Class<?> command) {
      return command.getName().startsWith(PACKAGE_PREFIX)
          ? new Lines(PACKAGE_PREFIX, command.getClassLoader(), OfProgram.ALL)
          : new Lines(
              command.getPackageName() + ".", command.getClassLoader(), "\n" + ofFeature(command));
    }

    private static String ofFeature(Class<?> command) {
      try {
        return Resources.bytes(command, OF_FEATURE)
            .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
            .orElse("");
      } catch (IOException e) {
        return "";
      }
    }
  }

  /** Returns the table of a command with plain command lines. */
  static Optional<PlainTable> of(Class<?> command) {
    Lines lines = Lines.of(command);
    return of(lines, command.getName().substring(lines.prefix().length()));
  }

  private static Optional<PlainTable> of(Lines lines, String type) {
    int start = lines.text().indexOf("\n" + type + " ");
    if (start < 0) {
      return Optional.empty();
    }
    int end = lines.text().indexOf('\n', start + 1);
    List<String> words = split(lines.text().substring(start + 1, end), ' ');
    List<PlainArgument> arguments = new ArrayList<>();
    for (String word : words.subList(1, words.size())) {
      if (!word.isEmpty() && word.charAt(0) != PART && !word.equals(NodeOptions.HOME)) {
        arguments.add(PlainArgument.parse(word));
      }
    }
    return Optional.of(new PlainTable(lines, type, words, arguments));
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
        return of(lines, word.substring(begins.length()));
      }
    }
    return Optional.empty();
  }

  /** Makes a new instance of the command. */
  Subcommand make() {
    try {
      Constructor<? extends Subcommand> constructor =
          Class.forName(lines.prefix() + type, true, lines.loader())
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
