package org.sovereignbook.sbp.plugins.chain;

/** Failure of a chain, in one sentence without secrets. */
public final class ChainException extends Exception {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** Kind of failure. */
  public enum Kind {
    /** A variable or setting is missing or wrong. */
    NOT_SET,
    /** The chain gave no answer, or none that can be read; a transaction may have arrived. */
    NO_ANSWER,
    /** The chain or a contract refuses it. */
    REFUSED
  }

  public ChainException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
