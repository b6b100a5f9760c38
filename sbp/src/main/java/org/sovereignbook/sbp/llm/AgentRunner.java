package org.sovereignbook.sbp.llm;

import java.time.Duration;
import java.util.Objects;
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
 * <p>The backend writes nothing itself and is not asked when there is nothing to do. A failed run
 * changes nothing but the log of errors, so a later run does the same work. The caller holds the
 * node (ExclusiveStore).
 */
public final class AgentRunner {
  /** How long an interrupted backend may take to clean up, such as to end its processes. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Node node;
  private final Store store;
  private final LlmBackend backend;

  public AgentRunner(Node node, Store store, LlmBackend backend) {
    this.node = node;
    this.store = store;
    this.backend = backend;
  }

  /**
   * Runs one agent once.
   *
   * @throws LlmException when the backend failed, was too slow or answered garbage; logged, and
   *     nothing else has changed
   * @throws InterruptedException when the run is being ended; the backend is interrupted too
   */
  public AgentResult run(AgentRole role) throws LlmException, InterruptedException {
    LlmConfig config = LlmConfig.from(node.config());
    AgentJob job = job(role, config);
    var settled = job.withoutAsking();
    if (settled.isPresent()) {
      return result(role, 0, settled.get(), "");
    }
    try {
      LlmAnswer answer =
          ask(new LlmRequest(role, Prompts.of(node, role), job.inputs(), node, config.timeout()));
      AgentJob.Outcome outcome = job.accept(answer);
      store.commit(
          new ChangeSet()
              .addAll(outcome.changes())
              .addAll(logged(role, outcome, answer.notes()).changes()));
      return result(role, 1, outcome, answer.notes());
    } catch (LlmException e) {
      String text =
          "agent " + backend.name() + ": " + PeerText.plain(String.valueOf(e.getMessage()));
      store.commit(
          new ChangeSet().log(LogFile.OPS, LogEntry.error(role.toString(), node.now(), text)));
      throw e;
    }
  }

  private AgentJob job(AgentRole role, LlmConfig config) {
    return switch (role) {
      case READER -> new ReaderJob(node, store, config);
      case AUTHOR -> new AuthorJob(node, store, config, backend.publishesDrafts());
      case COMPACTOR -> new CompactorJob(node, store, config);
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
