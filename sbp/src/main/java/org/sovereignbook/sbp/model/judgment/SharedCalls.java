package org.sovereignbook.sbp.model.judgment;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
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
 * Calls to a backend by one of several processes that do not hold the node. Each is in the ledger
 * before it is made, and none is made that a limit forbids: looking and reserving are one. An
 * answer that cannot be used is asked for once more.
 */
public final class SharedCalls {
  private final Node node;
  private final LlmBackend backend;
  private final List<CallLimit> limits;
  private final CallBudget.Patience patience;

  /** Of one backend, which is given its rest after failures. */
  public SharedCalls(Node node, LlmBackend backend, List<CallLimit> limits) {
    this(node, backend, limits, false);
  }

  /**
   * Of one backend.
   *
   * @param limits beside those of the node
   * @param now whether to ask a backend that rests after failures
   */
  public SharedCalls(Node node, LlmBackend backend, List<CallLimit> limits, boolean now) {
    this.node = node;
    this.backend = backend;
    this.limits = List.copyOf(limits);
    this.patience = now ? CallBudget.Patience.NONE : CallBudget.Patience.FULL;
  }

  /** Makes something of an answer. */
  @FunctionalInterface
  public interface Reading<T> {
    T of(LlmAnswer answer) throws LlmException, InterruptedException;
  }

  /** What came of asking. */
  public sealed interface Asked<T> {
    /** An answer that could be used. */
    record Answered<T>(T value) implements Asked<T> {}

    /**
     * Nobody was asked; why, and when the next call may be made.
     *
     * @param cause whose share of the day is used up: for others a call may be made before
     */
    record Held<T>(String why, Timestamp until, Optional<String> cause) implements Asked<T> {}
  }

  /** What one call may use up. */
  public static LlmRequest.Budget budget(Config config) {
    return CallBudget.ofOneCall(config);
  }

  /**
   * Asks, unless a limit or a rest forbids it.
   *
   * @param causes for whom
   * @throws LlmException when no answer came that could be used; settled in the ledger
   */
  public <T> Asked<T> ask(LlmRequest request, CallCauses causes, Reading<T> reading)
      throws LlmException, InterruptedException {
    Calls calls = new Calls(node, changes -> append(node, changes), backend, limits, causes);
    return switch (calls.admit(request, patience)) {
      case Calls.Admission.Held(CallBudget.Obstacle(var line, var sentence, var cause, _)) ->
          new Asked.Held<>(sentence, line.until().orElse(node.now()), cause);
      case Calls.Admission.Admitted admitted ->
          new Asked.Answered<>(
              calls
                  .judged(admitted, answer -> new Calls.Used<>(reading.of(answer), new ChangeSet()))
                  .value());
    };
  }

  /** Line by line: nothing but the ledger is changed, and no store is held for it. */
  private static void append(Node node, ChangeSet changes) {
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
