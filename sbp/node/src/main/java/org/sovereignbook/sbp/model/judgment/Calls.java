package org.sovereignbook.sbp.model.judgment;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmPrices;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;

/**
 * Calls to a backend, each within its time limit and recorded in the ledger: reserved durably
 * before it is made, and settled with its usage in one commit with its effects.
 *
 * @param commit changes the node; atomically when there are changes besides the call's own lines
 * @param limits the limits of the caller, in addition to those of the node
 * @param causes the principals for whom the calls are made
 * @param over takes each call when it is over
 */
record Calls(
    Node node,
    Consumer<ChangeSet> commit,
    LlmBackend backend,
    List<CallLimit> limits,
    CallCauses causes,
    Consumer<SharedCalls.Over> over) {
  private static final int MAX_ROUNDS = 2;

  /** Time that an interrupted backend has to clean up, such as to end its processes. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  /** Use of an answer. */
  interface Use<T> {
    Used<T> of(LlmAnswer answer) throws LlmException, InterruptedException;
  }

  /**
   * Result of an answer.
   *
   * @param changes the changes to commit together with the settled call
   */
  record Used<T>(T value, ChangeSet changes) {}

  record Reserved(CallRecord.Reserved line, long startNanos) {}

  /** Decision whether a call may be made. */
  sealed interface Admission {
    /** The call is in the ledger, when the calls of this backend count. */
    record Admitted(LlmRequest request, Optional<Reserved> call) implements Admission {}

    record Deferred(CallBudget.Obstacle hold) implements Admission {}
  }

  /**
   * Result of one or more calls.
   *
   * @param rounds how often the backend was called
   */
  record Made<T>(T value, int rounds) {}

  private sealed interface Round<T> {
    record Usable<T>(T value) implements Round<T> {}

    record Failed<T>(LlmException failure, String answer) implements Round<T> {}
  }

  /**
   * Reserves a call, unless it has to wait; it is made with the limits that it was admitted with.
   * Checking and reserving are one step, so that concurrent callers never get the same remainder.
   */
  Admission admit(LlmRequest request, CallBudget.Patience patience) {
    if (!backend.metered()) {
      return new Admission.Admitted(request, Optional.empty());
    }
    try (LedgerLock _ = LedgerLock.of(node)) {
      requireLedger();
      return switch (new CallBudget(node, backend).verdict(request, patience, limits, causes)) {
        case CallBudget.Allowance.Wait(var hold) -> new Admission.Deferred(hold);
        case CallBudget.Allowance.Go(CallSize.Bounded(var bounded, var most)) ->
            new Admission.Admitted(bounded, Optional.of(reserve(bounded, most)));
      };
    }
  }

  /**
   * Makes a call, and a second one after an unusable answer, with the mistake: only a mistake that
   * the model can correct is worth a second call, and only within time and limits.
   */
  <T> Made<T> judged(Admission.Admitted admitted, Use<T> use)
      throws LlmException, InterruptedException {
    long start = System.nanoTime();
    LlmRequest first = admitted.request();
    LlmRequest request = first;
    Optional<Reserved> call = admitted.call();
    for (int round = 1; ; round++) {
      switch (round(request, call, use)) {
        case Round.Usable<T>(T value) -> {
          return new Made<>(value, round);
        }
        case Round.Failed<T>(LlmException failure, String answer) -> {
          Duration left = first.budget().timeout().minusNanos(System.nanoTime() - start);
          boolean mends = failure.kind() == LlmException.Kind.ANSWER && left.isPositive();
          if (round == MAX_ROUNDS || !mends) {
            throw failure;
          }
          LlmRequest again = first.repairing(answer, String.valueOf(failure.getMessage()));
          if (!(admit(again.within(left), CallBudget.Patience.NONE)
              instanceof Admission.Admitted(var bounded, var more))) {
            throw failure;
          }
          request = bounded;
          call = more;
        }
      }
    }
  }

  /** Makes one call; a mistake in its answer is the caller's to correct. */
  <T> T once(Admission.Admitted admitted, Use<T> use) throws LlmException, InterruptedException {
    return call(admitted.request(), admitted.call(), use);
  }

  private <T> Round<T> round(LlmRequest request, Optional<Reserved> call, Use<T> use)
      throws InterruptedException {
    StringBuilder said = new StringBuilder();
    try {
      return new Round.Usable<>(
          call(
              request,
              call,
              answer -> {
                said.append(answer.output());
                return use.of(answer);
              }));
    } catch (LlmException e) {
      return new Round.Failed<>(e, said.toString());
    }
  }

  /** Returns the change that records a wait; empty when the ledger has it already. */
  Optional<Change> remembered(CallBudget.Obstacle hold) {
    CallLedger ledger = CallLedger.of(node);
    return ledger.says(hold.line())
        ? Optional.empty()
        : Optional.of(new Change.AppendFile(node.home().llmLedger(), ledger.appended(hold.line())));
  }

  /** Makes one call; its failure is settled too. */
  private <T> T call(LlmRequest request, Optional<Reserved> call, Use<T> use)
      throws LlmException, InterruptedException {
    Instant began = node.clock().instant();
    Optional<String> why = Optional.of("it was interrupted");
    LlmUsage usage = LlmUsage.unknown();
    try {
      LlmAnswer answer = answer(request);
      usage = answer.usage();
      Used<T> used = use.of(answer);
      settle(request, call, CallRecord.End.ANSWERED, usage, Optional.empty(), used.changes());
      why = Optional.empty();
      return used.value();
    } catch (LlmException e) {
      why = Optional.of(String.valueOf(e.getMessage()));
      LlmUsage told = usage.equals(LlmUsage.unknown()) ? e.usage() : usage;
      settle(request, call, CallRecord.End.of(e.kind()), told, e.retryAfter(), new ChangeSet());
      throw e;
    } catch (InterruptedException e) {
      settle(request, call, CallRecord.End.INTERRUPTED, usage, Optional.empty(), new ChangeSet());
      throw e;
    } catch (ConfigException e) {
      settle(request, call, CallRecord.End.SETUP, usage, Optional.empty(), new ChangeSet());
      throw e;
    } finally {
      over.accept(
          new SharedCalls.Over(
              request, call.map(made -> made.line().id()), began, node.clock().instant(), why));
    }
  }

  /** Refuses calls when the ledger is lost, since then the usage of the day is unknown. */
  private void requireLedger() {
    Optional<String> lost = node.made().missing(NodeThing.MODEL_CALLS);
    if (lost.isPresent()) {
      throw new NodeException("no model is asked: " + lost.get());
    }
  }

  /** Writes the reservation durably to the ledger. The caller holds its lock. */
  private Reserved reserve(LlmRequest request, CallSize.Estimate most) {
    CallRecord.Reserved line =
        CallRecord.Reserved.of(
            node.now(),
            request.role(),
            backend.service(request.settings()),
            node.randomId(),
            most,
            causes);
    String text = CallLedger.of(node).appended(line);
    node.disk().append(node.home().llmLedger(), text.getBytes(StandardCharsets.UTF_8));
    node.made().note(NodeThing.MODEL_CALLS);
    return new Reserved(line, System.nanoTime());
  }

  private void settle(
      LlmRequest request,
      Optional<Reserved> call,
      CallRecord.End end,
      LlmUsage usage,
      Optional<Duration> retryAfter,
      ChangeSet changes) {
    ChangeSet all = new ChangeSet().addAll(changes);
    for (Reserved made : call.stream().toList()) {
      CallRecord.Settled line =
          made.line()
              .settled(
                  node.now(),
                  end,
                  LlmPrices.priced(usage, request.settings()),
                  Duration.ofNanos(System.nanoTime() - made.startNanos()),
                  retryAfter);
      all.add(new Change.AppendFile(node.home().llmLedger(), line.text()));
    }
    if (!all.changes().isEmpty()) {
      commit.accept(all);
    }
  }

  private LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
    Duration timeout = request.budget().timeout();
    FutureTask<LlmAnswer> call = new FutureTask<>(() -> backend.answer(request));
    Thread thread = Thread.ofPlatform().daemon().name("sbp-agent-" + request.role()).start(call);
    try {
      return call.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new LlmException(
          LlmException.Kind.PROVIDER,
          "no answer within "
              + timeout.toSeconds()
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

  /** Keeps the kind of our own failures; every other exception of a backend is a failed call. */
  private static LlmException failure(Throwable cause) {
    return switch (cause) {
      case LlmException e -> e;
      case LinkageError e ->
          new LlmException(
              LlmException.Kind.SETUP,
              "the backend was made for another version of this program (" + e + ")",
              e);
      case Error e -> throw e;
      case ConfigException e -> throw e;
      case NodeException e -> throw e;
      case DiskException e -> throw e;
      default ->
          new LlmException(LlmException.Kind.PROVIDER, "the backend failed: " + cause, cause);
    };
  }
}
