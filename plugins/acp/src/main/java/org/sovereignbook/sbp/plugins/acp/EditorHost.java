package org.sovereignbook.sbp.plugins.acp;

import java.util.List;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;

/**
 * Things that the sessions of one connection share.
 *
 * @param session prints nothing to standard output
 * @param backend makes the model of a session
 */
record EditorHost(
    Session session,
    Ledger ledger,
    AcpWire wire,
    EditorProof proof,
    String persona,
    Supplier<ChatBackend> backend) {
  private static final String CHANNEL = "acp";

  Node node() {
    return ledger.node();
  }

  /** Refuses where the owner has switched the feature off since the connection began. */
  void requireOn() {
    if (!isOn()) {
      throw SocietyException.featureOff(node(), AcpFeature.NAME);
    }
  }

  boolean isOn() {
    return !Features.off(node()).contains(AcpFeature.NAME);
  }

  /** Returns a command line for the person at the editor. */
  String command(String words) {
    return proof.commands().of(words);
  }

  /**
   * Runs a command by which the owner answers a request. The caller has verified that the
   * connection has a proof.
   *
   * @return whether it succeeded
   */
  boolean answer(String... words) {
    Session proven = session.in(session.world().from(CallOrigin.provenBy(CHANNEL)));
    return !session.commands().of(node()).run(proven, List.of(words)).isFailure();
  }
}
