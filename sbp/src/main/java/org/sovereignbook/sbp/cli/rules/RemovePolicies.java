package org.sovereignbook.sbp.cli.rules;

import java.util.List;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.WideningNodeCommand;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp access remove}: removes a file of policies, which a lost file never is. */
@Command(
    name = "remove",
    description = "remove a file of policies, or go on without one that is missing")
@Example("sbp access remove guests.yaml")
@Prints(RemovePolicies.Removed.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no such file is there or in force")
@ForOwner
final class RemovePolicies extends WideningNodeCommand {
  @Parameters(paramLabel = "FILE", description = "its name in runtime/access")
  String file = "";

  /**
   * The removed file.
   *
   * @param policies number of policies in force now
   * @param missing files that are still in force and missing
   */
  record Removed(String removed, int policies, List<String> missing) {}

  @Override
  public boolean widens(Transaction tx) {
    return true;
  }

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    if (!Policies.remove(node, file)) {
      throw CliException.notFound(
          "no file of policies is called " + PeerText.quote(file), "all of them:  sbp access");
    }
    Policies now = Policies.of(node);
    session
        .output()
        .line(
            "%s is removed; %d policies are in force"
                .formatted(PeerText.plain(file), now.set().policies().size()));
    AccessView.lines(now.problems()).forEach(session.output()::warning);
    return session.output().done(new Removed(file, now.set().policies().size(), now.missing()));
  }
}
