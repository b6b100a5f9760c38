package org.sovereignbook.sbp.plugins.shell;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandInfo;

/**
 * The position of the next word in a command line, derived from the words before it. Not
 * thread-safe.
 */
final class Place {
  private static final String END_OF_OPTIONS = "--";

  private final Catalog catalog;
  private final Set<String> used = new HashSet<>();
  private Optional<CommandInfo> command = Optional.empty();
  private Optional<Argument> value = Optional.empty();
  private int arguments;
  private boolean optionsEnded;

  private Place(Catalog catalog) {
    this.catalog = catalog;
  }

  static Place behind(List<String> words, Catalog catalog) {
    Place place = new Place(catalog);
    words.forEach(place::pass);
    return place;
  }

  private void pass(String word) {
    if (value.isPresent()) {
      value = Optional.empty();
    } else if (word.equals(END_OF_OPTIONS)) {
      optionsEnded = true;
    } else if (word.startsWith("-") && !optionsEnded) {
      Optional<Argument> option = option(word);
      option
          .filter(given -> !given.repeatable())
          .ifPresent(given -> used.addAll(given.spellings()));
      value = option.filter(_ -> !word.contains("=")).filter(Argument::takesValue);
    } else {
      Optional<CommandInfo> below =
          arguments > 0
              ? Optional.empty()
              : commands().stream().filter(each -> each.name().equals(word)).findFirst();
      if (below.isPresent()) {
        command = below;
      } else {
        arguments++;
      }
    }
  }

  /** Returns the commands that the next word may be. */
  List<CommandInfo> commands() {
    if (arguments > 0) {
      return List.of();
    }
    return command.map(CommandInfo::commands).orElseGet(catalog::firstLevel);
  }

  /** Returns the options that the next word may be. */
  List<Argument> options() {
    if (optionsEnded) {
      return List.of();
    }
    return all().stream().filter(option -> !used.contains(option.option().orElse(""))).toList();
  }

  /** Returns the option with this spelling; a value after {@code =} is ignored. */
  Optional<Argument> option(String word) {
    String name = word.split("=", 2)[0];
    return all().stream().filter(option -> option.spellings().contains(name)).findFirst();
  }

  /** Returns the option whose value the next word is. */
  Optional<Argument> optionValue() {
    return value;
  }

  /** Returns the argument that the next word is. */
  Optional<Argument> argument() {
    List<Argument> parameters = command.map(CommandInfo::parameters).orElseGet(List::of);
    if (arguments < parameters.size()) {
      return Optional.of(parameters.get(arguments));
    }
    return parameters.isEmpty() || !parameters.getLast().repeatable()
        ? Optional.empty()
        : Optional.of(parameters.getLast());
  }

  private List<Argument> all() {
    return command.map(CommandInfo::options).orElseGet(catalog::sharedOptions);
  }
}
