package org.sovereignbook.sbp.plugin;

/** A file is no plugin; the message says why, in half a sentence that begins with "it" or "its". */
final class NotAPluginException extends Exception {
  private static final long serialVersionUID = 1;

  NotAPluginException(String message) {
    super(message);
  }
}
