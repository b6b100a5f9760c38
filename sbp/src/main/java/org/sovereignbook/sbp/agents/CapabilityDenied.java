package org.sovereignbook.sbp.agents;

import java.util.Optional;
import org.sovereignbook.sbp.ledger.AuditRow;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.SocietyException;

/** A caller may not do what it wanted; says what it lacks. */
public final class CapabilityDenied extends SocietyException {
  private static final long serialVersionUID = 1;

  /** The code of a caller who is known and may not. */
  public static final String CODE = "capability_denied";

  /** The code of a caller who is not who it says it is. */
  public static final String UNAUTHORIZED = "unauthorized";

  private final transient Authority authority;
  private final transient Optional<Agent> agent;

  CapabilityDenied(
      String code, Authority authority, Optional<Agent> agent, String message, String... hints) {
    super(Kind.REFUSED, code, message, hints);
    this.authority = authority;
    this.agent = agent;
  }

  CapabilityDenied(Caller caller, String message, String... hints) {
    this(CODE, caller.authority(), caller.agent(), message, hints);
  }

  /** Who it was, if it was an agent. */
  Optional<Agent> agent() {
    return agent;
  }

  /** What is to be written down of it, as a refusal of this call. */
  AuditRow row(ToolCall call) {
    return new AuditRow(
        authority,
        agent.map(it -> it.id().hex()),
        call.tool(),
        call.arguments(),
        false,
        code() + ": " + getMessage());
  }
}
