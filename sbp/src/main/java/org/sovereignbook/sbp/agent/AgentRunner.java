package org.sovereignbook.sbp.agent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.llm.AgentRole;
import org.sovereignbook.sbp.llm.LlmAnswer;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmConfig;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.llm.LlmMode;
import org.sovereignbook.sbp.llm.LlmOutput;
import org.sovereignbook.sbp.llm.LlmRequest;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/**
 * `sbp agent ROLE` (IMPLEMENTATION §2): gives a backend the role's prompt and inputs, checks the
 * shape of its answer, and writes the result in one commit.
 *
 * <p>The backend writes nothing itself and is not asked when there is nothing to do, while it rests
 * or when a limit is reached ({@link LlmEconomy}). An answer that cannot be used is asked for once
 * more, with what was wrong. A failed run changes nothing but the ledger and the log of errors, so
 * a later run does the same work. The caller holds the node (ExclusiveStore).
 */
public final class AgentRunner {
  private static final int MAX_ROUNDS = 2;

  private final Node node;
  private final Store store;
  private final LlmBackend backend;
  private final LlmCalls calls;

  public AgentRunner(Node node, Store store, LlmBackend backend) {
    this.node = node;
    this.store = store;
    this.backend = backend;
    this.calls = new LlmCalls(node, store, backend);
  }

  /** What came of one round. */
  private sealed interface Round {
    record Usable(Job.Outcome outcome, LlmAnswer answer) implements Round {}

    record Failed(LlmException failure, String answer) implements Round {}
  }

  /** As {@link #run(Job, boolean)}, giving a backend that rests its rest. */
  public AgentResult run(Job job) throws LlmException, InterruptedException {
    return run(job, false);
  }

  /**
   * Runs one agent once.
   *
   * @param now whether to ask a backend that rests after failures
   * @throws LlmException when the backend failed, was too slow or answered garbage twice; logged,
   *     and nothing else has changed
   * @throws InterruptedException when the run is being ended; the backend is interrupted too
   */
  public AgentResult run(Job job, boolean now) throws LlmException, InterruptedException {
    AgentRole role = job.role();
    JobRun run = new JobRun(node, store, backend);
    var settled = job.withoutAsking(run);
    if (settled.isPresent()) {
      return result(role, 0, settled.get(), "");
    }
    LlmRequest request = request(job, run);
    Optional<LlmEconomy.Hold> hold = calls.hold(role.toString(), request, now);
    return hold.isPresent() ? held(role, hold.get()) : judged(job, run, request);
  }

  /** Up to two rounds. */
  private AgentResult judged(Job job, JobRun run, LlmRequest first)
      throws LlmException, InterruptedException {
    long start = System.nanoTime();
    LlmRequest request = first;
    for (int round = 1; ; round++) {
      switch (round(job, run, request)) {
        case Round.Usable(Job.Outcome outcome, LlmAnswer answer) -> {
          return result(first.role(), round, outcome, answer.notes());
        }
        case Round.Failed(LlmException failure, String answer) -> {
          Duration left = first.timeout().minusNanos(System.nanoTime() - start);
          if (round == MAX_ROUNDS || !mayRepair(failure, request, left)) {
            throw failed(first.role(), failure);
          }
          request = first.repairing(answer, String.valueOf(failure.getMessage())).withTimeout(left);
        }
      }
    }
  }

  private Round round(Job job, JobRun run, LlmRequest request) throws InterruptedException {
    StringBuilder said = new StringBuilder();
    try {
      return calls.call(
          request.role().toString(),
          request,
          answer -> {
            said.append(answer.output());
            Job.Outcome outcome = job.accept(answer, run);
            List<Change> changes = new ArrayList<>(outcome.changes());
            changes.addAll(logged(request.role(), outcome, answer.notes()).changes());
            return new LlmCalls.Used<Round>(new Round.Usable(outcome, answer), changes);
          });
    } catch (LlmException e) {
      return new Round.Failed(e, said.toString());
    }
  }

  /** Only what the model can mend is worth a second call, and only within time and limits. */
  private boolean mayRepair(LlmException failure, LlmRequest request, Duration left) {
    return failure.kind() == LlmException.Kind.ANSWER
        && left.isPositive()
        && calls.hold(request.role().toString(), request, true).isEmpty();
  }

  private AgentResult held(AgentRole role, LlmEconomy.Hold hold) {
    calls
        .remembered(hold)
        .ifPresent(
            line ->
                store.commit(
                    new ChangeSet()
                        .add(line)
                        .log(
                            LogFile.OPS,
                            LogEntry.of(role.toString(), node.now(), "agent " + hold.sentence()))));
    return result(role, 0, Job.Outcome.nothing(hold.sentence()), "");
  }

  private LlmException failed(AgentRole role, LlmException failure) {
    String text =
        "agent " + backend.name() + ": " + PeerText.plain(String.valueOf(failure.getMessage()));
    store.commit(
        new ChangeSet().log(LogFile.OPS, LogEntry.error(role.toString(), node.now(), text)));
    return failure;
  }

  private LlmRequest request(Job job, JobRun run) {
    LlmConfig config = LlmConfig.from(node.config());
    AgentRole role = job.role();
    return new LlmRequest(
        role,
        mode(role, config),
        Prompts.of(node, role),
        job.inputs(run),
        LlmOutput.of(role),
        Optional.empty(),
        LlmConfig.settingsOf(node.config(), backend.name()),
        config.limits().budget(),
        node,
        config.timeout());
  }

  /** A backend that cannot give the model tools does without; tools are never given unasked. */
  private LlmMode mode(AgentRole role, LlmConfig config) {
    Set<LlmMode> modes = backend.modes();
    LlmMode wanted = config.mode(role);
    if (modes.contains(wanted)) {
      return wanted;
    }
    if (modes.contains(LlmMode.ANSWER)) {
      return LlmMode.ANSWER;
    }
    throw new ConfigException(
        "llm.modes.%1$s is answer, but %2$s can only work with tools; set it to tools if its %1$s may have them"
            .formatted(role, backend.name()));
  }

  private AgentResult result(AgentRole role, int calls, Job.Outcome outcome, String notes) {
    return new AgentResult(
        role, backend.name(), calls, outcome.idle(), outcome.summary(), PeerText.plain(notes));
  }

  /** An idle run with nothing to say leaves no line, so that idle nodes do not fill their logs. */
  private ChangeSet logged(AgentRole role, Job.Outcome outcome, String notes) {
    ChangeSet log = new ChangeSet();
    if (outcome.idle() && notes.isBlank()) {
      return log;
    }
    String said = notes.isBlank() ? "" : ": " + PeerText.plain(notes);
    return log.log(
        LogFile.OPS,
        LogEntry.of(
            role.toString(),
            node.now(),
            "agent " + backend.name() + " " + outcome.summary() + said));
  }
}
