package org.sovereignbook.sbp.llm;

/** A backend gave no usable answer; the message says why and what the operator can do. */
public final class LlmException extends Exception {
  private static final long serialVersionUID = 1;

  public LlmException(String message) {
    super(message);
  }

  public LlmException(String message, Throwable cause) {
    super(message, cause);
  }
}
