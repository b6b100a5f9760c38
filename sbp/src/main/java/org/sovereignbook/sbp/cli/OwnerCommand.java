package org.sovereignbook.sbp.cli;

import java.sql.SQLException;
import java.util.Optional;
import org.sovereignbook.sbp.access.Access;
import org.sovereignbook.sbp.access.OwnerProof;
import org.sovereignbook.sbp.agents.Agents;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.agents.ToolCall;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.OwnerPresence;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.SocietyCommand;
import org.sovereignbook.sbp.ledger.AuditRow;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.SocietyException;
import org.sovereignbook.sbp.ledger.Transaction;
import picocli.CommandLine.Option;

/**
 * What only the owner says: at a terminal, or from elsewhere with a proof. Whoever else tries is
 * refused, and that is written down.
 */
abstract class OwnerCommand<R> extends SocietyCommand<R> {
  static final String PRESENCE = "you are an agent, or nobody sits at the terminal";

  /** So many refused tries of one caller are written down in a day. */
  private static final int MAX_REFUSALS_PER_DAY = 200;

  @Option(
      names = "--proof",
      paramLabel = "PROOF",
      description = "where no terminal is: what sbp access prove has printed for these very words")
  Optional<String> proof = Optional.empty();

  @Override
  public ExitCode run(Session session) throws Exception {
    requirePresence(session);
    Optional<ExitCode> done = beside(session);
    return done.isPresent() ? done.get() : super.run(session);
  }

  /** What is done without the society's database, if it is that which was meant. */
  protected Optional<ExitCode> beside(Session session) throws Exception {
    return Optional.empty();
  }

  private void requirePresence(Session session) {
    Optional<String> problem =
        call(session).as().isPresent()
            ? Optional.of("nobody answers for an agent")
            : new OwnerPresence(session.world()).problem(proof.isPresent());
    if (problem.isEmpty() && proof.isEmpty()) {
      return;
    }
    try (Ledger ledger = session.ledger(session.node())) {
      Optional<String> why =
          problem.isPresent()
              ? problem
              : ledger.<Optional<String>>write(
                  tx ->
                      new OwnerProof(tx)
                          .problem(proof.orElseThrow(), tool(), call(session).arguments()));
      if (why.isPresent()) {
        ledger.write(
            tx -> {
              Access.deny(tx, refusal(tx, call(session), why.get()), MAX_REFUSALS_PER_DAY);
              return true;
            });
        throw CliException.refused(why.get(), "at your terminal:  sbp access requests");
      }
    }
  }

  private static AuditRow refusal(Transaction tx, ToolCall call, String problem)
      throws SQLException {
    Principal who = Principal.SYSTEM;
    Optional<String> agent = Optional.empty();
    try {
      Caller caller = Agents.caller(tx, call.as(), call.token());
      who = caller.principal();
      agent = caller.agent().map(one -> one.id().hex());
    } catch (SocietyException e) {
      // Nobody, then.
      agent = Optional.empty();
    }
    return new AuditRow(
        Authority.of(who, call.channel()), agent, call.tool(), call.arguments(), false, problem);
  }
}
