package org.sovereignbook.sbp.model.judgment;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;

/**
 * Calls to a backend by one of several processes that do not have the node locked. Each is in the
 * ledger before it is made, and no call is made that a limit forbids: checking and reserving are
 * one step. After an unusable answer the backend is asked once more.
 */
public final class SharedCalls {
  private final Node node;
  private final LlmBackend backend;
  private final List<CallLimit> limits;
  private final CallBudget.Patience patience;

  /** Creates calls to one backend, which is paused after failures. */
  public SharedCalls(Node node, LlmBackend backend, List<CallLimit> limits) {
    this(node, backend, limits, false);
  }

  /**
   * Creates calls to one backend.
   *
   * @param limits limits in addition to those of the node
   * @param now whether to call a backend that is paused after failures
   */
  public SharedCalls(Node node, LlmBackend backend, List<CallLimit> limits, boolean now) {
    this.node = node;
    this.backend = backend;
    this.limits = List.copyOf(limits);
    this.patience = now ? CallBudget.Patience.NONE : CallBudget.Patience.FULL;
  }

  /** Use of an answer. */
  @FunctionalInterface
  public interface Reading<T> {
    T of(LlmAnswer answer) throws LlmException, InterruptedException;
  }

  /** Result of asking. */
  public sealed interface Asked<T> {
    /** Answer that was used. */
    record Answered<T>(T value) implements Asked<T> {}

    /**
     * No call was made.
     *
     * @param why the reason
     * @param until when the next call may be made
     * @param cause the principal whose share of the day is used up: for others a call may be made
     *     before
     */
    record Deferred<T>(String why, Timestamp until, Optional<String> cause) implements Asked<T> {}
  }

  /**
   * A call that is over.
   *
   * @param callId its id in the ledger of calls; empty for a backend whose calls do not count
   * @param why the reason of a failure
   */
  public record Over(
      LlmRequest request,
      Optional<String> callId,
      Instant from,
      Instant to,
      Optional<String> why) {}

  /** Returns the limits of one call. */
  public static LlmRequest.Budget budget(Config config) {
    return CallBudget.ofOneCall(config);
  }

  /**
   * Makes a call, unless a limit or a pause forbids it.
   *
   * @param causes the principals for whom the call is made
   * @throws LlmException when no usable answer came; the call is settled in the ledger
   */
  public <T> Asked<T> ask(LlmRequest request, CallCauses causes, Reading<T> reading)
      throws LlmException, InterruptedException {
    return ask(request, causes, _ -> {}, reading);
  }

  /**
   * Works like {@link #ask(LlmRequest, CallCauses, Reading)}.
   *
   * @param over takes each call when it is over: after an unusable answer there is a second one
   */
  public <T> Asked<T> ask(
      LlmRequest request, CallCauses causes, Consumer<Over> over, Reading<T> reading)
      throws LlmException, InterruptedException {
    Calls calls = new Calls(node, changes -> append(node, changes), backend, limits, causes, over);
    return switch (calls.admit(request, patience)) {
      case Calls.Admission.Deferred(CallBudget.Obstacle(var line, var sentence, var cause, _)) ->
          new Asked.Deferred<>(sentence, line.until(), cause);
      case Calls.Admission.Admitted admitted ->
          new Asked.Answered<>(
              calls
                  .judged(admitted, answer -> new Calls.Used<>(reading.of(answer), new ChangeSet()))
                  .value());
    };
  }

  /** Appends line by line: only the ledger changes, and no store has to be locked for it. */
  static void append(Node node, ChangeSet changes) {
    try (LedgerLock _ = LedgerLock.of(node)) {
      for (Change change : changes.changes()) {
        if (!(change instanceof Change.AppendFile(var file, String text))) {
          throw new IllegalStateException("not a line of the ledger: " + change);
        }
        node.disk().append(file, text.getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
