package org.sovereignbook.sbp.llm;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.PeerText;
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
  /** How long an interrupted backend may take to clean up, such as to end its processes. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  private static final int MAX_ROUNDS = 2;

  private final Node node;
  private final Store store;
  private final LlmBackend backend;

  public AgentRunner(Node node, Store store, LlmBackend backend) {
    this.node = node;
    this.store = store;
    this.backend = backend;
  }

  /** What came of one round. */
  private sealed interface Round {
    record Usable(AgentJob.Outcome outcome, LlmAnswer answer) implements Round {}

    record Failed(LlmException failure, String answer) implements Round {}
  }

  /** As {@link #run(AgentRole, boolean)}, giving a backend that rests its rest. */
  public AgentResult run(AgentRole role) throws LlmException, InterruptedException {
    return run(role, false);
  }

  /**
   * Runs one agent once.
   *
   * @param now whether to ask a backend that rests after failures
   * @throws LlmException when the backend failed, was too slow or answered garbage twice; logged,
   *     and nothing else has changed
   * @throws InterruptedException when the run is being ended; the backend is interrupted too
   */
  public AgentResult run(AgentRole role, boolean now) throws LlmException, InterruptedException {
    LlmConfig config = LlmConfig.from(node.config());
    AgentJob job = job(role, config);
    var settled = job.withoutAsking();
    if (settled.isPresent()) {
      return result(role, 0, settled.get(), "");
    }
    LlmRequest request = request(role, job, config);
    LlmEconomy economy = new LlmEconomy(node, backend, config.limits());
    LlmEstimate estimate = LlmEstimate.of(request, backend, config.limits());
    Optional<LlmEconomy.Hold> hold = economy.hold(role, estimate, now);
    return hold.isPresent() ? held(role, economy, hold.get()) : judged(job, request, config);
  }

  /** Up to two rounds. */
  private AgentResult judged(AgentJob job, LlmRequest first, LlmConfig config)
      throws LlmException, InterruptedException {
    long start = System.nanoTime();
    LlmRequest request = first;
    for (int round = 1; ; round++) {
      switch (round(job, request, config)) {
        case Round.Usable(AgentJob.Outcome outcome, LlmAnswer answer) -> {
          return result(first.role(), round, outcome, answer.notes());
        }
        case Round.Failed(LlmException failure, String answer) -> {
          Duration left = first.timeout().minusNanos(System.nanoTime() - start);
          if (round == MAX_ROUNDS || !mayRepair(failure, request, config, left)) {
            throw failed(first.role(), failure);
          }
          request = first.repairing(answer, String.valueOf(failure.getMessage())).withTimeout(left);
        }
      }
    }
  }

  /** One call, in the ledger before and after. */
  private Round round(AgentJob job, LlmRequest request, LlmConfig config)
      throws LlmException, InterruptedException {
    LlmEconomy economy = new LlmEconomy(node, backend, config.limits());
    Optional<LlmEconomy.Call> call =
        economy.reserve(request.role(), LlmEstimate.of(request, backend, config.limits()));
    LlmAnswer answer = new LlmAnswer("", "");
    try {
      answer = ask(request);
      AgentJob.Outcome outcome = job.accept(answer);
      ChangeSet changes = new ChangeSet().addAll(outcome.changes());
      changes.addAll(logged(request.role(), outcome, answer.notes()).changes());
      settle(economy, call, LlmOutcome.ANSWERED, answer.usage(), Optional.empty(), changes);
      return new Round.Usable(outcome, answer);
    } catch (LlmException e) {
      LlmUsage usage = answer.usage().equals(LlmUsage.unknown()) ? e.usage() : answer.usage();
      settle(economy, call, LlmOutcome.of(e.kind()), usage, e.retryAfter(), new ChangeSet());
      return new Round.Failed(e, answer.output());
    } catch (InterruptedException e) {
      settle(
          economy,
          call,
          LlmOutcome.INTERRUPTED,
          LlmUsage.unknown(),
          Optional.empty(),
          new ChangeSet());
      throw e;
    } catch (ConfigException e) {
      settle(
          economy, call, LlmOutcome.SETUP, LlmUsage.unknown(), Optional.empty(), new ChangeSet());
      throw e;
    }
  }

  private void settle(
      LlmEconomy economy,
      Optional<LlmEconomy.Call> call,
      LlmOutcome outcome,
      LlmUsage usage,
      Optional<Duration> retryAfter,
      ChangeSet changes) {
    call.ifPresent(made -> changes.add(economy.settled(made, outcome, usage, retryAfter)));
    if (!changes.changes().isEmpty()) {
      store.commit(changes);
    }
  }

  /** Only what the model can mend is worth a second call, and only within time and limits. */
  private boolean mayRepair(
      LlmException failure, LlmRequest request, LlmConfig config, Duration left) {
    LlmEstimate estimate = LlmEstimate.of(request, backend, config.limits());
    return failure.kind() == LlmException.Kind.ANSWER
        && left.isPositive()
        && new LlmEconomy(node, backend, config.limits())
            .hold(request.role(), estimate, true)
            .isEmpty();
  }

  private AgentResult held(AgentRole role, LlmEconomy economy, LlmEconomy.Hold hold) {
    economy
        .remembered(hold)
        .ifPresent(
            line ->
                store.commit(
                    new ChangeSet()
                        .add(line)
                        .log(
                            LogFile.OPS,
                            LogEntry.of(role.toString(), node.now(), "agent " + hold.sentence()))));
    return result(role, 0, AgentJob.Outcome.nothing(hold.sentence()), "");
  }

  private LlmException failed(AgentRole role, LlmException failure) {
    String text =
        "agent " + backend.name() + ": " + PeerText.plain(String.valueOf(failure.getMessage()));
    store.commit(
        new ChangeSet().log(LogFile.OPS, LogEntry.error(role.toString(), node.now(), text)));
    return failure;
  }

  private LlmRequest request(AgentRole role, AgentJob job, LlmConfig config) {
    return new LlmRequest(
        role,
        mode(role, config),
        Prompts.of(node, role),
        job.inputs(),
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

  private AgentJob job(AgentRole role, LlmConfig config) {
    return switch (role) {
      case READER -> new ReaderJob(node, store, config);
      case AUTHOR -> new AuthorJob(node, store, config, backend.publishesDrafts());
      case COMPACTOR -> new CompactorJob(node, store, config);
      case ETHOS -> new EthosJob(node);
    };
  }

  private AgentResult result(AgentRole role, int calls, AgentJob.Outcome outcome, String notes) {
    return new AgentResult(
        role, backend.name(), calls, outcome.idle(), outcome.summary(), PeerText.plain(notes));
  }

  /** An idle run with nothing to say leaves no line, so that idle nodes do not fill their logs. */
  private ChangeSet logged(AgentRole role, AgentJob.Outcome outcome, String notes) {
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

  private LlmAnswer ask(LlmRequest request) throws LlmException, InterruptedException {
    FutureTask<LlmAnswer> call = new FutureTask<>(() -> backend.answer(request));
    Thread thread = Thread.ofPlatform().daemon().name("sbp-agent-" + request.role()).start(call);
    try {
      return call.get(request.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new LlmException(
          LlmException.Kind.PROVIDER,
          "no answer within "
              + request.timeout().toSeconds()
              + " seconds (llm.timeout_seconds); nothing changed, the next run tries again",
          e);
    } catch (ExecutionException e) {
      throw failure(Objects.requireNonNullElse(e.getCause(), e));
    } finally {
      if (call.cancel(true)) {
        thread.join(GRACE);
      }
    }
  }

  /** Our own failures keep their kind; whatever else a backend throws is a failed call. */
  private static LlmException failure(Throwable cause) {
    return switch (cause) {
      case LlmException e -> e;
      case Error e -> throw e;
      case ConfigException e -> throw e;
      case NodeException e -> throw e;
      case DiskException e -> throw e;
      default ->
          new LlmException(LlmException.Kind.PROVIDER, "the backend failed: " + cause, cause);
    };
  }
}
