package org.sovereignbook.sbp.plugins.hooks;

import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.ToolCall;

/** Failure of an action of a hook that exceeds the rights of its run. */
final class ActionDenied extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient ToolCall call;
  private final transient CapabilityDenied denied;

  ActionDenied(ToolCall call, CapabilityDenied denied) {
    super(denied.getMessage(), denied);
    this.call = call;
    this.denied = denied;
  }

  /** Returns the tool call of the action. */
  ToolCall call() {
    return call;
  }

  /** Returns the reason. */
  CapabilityDenied denied() {
    return denied;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
