package org.sovereignbook.sbp.authority.ledger;

import java.util.List;

/** Something that a rule of the society does not allow; nothing of its transaction is kept. */
public class SocietyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final String code;
  private final transient List<String> hints;

  /** What sort of a no it is. */
  public enum Kind {
    /** What was given cannot be. */
    WRONG,
    /** There is no such agent, task or mail. */
    NOT_FOUND,
    /** It may not be, or not now. */
    REFUSED
  }

  /**
   * What to tell whoever asked.
   *
   * @param code a word that stays, such as {@code stale-claim}
   * @param message lower case, without a final full stop; text of others is quoted
   * @param hints each a line of its own, such as the command to run next
   */
  public SocietyException(Kind kind, String code, String message, String... hints) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.hints = List.of(hints);
  }

  /** What was given cannot be. */
  public static SocietyException wrong(String code, String message, String... hints) {
    return new SocietyException(Kind.WRONG, code, message, hints);
  }

  /** There is no such thing. */
  public static SocietyException notFound(String code, String message, String... hints) {
    return new SocietyException(Kind.NOT_FOUND, code, message, hints);
  }

  /** It may not be, or not now. */
  public static SocietyException refused(String code, String message, String... hints) {
    return new SocietyException(Kind.REFUSED, code, message, hints);
  }

  public Kind kind() {
    return kind;
  }

  public String code() {
    return code;
  }

  public List<String> hints() {
    return hints;
  }
}
