package org.sovereignbook.sbp.ops.init;

import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.model.judgment.DailyLimits;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.StepResult;

/**
 * The node that was made.
 *
 * @param dailyLimits the limits of its models
 */
public record InitResult(
    LocalPath home,
    String name,
    PublicKey publicKey,
    Fingerprint fingerprint,
    Endpoint endpoint,
    DailyLimits dailyLimits,
    boolean completedInterrupted)
    implements StepResult {

  InitResult(
      NodeHome home, IdentityDocument identity, DailyLimits limits, boolean completedInterrupted) {
    this(
        new LocalPath(home.root()),
        identity.name(),
        identity.publicKey(),
        identity.fingerprint(),
        identity.endpoint(),
        limits,
        completedInterrupted);
  }

  @Override
  public boolean idle() {
    return false;
  }

  @Override
  public String summary() {
    return (completedInterrupted ? "completed the interrupted node " : "made the node ") + home;
  }
}
