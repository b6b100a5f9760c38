package org.sovereignbook.sbp.runtime.plugin;

import java.util.List;

/** A plugin that was asked for cannot be had: what is wrong, and the commands that help. */
public final class PluginException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<String> hints;

  PluginException(String message, List<String> hints) {
    super(message);
    this.hints = List.copyOf(hints);
  }

  PluginException(String message, List<String> hints, Throwable cause) {
    super(message, cause);
    this.hints = List.copyOf(hints);
  }

  /** Each a line of its own, such as the command to run next. */
  public List<String> hints() {
    return hints;
  }
}
