package org.sovereignbook.sbp.agents;

import org.sovereignbook.sbp.ledger.AuditRow;
import org.sovereignbook.sbp.ledger.SocietyException;

/** A caller may not do what it wanted; says what it lacks. */
public final class CapabilityDenied extends SocietyException {
  private static final long serialVersionUID = 1;

  /** The code of a caller who is known and may not. */
  public static final String CODE = "capability_denied";

  /** The code of a caller who is not who it says it is. */
  public static final String UNAUTHORIZED = "unauthorized";

  private final transient AuditRow row;

  CapabilityDenied(String code, AuditRow row, String message, String... hints) {
    super(Kind.REFUSED, code, message, hints);
    this.row = row;
  }

  /** What is to be written down of it, as a refusal of this call. */
  AuditRow row(ToolCall call) {
    return new AuditRow(
        row.authority(), row.agent(), call.tool(), call.arguments(), false, row.reason());
  }
}
