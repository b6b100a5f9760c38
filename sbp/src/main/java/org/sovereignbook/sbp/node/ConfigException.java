package org.sovereignbook.sbp.node;

/** The operator's configuration cannot be used; the message names file, key and remedy. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ConfigException(String message) {
    super(message);
  }

  public ConfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
