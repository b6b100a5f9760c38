package org.sovereignbook.sbp.cli.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.SessionStart;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp memory hook}: for the hooks of coding CLIs. */
@Command(
    name = "hook",
    description = "for the hooks of coding CLIs: begin or end a session of memory",
    footer = "start prints what the session should know; end stores what the next one should.")
@Example("sbp memory hook start")
@Prints(SessionHook.Done.class)
@AgentAccess(data = DataAccess.NONE, usual = true)
final class SessionHook extends SocietyCommand<SessionHook.Done> {
  /** The moment of the session. */
  enum Moment {
    START,
    END
  }

  @Parameters(paramLabel = "MOMENT", description = "${COMPLETION-CANDIDATES}")
  Moment moment = Moment.START;

  /**
   * The outcome.
   *
   * @param text for the session
   * @param items the ids of the items that the text names
   * @param problem of the chain of sessions
   */
  record Done(String text, List<String> items, Optional<String> problem) {}

  @Override
  protected List<Authority> shown(Transaction tx, Done done) {
    return new Items(tx).causes(done.items());
  }

  @Override
  protected Done work(Transaction tx, Caller caller) {
    return switch (moment) {
      case START -> {
        SessionStart.Shown shown =
            new SessionStart(tx)
                .begin(caller, Optional.of(session().world().workingFolder().toString()));
        yield new Done(shown.text(), shown.items(), shown.problem());
      }
      case END -> {
        HotMemory.Shown ended = new HotMemory(tx).end(caller);
        yield new Done("session ended at " + ended.updatedAt(), List.of(), Optional.empty());
      }
    };
  }

  @Override
  protected ExitCode show(Output output, Done done) {
    output.text(done.text());
    return output.done(done);
  }
}
