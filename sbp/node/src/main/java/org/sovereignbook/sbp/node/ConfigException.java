package org.sovereignbook.sbp.node;

/** The operator's configuration cannot be used; the message names file, key and remedy. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String key;

  public ConfigException(String message) {
    this("", message);
  }

  ConfigException(String key, String message) {
    super(message);
    this.key = key;
  }

  public ConfigException(String message, Throwable cause) {
    super(message, cause);
    this.key = "";
  }

  /** Returns the key at fault; empty when the error concerns the whole file. */
  public String key() {
    return key;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
