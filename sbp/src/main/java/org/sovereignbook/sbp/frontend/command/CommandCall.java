package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import java.util.Map;

/**
 * Call of a subcommand as a function: typed arguments, no command line. Its result is the document
 * that the command gives to the {@link Output} of its session.
 *
 * @param values by argument its values, each a String, a Long or a Boolean; of an argument that is
 *     no list, one
 * @param words the words behind the command's by which a person would make the same call: the trail
 *     and the owner's approvals know the call by them
 */
public record CommandCall(
    CommandInfo command, Map<Argument, List<Object>> values, List<String> words) {
  public CommandCall {
    values = Map.copyOf(values);
    words = List.copyOf(words);
  }

  /** Gives the arguments to a command of this kind. */
  public void fill(Subcommand made) {
    values.forEach((argument, given) -> argument.field().orElseThrow().set(made, given));
  }
}
