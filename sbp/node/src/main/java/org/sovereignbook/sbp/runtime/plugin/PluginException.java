package org.sovereignbook.sbp.runtime.plugin;

import java.util.List;

/** A requested plugin is not available: the reason, and commands that help. */
public final class PluginException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<String> hints;

  /**
   * Makes a failure.
   *
   * @param hints each a line of its own
   */
  public PluginException(String message, List<String> hints) {
    super(message);
    this.hints = List.copyOf(hints);
  }

  PluginException(String message, List<String> hints, Throwable cause) {
    super(message, cause);
    this.hints = List.copyOf(hints);
  }

  /** Returns the hints, each one line, such as the command to run next. */
  public List<String> hints() {
    return hints;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
