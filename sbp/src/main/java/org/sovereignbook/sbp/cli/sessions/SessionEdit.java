package org.sovereignbook.sbp.cli.sessions;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.cli.talk.Outgoing;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SetAsideEdit;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.WideningCommand;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionFilter;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.SessionNames;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that change a session: a message, a fork, the end of a turn. */
final class SessionEdit {
  private SessionEdit() {}

  @Command(name = "send", description = "leave a message")
  @Example("sbp session send main 'remind me of the parser'")
  @Exit(code = ExitCode.REFUSED, means = "too many messages wait (queue-full)")
  @Exit(code = ExitCode.NOT_FOUND, means = "nothing is called so; --new begins a conversation")
  @Tool(set = Toolset.AGENTS, shows = Tool.Text.OWN)
  @Tool.Says(
      "Leaves a message in a conversation of this node; its agent answers it there later. A"
          + " turn's id goes on there: in its session, or in a fork of it. Returns the"
          + " message's id, session and outcome: queued, or refused with the reason.")
  @AgentAccess(data = DataAccess.NONE)
  static final class Send extends SocietyCommand<Send.Sent> {
    @Parameters(
        index = "0",
        paramLabel = "SESSION",
        description =
            "a session, a persona or a turn; another than the newest turn of a thread begins a"
                + " fork")
    @ToolArgument.Of(text = "label of the session, a persona, or the id of a turn")
    String label = "";

    @Option(names = "--new", description = "begin the conversation SESSION if there is none")
    @ToolArgument.Of(text = "whether to begin the session if there is none")
    boolean isNew;

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "TEXT",
        description = "what to say; - reads standard input")
    @ToolArgument.Of(text = "the text")
    List<String> words = List.of();

    @Option(
        names = "--mode",
        paramLabel = "MODE",
        description = "steer, followup, collect or interrupt, instead of the session's")
    @ToolArgument.Of(text = "steer, followup, collect or interrupt a running turn")
    Optional<QueueMode> mode = Optional.empty();

    private static final String QUEUED = "queued";

    private String text = "";
    private boolean isAnswered;

    /** The message and its state at present. */
    record Sent(String message, String session, String outcome, Optional<String> why) {}

    @Override
    protected void prepare(Session session) throws IOException {
      text = Outgoing.body(session, words);
      NodeHome home = session.node().home();
      isAnswered =
          Stream.of(NodeLock.up(home), NodeLock.sessions(home))
              .anyMatch(lock -> NodeLock.holder(lock).isPresent());
    }

    @Override
    protected Sent work(Transaction tx, Caller caller) {
      SessionInput input =
          new MessageQueue(tx)
              .add(
                  new MessageQueue.Posted(
                      new SessionNames(tx).target(caller, label, isNew),
                      caller.agent().isPresent()
                          ? SessionInput.Source.AGENT
                          : SessionInput.Source.HUMAN,
                      text,
                      mode,
                      caller
                          .decision()
                          .flatMap(one -> one.modifiers().queueMode())
                          .flatMap(QueueMode::of),
                      caller.agent().isPresent() ? "agent" : caller.authority().channel(),
                      "",
                      Access.withTools(caller.authority(), caller.capabilities().tools())));
      return new Sent(
          input.id(),
          input.session(),
          input.state() == InputState.WAITING ? QUEUED : input.state().toString(),
          input.why());
    }

