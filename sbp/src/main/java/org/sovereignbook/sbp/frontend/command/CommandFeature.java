package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.ToolFeature;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import picocli.CommandLine;

/** A feature with commands, which are tools of agents and of the page, too. */
public interface CommandFeature extends ToolFeature {
  /** Returns its commands. */
  default List<FeatureCommand> commands() {
    return List.of();
  }

  /**
   * Returns the node's words for a kind of values, which {@link NamedValue} names; for completion.
   */
  default List<NodeWords.Word> words(Transaction tx, String kind) {
    return List.of();
  }

  @Override
  default boolean mayHave(String tool) {
    return commands().stream()
        .map(command -> String.join("_", command.path()).replace('-', '_'))
        .anyMatch(name -> tool.equals(name) || tool.startsWith(name + "_"));
  }

  /**
   * Returns the tools that its commands declare: those of the list that its build has made, since
   * reading annotations takes longer than most commands run; else by the annotations.
   */
  @Override
  default List<DeclaredTools.Declared> tools() {
    return BuiltTools.of(this).orElseGet(() -> declared(this));
  }

  /**
   * Returns the tools that the commands of a feature declare by the annotations on their classes.
   */
  static List<DeclaredTools.Declared> declared(CommandFeature feature) {
    return feature.commands().stream()
        .map(one -> CommandInfo.of(new CommandLine(one.make().get()), one.path(), ""))
        .flatMap(CommandFeature::withParts)
        .flatMap(command -> command.declared().stream())
        .toList();
  }

  private static Stream<CommandInfo> withParts(CommandInfo command) {
    return Stream.concat(
        Stream.of(command), command.commands().stream().flatMap(CommandFeature::withParts));
  }
}
