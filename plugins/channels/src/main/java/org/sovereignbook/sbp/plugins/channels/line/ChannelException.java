package org.sovereignbook.sbp.plugins.channels.line;

/** Failure of a channel. Its message is one sentence for people, with foreign text escaped. */
public final class ChannelException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Kind of a failure. */
  public enum Kind {
    /** The owner must act: an option, a password or a certificate is wrong. */
    SETUP,
    /** The server does not answer, or not as expected; a later attempt may work. */
    NO_ANSWER
  }

  private final Kind kind;

  private ChannelException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public static ChannelException setup(String message) {
    return new ChannelException(Kind.SETUP, message);
  }

  public static ChannelException noAnswer(String message) {
    return new ChannelException(Kind.NO_ANSWER, message);
  }

  public Kind kind() {
    return kind;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
