package org.sovereignbook.sbp.frontend.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandInfo;

/**
 * Errors of commands in the words of tools: a command line becomes the tool to call next, with its
 * arguments, and an option becomes the argument. A command that the caller cannot call is left out.
 * Immutable.
 */
final class ToolWording {
  private static final Pattern COMMAND = Pattern.compile("\\bsbp ((?:[^\\s,;)]+ ?)+)");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--([a-z][a-z-]*)");
  private static final Pattern LEAD = Pattern.compile("(?:, )?:? *$");

  private final Map<String, CommandInfo> commands = new LinkedHashMap<>();
  private final Map<String, ToolArguments> arguments = new LinkedHashMap<>();

  ToolWording(Catalog catalog) {
    catalog
        .all()
        .forEach(
            command -> {
              commands.put(command.command(), command);
              if (command.tool().isPresent()) {
                arguments.put(command.command(), new ToolArguments(command));
              }
            });
  }

  /**
   * Returns hints for the caller of a tool. Each tool that they name can be called now.
   *
   * @param next the tool to call when no hint names one
   * @param usable the tools that the caller may call now
   * @param looking those that may be called to see what exists
   */
  List<String> hints(
      List<String> hints, String next, Predicate<String> usable, Predicate<String> looking) {
    List<String> said = new ArrayList<>();
    boolean isNamed = false;
    for (String hint : hints) {
      String advice = text(hint, usable);
      boolean names = advice.contains("call ");
      if (names || !hint.contains("sbp ") || isForOwner(advice)) {
        said.add(advice);
      }
      isNamed |= names;
    }
    if (!isNamed) {
      Stream.of(next, ToolSearch.NAME)
          .filter(looking)
          .findFirst()
          .ifPresent(tool -> said.add("to look: call " + tool));
    }
    return said;
  }

  /**
   * Returns whether only the owner can do it. An agent then learns whom to ask, without the
   * command.
   */
  private static boolean isForOwner(String advice) {
    return advice.contains("owner") || advice.contains("parent");
  }

  /** Returns a sentence with every command and option replaced. */
  String text(String text, Predicate<String> usable) {
    Matcher found = COMMAND.matcher(text);
    StringBuilder said = new StringBuilder();
    int from = 0;
    while (found.find()) {
      String before = text.substring(from, found.start());
      Optional<String> call = call(List.of(found.group(1).trim().split(" ")), usable);
      said.append(call.isPresent() ? before.replaceFirst(" +$", " ") : lead(before));
      said.append(call.orElse(""));
      from = found.end();
    }
    said.append(text.substring(from));
    return option(said.toString());
  }

  /** Returns the words before a command that is left out. */
  private static String lead(String before) {
    return LEAD.matcher(before).replaceFirst("");
  }

  private static String option(String text) {
    return OPTION
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(found.group(1).replace('-', '_')));
  }

  private Optional<String> call(List<String> words, Predicate<String> usable) {
    for (int end = words.size(); end > 0; end--) {
      String path = String.join(" ", words.subList(0, end));
      CommandInfo command = commands.get(path);
      if (command != null) {
        ToolArguments known = arguments.get(path);
        return known == null || !usable.test(command.toolName())
            ? Optional.empty()
            : Optional.of(
                "call "
                    + command.toolName()
                    + known
                        .mentioned(words.subList(end, words.size()))
                        .map(advice -> " with " + advice)
                        .orElse(""));
      }
    }
    return Optional.empty();
  }
}
