package org.sovereignbook.sbp.plugins.a2a;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Keeps the tasks of clients as the society has them: at each event of the board, and before they
 * are shown, since the feature may have been off meanwhile.
 */
final class Following {
  private static final int MOST = 200;

  private Following() {}

  /** Notes the change of a task that clients can see. */
  static void of(Transaction tx, LedgerEvent event) {
    if (event.kind().startsWith("task.")) {
      event.subjects().stream()
          .filter(subject -> subject.kind().equals("task"))
          .findFirst()
          .map(subject -> new Questions(tx).waiting(subject.id()).orElse(subject.id()))
          .flatMap(id -> A2aTask.ROWS.first(tx, "WHERE id = ?", id))
          .ifPresent(task -> follow(tx, task));
    }
  }

  /** Follows a task as it is by now: another process may be about to do the same. */
  private static void follow(Transaction tx, A2aTask task) {
    A2aTask.locked(tx, task.id())
        .filter(it -> isBehind(tx, it))
        .ifPresent(it -> it.become(tx, now(tx, it)));
  }

  /** Follows a task, and returns it as it is then. */
  static A2aTask followed(Transaction tx, A2aTask task) {
    follow(tx, task);
    return A2aTask.ROWS.first(tx, "WHERE id = ?", task.id()).orElse(task);
  }

  /** Leaves a task that cannot be read as it is, so that the others are followed. */
  private static void followOrLeave(Transaction tx, A2aTask task) {
    boolean _ =
        ItemFault.orElse(
            () -> {
              follow(tx, task);
              return true;
            },
            _ -> false);
  }

  static boolean isBehind(Transaction tx, A2aTask task) {
    return !task.state().isEnd() && now(tx, task) != task.state();
  }

  private static A2aState now(Transaction tx, A2aTask task) {
    return ClientWork.of(tx, task.way()).state(task);
  }

  /** Brings a client's tasks up to date: one, or those that are open. */
  static void settle(A2aCall call, Optional<String> id) {
    if (!call.ledger().read(tx -> behind(tx, call, id)).isEmpty()) {
      call.ledger().run(tx -> behind(tx, call, id).forEach(task -> follow(tx, task)));
    }
  }

  private static List<A2aTask> behind(Transaction tx, A2aCall call, Optional<String> id) {
    String client = call.client().key();
    String which = "WHERE client = ? AND " + A2aTask.OPEN + " AND ";
    List<A2aTask> open =
        id.isPresent()
            ? A2aTask.ROWS.list(tx, which + "id = ?", client, id.get())
            : A2aTask.ROWS.list(
                tx,
                which + "agent = ? ORDER BY changed LIMIT " + MOST,
                client,
                call.agent().agent().id().hex());
    return open.stream().filter(task -> isBehind(tx, task)).toList();
  }

  /** Brings the tasks of all clients up to date. */
  static void settle(Ledger ledger) {
    String last = "";
    List<A2aTask> some;
    do {
      String after = last;
      some = ledger.write(tx -> settleSome(tx, after));
      last = some.isEmpty() ? last : some.getLast().id();
    } while (!some.isEmpty());
  }

  private static List<A2aTask> settleSome(Transaction tx, String after) {
    List<A2aTask> some =
        A2aTask.ROWS.list(
            tx, "WHERE " + A2aTask.OPEN + " AND id > ? ORDER BY id LIMIT " + MOST, after);
    some.forEach(task -> followOrLeave(tx, task));
    return some;
  }
}