    @Override
    protected ExitCode show(Output output, Sent sent) {
      output.line(
          sent.outcome() + sent.why().map(why -> ": " + why).orElse("") + "  " + sent.message());
      if (!sent.session().endsWith(label)) {
        output.line("in " + sent.session());
      }
      if (!isAnswered && sent.outcome().equals(QUEUED)) {
        output.line("nothing runs that answers:  sbp up, or once:  sbp session run --until-idle");
      }
      output.json(sent);
      return sent.outcome().equals("refused") ? ExitCode.REFUSED : ExitCode.DONE;
    }
  }

  @Command(name = "fork", description = "branch off")
  @Example("sbp session fork main")
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such session or turn")
  @Tool(set = Toolset.AGENTS, shows = Tool.Text.OWN)
  @Tool.Says(
      "Begins another conversation at a completed turn of one; nothing is copied, and the first"
          + " one is not changed. Returns the new label.")
  @AgentAccess(data = DataAccess.FULL)
  static final class Fork extends SocietyCommand<Fork.Forked> {
    @Parameters(paramLabel = "SESSION", description = SessionCommand.LABEL)
    @ToolArgument.Of(text = "label of the session")
    String label = "";

    @Option(
        names = "--at",
        paramLabel = "TURN",
        description = "the last turn that both share; by default the newest")
    @ToolArgument.Of(text = "last turn that both share; default the newest")
    Optional<String> at = Optional.empty();

    record Forked(String label, Optional<String> at) {}

    @Override
    protected Forked work(Transaction tx, Caller caller) {
      Sessions sessions = new Sessions(tx);
      AgentSession made = sessions.fork(sessions.seen(caller, label), at, caller.authority());
      return new Forked(made.label(), made.position().forkedAt());
    }

    @Override
    protected ExitCode show(Output output, Forked forked) {
      output.line(forked.label());
      output.line("talk there:  sbp chat " + forked.label());
      return output.done(forked);
    }
  }

  @Command(name = "clear", description = "end the causes of what was said")
  @Example("sbp session clear main")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing was said yet")
  @ForOwner
  static final class Clear extends WideningCommand<Clear.Cleared> {
    @Parameters(paramLabel = "SESSION", description = SessionCommand.LABEL)
    String label = "";

    record Cleared(String session, boolean changed) {}

    @Override
    protected Cleared work(Transaction tx, Caller caller) {
      AgentSession session = new Sessions(tx).seen(caller, label);
      return new Cleared(session.label(), new Sessions(tx).clear(session));
    }

    @Override
    protected ExitCode show(Output output, Cleared cleared) {
      output.line(
          cleared.changed()
              ? "the next turn acts for its own message only; what was said stays in its context"
              : "nothing was said yet");
      return output.done(cleared, cleared.changed());
    }
  }

  @Command(name = "abort", description = "end its turn")
  @Example("sbp session abort main")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "no turn is running")
  @Tool(set = Toolset.AGENTS, shows = Tool.Text.OWN)
  @Tool.Says(
      "Ends the running turn of a conversation, if it answers your own message. Its message is"
          + " refused; tools that have begun may have had their effect.")
  @AgentAccess(data = DataAccess.NONE)
  static final class Abort extends SocietyCommand<Abort.Aborted> {
    @Parameters(paramLabel = "SESSION", description = SessionCommand.LABEL)
    @ToolArgument.Of(text = "label of the session")
    String label = "";

    record Aborted(String session, Optional<String> turn, boolean changed) {}

    @Override
    protected Aborted work(Transaction tx, Caller caller) {
      AgentSession session = new Sessions(tx).seen(caller, label);
      Optional<AgentTurn> running = new TurnLog(tx).running(session.label());
      if (running.isEmpty()) {
        return new Aborted(session.label(), Optional.empty(), false);
      }
      boolean isOwn =
          caller.principal().equals(Principal.OWNER)
              || new MessageQueue(tx).isOf(caller.principal(), running.get());
      if (!isOwn) {
        throw SocietyException.refused(
            "not-yours", "the running turn of " + session.label() + " answers somebody else");
      }
      boolean isAsked = new TurnLog(tx).askToAbort(running.get().id());
      return new Aborted(session.label(), running.map(AgentTurn::id), isAsked);
    }

    @Override
    protected ExitCode show(Output output, Aborted aborted) {
      output.line(
          aborted.turn().map(turn -> "turn " + turn + " ends").orElse("no turn is running"));
      return output.done(aborted, aborted.changed());
    }
  }

  @Command(
      name = "archive",
      description = "put old ones away: lists leave them out until somebody writes there")
  @Synonyms({"delete", "remove", "rm"})
  @Example("sbp session archive --days 30")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "there was none to put away, or to take back")
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such session")
  @ForOwner
  static final class PutAway extends SocietyCommand<PutAway.Archived> {
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

  @Command(name = "retry", description = "try set-aside items again")
  @Example("sbp session retry --all")
  static final class Retry extends SetAsideEdit.Retry {
    @Override
    protected ItemList list() {
      return ItemList.SESSION;
    }

    @Override
    protected void change(Transaction tx, String item) {
      super.change(tx, item);
      new MessageQueue(tx).again(item);
    }
  }

  @Command(name = "drop", description = "drop set-aside items")
  @Example("sbp session drop --all")
  static final class Drop extends SetAsideEdit.Drop {
    @Override
    protected ItemList list() {
      return ItemList.SESSION;
    }

    @Override
    protected void change(Transaction tx, String item) {
      super.change(tx, item);
      new MessageQueue(tx).find(item).ifPresent(new MessageQueue(tx)::withdraw);
    }
  }
}
