package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.frontend.mcp.AgentTools;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Workers;

/**
 * Tool call in a thread of its own. An abort of its turn waits for it only for a grace; it is not
 * interrupted, since half an effect is worse than a late one.
 */
final class RunningCall {
  private final CompletableFuture<AgentTools.Answer> answer = new CompletableFuture<>();
  private final Thread thread;

  private RunningCall(Supplier<AgentTools.Answer> call) {
    thread = Thread.ofVirtual().name("a tool call").unstarted(() -> make(call));
  }

  static RunningCall start(Supplier<AgentTools.Answer> call) {
    RunningCall started = new RunningCall(call);
    started.thread.start();
    return started;
  }

  private void make(Supplier<AgentTools.Answer> call) {
    try {
      boolean _ = answer.complete(call.get());
    } catch (RuntimeException | Error e) {
      boolean _ = answer.completeExceptionally(e);
    }
  }

  /** Returns the answer; empty when the turn is cancelled and the call outlives the grace. */
  Optional<AgentTools.Answer> await(Cancellation cancel, Duration grace)
      throws InterruptedException {
    CompletableFuture<Object> cancelled = new CompletableFuture<>();
    try (Cancellation.OnCancel _ = cancel.onCancel(() -> cancelled.complete(grace))) {
      Object _ = CompletableFuture.anyOf(answer, cancelled).get();
      return Optional.of(answer.get(grace.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw thrown(e);
    } catch (InterruptedException e) {
      Workers.end(thread);
      throw e;
    }
  }

  private static RuntimeException thrown(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
  }

  /**
   * Passes the answer on when it comes after all.
   *
   * @param end called at the end, also of a call that fails
   */
  void late(Consumer<AgentTools.Answer> receiver, Runnable end) {
    CompletableFuture<Void> _ = answer.thenAccept(receiver).whenComplete((_, _) -> end.run());
  }
}
