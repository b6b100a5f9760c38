package org.sovereignbook.sbp.authority.ledger;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;

/** Violation of a rule of the society; its transaction is rolled back. */
public class SocietyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final String code;
  private final transient List<String> hints;

  /** Kind of refusal. */
  public enum Kind {
    /** The given values are invalid. */
    WRONG,
    /** The agent, task or mail does not exist. */
    NOT_FOUND,
    /** It is not allowed, or not now. */
    REFUSED
  }

  /**
   * Creates an exception whose message is shown to the caller.
   *
   * @param code a stable word, such as {@code stale-claim}
   * @param message lower case, without a final full stop; text of others is quoted
   * @param hints lines to show below, such as the command to run next
   */
  public SocietyException(Kind kind, String code, String message, String... hints) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.hints = List.of(hints);
  }

  /** Returns an exception for invalid values. */
  public static SocietyException wrong(String code, String message, String... hints) {
    return new SocietyException(Kind.WRONG, code, message, hints);
  }

  /** Returns an exception for an unknown item. */
  public static SocietyException notFound(String code, String message, String... hints) {
    return new SocietyException(Kind.NOT_FOUND, code, message, hints);
  }

  /** Returns an exception for something that is not allowed, or not now. */
  public static SocietyException refused(String code, String message, String... hints) {
    return new SocietyException(Kind.REFUSED, code, message, hints);
  }

  /** Returns the refusal of what a feature does that is off, with the one that it lacks. */
  public static SocietyException featureOff(Node node, String feature) {
    List<String> wanted = Features.toSwitchOn(node, feature);
    List<String> lacking = wanted.stream().filter(one -> !one.equals(feature)).toList();
    String why =
        lacking.isEmpty() ? "" : ": it needs " + String.join(", ", lacking) + ", which is off";
    return refused(
        "feature-off",
        "the feature " + feature + " is off in this node" + why,
        "switch it on:  "
            + (wanted.isEmpty() ? List.of(feature) : wanted)
                .stream().map("sbp plugin on "::concat).collect(Collectors.joining(" && ")));
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

  /** Returns the commands that give a proof of the owner, if one was missing. */
  public Optional<Remedies> remedies() {
    return Optional.empty();
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
