package org.sovereignbook.sbp.model.judgment;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.Store;

/**
 * Execution of {@code sbp agent run ROLE} (IMPLEMENTATION §2): gives a backend the job's prompt and
 * inputs, checks the form of its answer, and writes the result in one commit.
 *
 * <p>The backend writes nothing itself. It is not called when there is nothing to do, while it is
 * paused or when a limit is reached ({@link CallBudget}). After an unusable answer it is asked once
 * more, with the mistake. A failed run changes only the ledger, the error log and the job's record
 * of the failure, so a later run does the same work. The caller holds the node's lock
 * (ExclusiveStore).
 *
 * @param remembered inputs besides those of the job
 */
public record AgentRunner(
    Node node, Store store, LlmBackend backend, List<LlmRequest.Input> remembered) {
  public AgentRunner {
    remembered = List.copyOf(remembered);
  }

  /** Creates a runner of jobs without memory. */
  public AgentRunner(Node node, Store store, LlmBackend backend) {
    this(node, store, backend, List.of());
  }

  /** Result of a usable answer. */
  private record Usable(Job.Result result, String notes) {}

  /**
   * Runs one role once.
   *
   * @param now whether to call a backend that is paused after failures
   * @throws LlmException when the backend failed, was too slow or gave two unusable answers; this
   *     is logged, and nothing else has changed
   * @throws InterruptedException when the run is being ended; the backend is interrupted too
   */
  public AgentResult run(Job job, boolean now) throws LlmException, InterruptedException {
    JobRun run = new JobRun(node, store, backend);
    Optional<Job.Result> settled = job.withoutAsking(run);
    if (settled.isPresent()) {
      return result(job, 0, settled.get(), "");
    }
    return asked(job, run, now);
  }

  private AgentResult asked(Job job, JobRun run, boolean now)
      throws LlmException, InterruptedException {
    LlmRequest request = request(job, run);
    CallBudget.Patience patience =
        now
            ? CallBudget.Patience.NONE
            : job.isNew(run) ? CallBudget.Patience.SHORT : CallBudget.Patience.FULL;
    Calls calls = new Calls(node, store::commit, backend, List.of(), job.causes(run), _ -> {});
    return switch (calls.admit(request, patience)) {
      case Calls.Admission.Deferred(var hold) -> {
        Optional<JobRun> others =
            hold.cause()
                .map(cause -> run.atMost(cause, hold.isOfSize() ? job.bytesOf(run, cause) / 2 : 0))
                .filter(rest -> !rest.equals(run) && job.canLeaveOut(rest));
        yield others.isPresent() ? asked(job, others.get(), now) : deferred(job, calls, hold);
      }
      case Calls.Admission.Admitted admitted -> judged(job, run, calls, admitted);
    };
  }

  private AgentResult judged(Job job, JobRun run, Calls calls, Calls.Admission.Admitted admitted)
      throws LlmException, InterruptedException {
    try {
      Calls.Made<Usable> made = calls.judged(admitted, answer -> accepted(job, run, answer));
      return result(job, made.rounds(), made.value().result(), made.value().notes());
    } catch (LlmException e) {
      throw failed(job, run, e);
    }
  }

  private Calls.Used<Usable> accepted(Job job, JobRun run, LlmAnswer answer) throws LlmException {
    Job.Result result = job.accept(answer, run);
    ChangeSet changes =
        new ChangeSet().addAll(result.changes()).addAll(logged(job, result, answer.notes()));
    return new Calls.Used<>(new Usable(result, answer.notes()), changes);
  }

  private AgentResult deferred(Job job, Calls calls, CallBudget.Obstacle hold) {
    calls
        .remembered(hold)
        .ifPresent(
            line ->
                store.commit(
                    new ChangeSet()
                        .add(line)
                        .emit(event(job, "held", "agent " + hold.sentence()))));
    return result(job, 0, Job.Result.nothing(hold.sentence()), "");
  }

  private LlmException failed(Job job, JobRun run, LlmException failure) {
    String text =
        "agent " + backend.name() + ": " + PeerText.plain(String.valueOf(failure.getMessage()));
    store.commit(
        new ChangeSet()
            .emit(event(job, "failed", text).asError())
            .addAll(job.failed(run, failure)));
    return failure;
  }

  private LlmRequest request(Job job, JobRun run) {
    Config config = node.config();
    return new LlmRequest(
        job.name(),
        mode(job, config.get(AgentSettings.mode(job))),
        node.readText(node.home().agentPrompts().resolve(job.promptFile())).orElseGet(job::prompt),
        Stream.concat(job.inputs(run).stream(), remembered.stream()).toList(),
        job.output(),
        Optional.empty(),
        CallBudget.ofOneCall(config),
        context(node, backend));
  }

  /** Returns the context of the node that a backend may use. */
  public static LlmRequest.Context context(Node node, LlmBackend backend) {
    return context(node, node.config().section(backend.settingsSection()));
  }

  /** Returns the context with these settings of the backend. */
  public static LlmRequest.Context context(Node node, Config settings) {
    return new LlmRequest.Context(
        settings,
        node.clock(),
        node.random(),
        AgentSettings.scratchFolder(node.config()),
        node::identity);
  }

  /** Falls back to the mode without tools; never to the mode with tools. */
  private LlmRequest.Mode mode(Job job, LlmRequest.Mode wanted) {
    Set<LlmRequest.Mode> modes = backend.modes();
    if (modes.contains(wanted)) {
      return wanted;
    }
    if (modes.contains(LlmRequest.Mode.ANSWER)) {
      return LlmRequest.Mode.ANSWER;
    }
    throw new ConfigException(
        "llm.modes.%1$s is answer, but %2$s can only work with tools; set it to tools if its %1$s may have them"
            .formatted(job.name(), backend.name()));
  }

  private AgentResult result(Job job, int calls, Job.Result result, String notes) {
    return new AgentResult(
        job.name(), backend.name(), calls, result.idle(), result.summary(), PeerText.plain(notes));
  }

  /**
   * Writes no line for an idle run without a message, so that idle nodes do not fill their logs.
   */
  private ChangeSet logged(Job job, Job.Result result, String notes) {
    ChangeSet log = new ChangeSet();
    if (result.idle() && notes.isBlank()) {
      return log;
    }
    String said = notes.isBlank() ? "" : ": " + PeerText.plain(notes);
    return log.emit(event(job, "done", "agent " + backend.name() + " " + result.summary() + said));
  }

  private Event event(Job job, String kind, String text) {
    return Event.of(job.name(), kind, node.now(), text).about("backend", backend.name());
  }
}
