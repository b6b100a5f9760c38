package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import java.util.Map;

/**
 * Call of a subcommand as a function: typed arguments, no command line. Its result is the document
 * that the command writes to the {@link Output} of its session.
 *
 * @param values the values by argument, each a String, a Long or a Boolean; exactly one for an
 *     argument that is no list
 * @param words the words after the command in the same call on a command line; the audit log and
 *     the owner's approvals identify the call by them
 */
public record CommandCall(
    CommandInfo command, Map<Argument, List<Object>> values, List<String> words) {
  public CommandCall {
    values = Map.copyOf(values);
    words = List.copyOf(words);
  }

  /** Sets the arguments in a command of this kind. */
  public void fill(Subcommand made) {
    values.forEach((argument, given) -> argument.field().orElseThrow().set(made, given));
  }
}
