package org.sovereignbook.sbp.node;

/** A file of the node is damaged or a node is missing; the message says which and what to do. */
public final class NodeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public NodeException(String message) {
    super(message);
  }

  public NodeException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
