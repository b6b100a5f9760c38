package org.sovereignbook.sbp.agent;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.llm.LlmAnswer;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmConfig;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.llm.LlmLimits;
import org.sovereignbook.sbp.llm.LlmRequest;
import org.sovereignbook.sbp.llm.LlmUsage;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Store;

/**
 * Calls to a backend, each within its time limit and in the ledger: reserved before it is made,
 * settled with what it used up, in one commit with what came of it. The caller holds the node.
 */
record LlmCalls(Node node, Store store, LlmBackend backend) {
  /** How long an interrupted backend may take to clean up, such as to end its processes. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  /** Makes something of an answer. */
  interface Use<T> {
    Used<T> of(LlmAnswer answer) throws LlmException;
  }

  /**
   * What came of an answer.
   *
   * @param changes to commit together with the settled call
   */
  record Used<T>(T value, List<Change> changes) {}

  /** Whether a call has to wait. */
  Optional<LlmEconomy.Hold> hold(String component, LlmRequest request, boolean now) {
    return economy().hold(component, estimate(request), now);
  }

  /** The change that remembers a hold; empty when the ledger says it already. */
  Optional<Change> remembered(LlmEconomy.Hold hold) {
    return economy().remembered(hold);
  }

  /** One call; its failures are settled too. */
  <T> T call(String component, LlmRequest request, Use<T> use)
      throws LlmException, InterruptedException {
    LlmEconomy economy = economy();
    Optional<LlmEconomy.Call> call = economy.reserve(component, estimate(request));
    LlmUsage usage = LlmUsage.unknown();
    try {
      LlmAnswer answer = answer(request);
      usage = answer.usage();
      Used<T> used = use.of(answer);
      settle(economy, call, LlmOutcome.ANSWERED, usage, Optional.empty(), used.changes());
      return used.value();
    } catch (LlmException e) {
      LlmUsage told = usage.equals(LlmUsage.unknown()) ? e.usage() : usage;
      settle(economy, call, LlmOutcome.of(e.kind()), told, e.retryAfter(), List.of());
      throw e;
    } catch (InterruptedException e) {
      settle(economy, call, LlmOutcome.INTERRUPTED, usage, Optional.empty(), List.of());
      throw e;
    } catch (ConfigException e) {
      settle(economy, call, LlmOutcome.SETUP, usage, Optional.empty(), List.of());
      throw e;
    }
  }

  private void settle(
      LlmEconomy economy,
      Optional<LlmEconomy.Call> call,
      LlmOutcome outcome,
      LlmUsage usage,
      Optional<Duration> retryAfter,
      List<Change> changes) {
    ChangeSet all = new ChangeSet().addAll(changes);
    call.ifPresent(made -> all.add(economy.settled(made, outcome, usage, retryAfter)));
    if (!all.changes().isEmpty()) {
      store.commit(all);
    }
  }

  private LlmEconomy economy() {
    return new LlmEconomy(node, backend, limits());
  }

  private LlmEstimate estimate(LlmRequest request) {
    return LlmEstimate.of(request, backend, limits());
  }

  private LlmLimits limits() {
    return LlmConfig.from(node.config()).limits();
  }

  private LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
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
