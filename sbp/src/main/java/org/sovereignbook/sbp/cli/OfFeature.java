package org.sovereignbook.sbp.cli;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;

/**
 * A command of a feature, which does not run in a node where the feature is off.
 *
 * @param command the command itself
 */
record OfFeature(Feature feature, Subcommand command) implements Subcommand {
  @Override
  public ExitCode run(Session session) throws Exception {
    Optional<Node> off =
        session.nodeIfAny().filter(node -> Features.off(node).contains(feature.name()));
    if (off.isPresent()) {
      throw SocietyException.featureOff(off.get(), feature.name());
    }
    return command.run(session);
  }
}
