package org.sovereignbook.sbp.cli.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.SessionFilter;
import org.sovereignbook.sbp.society.sessions.Sessions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp session archive}: puts sessions away, which changes nothing but lists. */
@Command(
    name = "archive",
    description = "put old ones away: lists leave them out until somebody writes there")
@Synonyms({"delete", "remove", "rm"})
@Example("sbp session archive --days 30")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "there was none to put away, or to take back")
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such session")
@ForOwner
final class SessionArchive extends SocietyCommand<SessionArchive.Archived> {
  @Parameters(arity = "0..*", paramLabel = "SESSION", description = SessionCommand.LABEL)
  List<String> labels = List.of();

  @Option(names = "--days", paramLabel = "N", description = "all that were not used for N days")
  @Range.Of(min = 1, max = 36_500)
  Optional<Integer> days = Optional.empty();

  @Option(names = "--undo", description = "list these again")
  boolean isUndo;

  record Archived(List<String> sessions, boolean archived, boolean changed) {}

  @Override
  protected Archived work(Transaction tx, Caller caller) {
    if (labels.isEmpty() == days.isEmpty() || (isUndo && days.isPresent())) {
      throw CliException.wrong(
          "name the sessions, or say since when they were not used",
          "sbp session archive --days 30",
          "all of them:  sbp session list");
    }
    Sessions sessions = new Sessions(tx);
    List<String> changed = new ArrayList<>();
    for (AgentSession session : chosen(tx, caller)) {
      if (isUndo ? sessions.unarchive(session) : sessions.archive(session)) {
        changed.add(session.label());
      }
    }
    return new Archived(changed, !isUndo, !changed.isEmpty());
  }

  private List<AgentSession> chosen(Transaction tx, Caller caller) {
    Optional<Instant> since = days.map(number -> tx.now().minus(Duration.ofDays(number)));
    return since.isPresent()
        ? SessionFilter.unused(tx, since.get())
        : labels.stream().map(label -> new Sessions(tx).seen(caller, label)).toList();
  }

  @Override
  protected ExitCode show(Output output, Archived done) {
    String what = Wording.counted(done.sessions().size(), "session");
    output.line(what + (isUndo ? " listed again" : " put away"));
    if (done.changed() && !isUndo) {
      output.line("they stay:  sbp session list --archived");
    }
    return output.done(done, done.changed());
  }
}
