package org.sovereignbook.sbp.society.hooks;

import org.pf4j.ExtensionPoint;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * A hook that runs within the program, for events that come often: the extension point for plugins.
 * Its declaration is a file {@code NAME.hook.yaml} with {@code plugin:} and this name. A plugin's
 * class has a public constructor without parameters; it may be called by several threads at once.
 */
public interface HotHook extends ExtensionPoint {

  /** What {@code plugin:} names. */
  String name();

  /**
   * What a script would print for what it would read. When its time is over the thread is
   * interrupted and its answer no longer counts.
   *
   * @throws Exception as a script that fails
   */
  JsonObject answer(JsonObject input) throws Exception;
}
