package org.sovereignbook.sbp.authority.access;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.node.Feature;

/** A feature with tools. */
public interface ToolFeature extends Feature {
  /** Returns whether a tool may be one of its own, by its first word. */
  boolean mayHave(String tool);

  /** Returns the declarations of its tools, by which callers are authorized. */
  List<DeclaredTools.Declared> tools();

  /**
   * Returns whether a tool that is for the items in a caller's hands may be used whatever caused
   * them. Where a feature says no, the cause has to allow the tool as it has to allow all others.
   */
  default boolean mayHandle(Authority cause, String tool) {
    return true;
  }

  /** Returns the declaration of one tool, by its name. */
  default Optional<DeclaredTools.Declared> tool(String name) {
    return tools().stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /**
   * Returns the tool of a command that has another name than the tool.
   *
   * @param words the words of the command, joined with {@code _}
   */
  default Optional<DeclaredTools.Declared> toolOf(String words) {
    return tools().stream().filter(one -> one.command().equals(Optional.of(words))).findFirst();
  }
}
