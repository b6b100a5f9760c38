package org.sovereignbook.sbp.society.hooks;

import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.ToolCall;

/** One of the actions that a hook has answered is more than it may have done. */
final class ActionDenied extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient ToolCall call;
  private final transient CapabilityDenied denied;

  ActionDenied(ToolCall call, CapabilityDenied denied) {
    super(denied.getMessage(), denied);
    this.call = call;
    this.denied = denied;
  }

  /** What was wanted. */
  ToolCall call() {
    return call;
  }

  /** Why not. */
  CapabilityDenied denied() {
    return denied;
  }
}
