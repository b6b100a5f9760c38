package org.sovereignbook.sbp.society.hooks;

import org.pf4j.ExtensionPoint;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * A hook that runs within the program, for frequent events: the extension point for plugins. Its
 * declaration is a file {@code NAME.hook.yaml} with {@code plugin:} and this name. A plugin's class
 * has a public constructor without parameters; it may be called by several threads at once.
 */
public interface HotHook extends ExtensionPoint {

  /** Returns the name that {@code plugin:} refers to. */
  String name();

  /**
   * Returns the JSON that a script would print for this input. At the time limit the thread is
   * interrupted and its answer is ignored.
   *
   * @throws Exception as a failing script
   */
  JsonObject answer(JsonObject input) throws Exception;
}
