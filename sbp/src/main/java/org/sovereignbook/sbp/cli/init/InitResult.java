package org.sovereignbook.sbp.cli.init;

import org.sovereignbook.sbp.agent.DailyLimits;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;

/**
 * The node that was made.
 *
 * @param dailyLimits what its models may use up
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
