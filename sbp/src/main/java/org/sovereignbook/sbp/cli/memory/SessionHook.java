package org.sovereignbook.sbp.cli.memory;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.SessionNotes;
import org.sovereignbook.sbp.society.memory.SessionStart;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp memory hook}: for the hooks of coding CLIs. It never stops a session: it exits with 0
 * also after an error, which is one line on standard error, and gives up in time.
 */
@Command(
    name = "hook",
    description = "for the hooks of coding CLIs: what a session recalls and leaves behind",
    footer = {
      "start prints what the session should know; end stores what the next one should; compact",
      "notes blockers and decisions of the transcript; learned stores a text written into a",
      "folder memory. Standard input is the JSON of the hook. The exit code is 0, also on errors."
    })
@Example("sbp memory hook start")
@AgentAccess(data = DataAccess.NONE, usual = true, own = true)
final class SessionHook extends SocietyCommand<SessionHook.Done> {
  /** The moment of the session. */
  enum Moment {
    START,
    END,
    COMPACT,
    LEARNED
  }

  @Parameters(paramLabel = "MOMENT", description = "${COMPLETION-CANDIDATES}")
  Moment moment = Moment.START;

  @Option(
      names = "--within-seconds",
      paramLabel = "SECONDS",
      description = "give up after this time (default ${DEFAULT-VALUE})")
  @Range.Of(min = 1, max = 60)
  int withinSeconds = 4;

  /**
   * The outcome.
   *
   * @param text for the session
   * @param items the ids of the items that the text names
   * @param problem why the hook did nothing, or why the chain of sessions is broken
   */
  record Done(String text, List<String> items, Optional<String> problem) {
    static Done of(String text) {
      return new Done(text, List.of(), Optional.empty());
    }

    static Done failed(String problem) {
      return new Done("", List.of(), Optional.of(problem));
    }
  }

  private SessionHookInput input = SessionHookInput.NONE;
  private List<String> texts = List.of();
  private List<Authority> causes = List.of();
  private Optional<Done> worked = Optional.empty();

  @Override
  public ExitCode run(Session session) {
    FutureTask<Done> work = new FutureTask<>(() -> work(session));
    Thread.ofPlatform().daemon().name("memory hook").start(work);
    return print(session.output(), within(work));
  }

  private Done within(FutureTask<Done> work) {
    try {
      return work.get(withinSeconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      boolean _ = work.cancel(true);
      return Done.failed("gave up after " + withinSeconds + " s");
    } catch (ExecutionException e) {
      return Done.failed(
          Optional.ofNullable(e.getCause()).map(Throwable::getMessage).orElse("failed"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Done.failed("interrupted");
    }
  }

  private Done work(Session session) throws Exception {
    input = read(session);
    if (moment == Moment.LEARNED && input.learned().isEmpty()) {
      return Done.of("");
    }
    ExitCode _ = super.run(session);
    return worked.orElseThrow();
  }

  /** Start and end need no input, so that a person who tries them at a terminal types none. */
  private SessionHookInput read(Session session) throws IOException {
    boolean needs = moment == Moment.COMPACT || moment == Moment.LEARNED;
    return needs || !session.output().isScreen()
        ? SessionHookInput.read(session.world())
        : SessionHookInput.NONE;
  }

  @Override
  protected void prepare(Session session) throws IOException {
    if (moment == Moment.COMPACT) {
      texts = input.lastTexts();
    }
  }

  @Override
  protected List<Authority> shown(Transaction tx, Done done) {
    return causes;
  }

  @Override
  protected Done work(Transaction tx, Caller caller) {
    return switch (moment) {
      case START -> {
        String directory =
            input.directory().orElseGet(() -> session().world().workingFolder().toString());
        SessionStart.Shown shown =
            new SessionStart(tx).begin(caller, Optional.of(directory), input.session());
        causes = shown.causes();
        yield new Done(shown.text(), shown.items(), shown.problem());
      }
      case END -> Done.of("session ended at " + new HotMemory(tx).end(caller).updatedAt());
      case COMPACT ->
          Done.of(new SessionNotes(tx).keep(caller, texts, input.session()) + " new notes");
      case LEARNED ->
          Done.of(
              new SessionNotes(tx)
                  .learn(caller, input.learned().orElse(""), input.session())
                  .map(item -> "learned: " + item.id())
                  .orElse("known already"));
    };
  }

  @Override
  protected ExitCode show(Output output, Done done) {
    worked = Optional.of(done);
    return ExitCode.DONE;
  }

  private ExitCode print(Output output, Done done) {
    done.problem().ifPresent(it -> output.warning("memory hook: " + PeerText.plain(it)));
    if (input.event().isEmpty()) {
      output.text(done.text());
    } else if (moment == Moment.START && !done.text().isEmpty()) {
      output.text(JsonWriter.compact(answer(input.event().get(), done.text())));
    }
    return output.done(done);
  }

  /** Returns the answer in the form that coding CLIs read. */
  private static JsonObject answer(String event, String text) {
    JsonObject context =
        JsonObject.builder().put("hookEventName", event).put("additionalContext", text).build();
    return JsonObject.builder().put("hookSpecificOutput", context).build();
  }
}
