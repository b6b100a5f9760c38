package org.sovereignbook.sbp.plugins.acp;

import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.WideningCommand;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp acp prove}: lets an editor's connection ask for approvals and act on them. */
@Command(
    name = "prove",
    description = "prove that you are the owner, for a connection of an editor",
    footer = "Its code is shown in the editor. The proof ends with the connection.")
@Example("sbp acp prove 9f3a61c2")
@Exit(code = ExitCode.REFUSED, means = "the proof is missing or wrong")
@Exit(code = ExitCode.NOT_FOUND, means = "no connection has this code")
@ForOwner
final class AcpProve extends WideningCommand<AcpProve.Proven> {
  @Parameters(paramLabel = "CODE", description = "the code of the connection")
  String code = "";

  /** Connection that has a proof now. */
  record Proven(String code) {}

  /** Requires the proof that the owner has decided on, whether or not agents hold tokens now. */
  @Override
  protected void requireProof(Session session, Ledger ledger) {
    ProofRule.Proof least = ledger.<ProofRule.Proof>read(tx -> new ProofRule(tx).proof());
    new OwnerPresence(session)
        .require(
            ledger,
            call(session),
            new OwnerPresence.Demand(
                least, "an editor shall approve calls of your agents", asOwner()));
  }

  @Override
  protected Proven work(Transaction tx, Caller caller) {
    if (!EditorProof.give(tx, code)) {
      throw SocietyException.notFound(
          "unknown-connection",
          "no editor is connected by the code " + PeerText.quote(code),
          "the code of a connection is in its list of ways to sign in, and below a refused call");
    }
    return new Proven(code);
  }

  @Override
  protected ExitCode show(Output output, Proven proven) {
    output.line("calls are approved in the editor now, until its connection ends");
    return output.done(proven);
  }
}
