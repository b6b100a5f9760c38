package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Task that a remote agent does for this node.
 *
 * @param id here
 * @param worker the agent's principal when the task began
 * @param remote the agent's id for it; empty until it has answered
 * @param context the agent's word for tasks that belong together; empty until it has said one
 * @param reasonId why it failed, or what the agent asks; mostly words of the agent
 * @param resultId the texts of its artifacts, a JSON array
 * @param task the task of the board that it does; empty for none
 * @param fence of the claim of that task
 * @param question the task of the board that asks the owner for the agent
 * @param session the session here that waits for it
 * @param cancelling whether it is to be cancelled there
 * @param tries how many calls about it have failed since the last answer
 * @param looks how often it was as before since it changed
 * @param due when it is to be looked at again
 * @param busyUntil until when a process is at it; the epoch before the first call that may have
 *     reached the agent
 * @param deadline when it is cancelled
 */
record RemoteTask(
    String id,
    String agent,
    Principal worker,
    Optional<String> remote,
    String context,
    RemoteState state,
    Optional<String> reasonId,
    Optional<String> resultId,
    Optional<String> task,
    long fence,
    Optional<String> question,
    Optional<String> session,
    boolean cancelling,
    int tries,
    int looks,
    Instant due,
    Instant busyUntil,
    Instant deadline,
    Instant createdAt) {
  static final Rows<RemoteTask> ROWS = new Rows<>("a2a_work", RemoteTask.class);

  /** Condition on the tasks that have not ended. */
  static final String OPEN = "state NOT IN ('completed', 'failed', 'canceled', 'rejected')";

  /** Returns those of the tasks that can be read; one that cannot holds up no other. */
  static List<RemoteTask> readable(Transaction tx, String condition, Object... values) {
    return tx.texts("SELECT id FROM a2a_work " + condition, values).stream()
        .flatMap(
            id ->
                ItemFault.orElse(
                    () -> ROWS.list(tx, "WHERE id = ?", id).stream(), _ -> Stream.empty()))
        .toList();
  }

  Subject subject() {
    return new Subject("a2a_work", id);
  }
}
