package org.sovereignbook.sbp.node;

import java.util.List;
import org.pf4j.ExtensionPoint;

/**
 * Something that not every node needs, declared once. A feature is a public class with a public
 * constructor without parameters, made once in a process; its methods may be called from any
 * thread. What it adds to the program it says by the interfaces that it implements, one for each
 * module that it adds to.
 */
public interface Feature extends ExtensionPoint {
  /** Returns its name: lower-case letters, digits and hyphens; the first word of its commands. */
  String name();

  /** Returns what it is for, in half a line. */
  String title();

  /** Returns whether a node can do without it; that of a plugin is refused otherwise. */
  default boolean isOptional() {
    return true;
  }

  /** Returns whether it is on until the owner switches it off; else it is off until switched on. */
  default boolean isOnAtFirst() {
    return true;
  }

  /** Returns the names of the features without which it is off. */
  default List<String> needs() {
    return List.of();
  }

  /** Returns the settings that it adds to the configuration of a node. */
  default Settings settings() {
    return Settings.none();
  }
}
