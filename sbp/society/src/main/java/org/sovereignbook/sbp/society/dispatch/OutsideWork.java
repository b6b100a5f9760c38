package org.sovereignbook.sbp.society.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardFeature;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Correspondent;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.society.sessions.AgentDispatch;
import org.sovereignbook.sbp.society.sessions.Dispatches;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Dispatches that are done outside of sessions: a task of the board ({@code role:ROLE}), a task for
 * a team ({@code team:LABEL}), mail to an agent of another node ({@code NAME@PEER}), or a task for
 * somebody whom a feature asks ({@code a2a:NAME}). The end of the task, or the answer to the mail,
 * is the report.
 */
public record OutsideWork(Transaction tx) {
  private static final String ROLE = "role:";
  private static final String TEAM = "team:";

  /** Returns whether an address is not an agent of this node. */
  public static boolean is(String to) {
    return to.indexOf(':') >= 0 || to.indexOf('@') >= 0;
  }

  /**
   * Hands work out.
   *
   * @param peer the node of the agent, for {@code NAME@PEER}
   */
  public AgentDispatch hand(Caller caller, String to, String text, Optional<Correspondent> peer) {
    Dispatches dispatches = new Dispatches(tx);
    Authority by = dispatches.requireOne(caller);
    if (peer.isPresent()) {
      require(caller, "mail_send", to);
      String name = to.substring(0, to.indexOf('@'));
      Mail sent =
          new Sending(
                  MailType.MESSAGE,
                  name,
                  peer,
                  text,
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty())
              .send(tx, caller);
      return dispatches.outside(caller, AgentDispatch.Kind.MAIL, sent.id(), to);
    }
    require(caller, "task_add", to);
    if (!to.startsWith(ROLE) && !to.startsWith(TEAM)) {
      require(caller, toolFor(to), to);
    }
    String id =
        Board.in(tx)
            .add(
                Plan.of(List.of(task(to, text))),
                Worker.of(caller).onBehalfOf(by),
                Optional.empty())
            .getFirst();
    return dispatches.outside(caller, AgentDispatch.Kind.TASK, id, to);
  }

  private void require(Caller caller, String tool, String to) {
    AuditRow _ = Permissions.require(tx, caller, tool, JsonObject.builder().put("to", to).build());
  }

  /** Returns the tool that a caller needs for somebody whom a feature asks. */
  private String toolFor(String to) {
    return BoardFeature.toolOfAny(tx, to)
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "unknown-agent",
                    "nobody is called " + PeerText.quote(to),
                    "agents of this node:  sbp agent list"));
  }

  private static PlannedTask task(String to, String text) {
    String title =
        Cut.within(text.lines().findFirst().orElse("work"), PlannedTask.MAX_TITLE_CHARACTERS);
    PlannedTask.Builder task = PlannedTask.with(title).description(Optional.of(text));
    return to.startsWith(TEAM)
        ? task.labels(Optional.of(List.of(to.substring(TEAM.length())))).build()
        : task.requiredRole(Optional.of(to.startsWith(ROLE) ? to.substring(ROLE.length()) : to))
            .build();
  }

  /** Ends the work that is over. Writes nothing when there is none. */
  public static void settle(Ledger ledger) {
    if (ledger.<Boolean>read(tx -> new OutsideWork(tx).isAnyOver())) {
      ledger.run(tx -> new OutsideWork(tx).settle());
    }
  }

  /** Lets features carry the task of an open dispatch forward while somebody waits for its end. */
  public static void follow(Ledger ledger, String dispatch, Duration most)
      throws InterruptedException {
    Optional<String> task = ledger.<Optional<String>>read(tx -> new Dispatches(tx).task(dispatch));
    if (task.isPresent()) {
      for (BoardFeature feature :
          ledger.<List<BoardFeature>>read(tx -> tx.features().of(BoardFeature.class))) {
        follow(feature, ledger, task.get(), most);
      }
      settle(ledger);
    }
  }

  private static void follow(BoardFeature feature, Ledger ledger, String task, Duration most)
      throws InterruptedException {
    try {
      feature.follow(ledger, task, most);
    } catch (RuntimeException e) {
      // The step that delivers carries it forward, too, and says what is wrong.
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
    }
  }

  private boolean isAnyOver() {
    return new Dispatches(tx).isAnyToSettle()
        || new Dispatches(tx)
            .openOutside().stream().anyMatch(open -> one(open, () -> isOver(open)));
  }

  private boolean isOver(AgentDispatch open) {
    return open.work().kind() == AgentDispatch.Kind.TASK
        ? task(open).isEmpty()
        : answer(open).isPresent();
  }

  private static boolean one(AgentDispatch open, SetAsides.ItemWork<Boolean> work) {
    return SetAsides.one(SetAsides.ItemList.SESSION, open.asideId(), "dispatches", work);
  }

  /** Returns the open task that a dispatch has become. */
  private Optional<Task> task(AgentDispatch open) {
    return Board.in(tx).find(open.work().target()).filter(one -> one.state().isOpen());
  }

  /** Ends the dispatches whose task has ended, or whose mail was answered. Returns how many. */
  public int settle() {
    int ended = new Dispatches(tx).settle();
    for (AgentDispatch open : new Dispatches(tx).openOutside()) {
      boolean hasEnded =
          one(
              open,
              () -> open.work().kind() == AgentDispatch.Kind.TASK ? ofTask(open) : ofMail(open));
      ended += hasEnded ? 1 : 0;
    }
    return ended;
  }

  private boolean ofTask(AgentDispatch open) {
    if (task(open).isPresent()) {
      return false;
    }
    Optional<TaskState> state = Board.in(tx).find(open.work().target()).map(Task::state);
    boolean isDone = state.equals(Optional.of(TaskState.COMPLETED));
    Dispatches.DispatchEnd outcome =
        new Dispatches.DispatchEnd(
            isDone ? AgentDispatch.State.DONE : AgentDispatch.State.FAILED,
            isDone
                ? result(open.work().target())
                : "the task " + state.map(TaskState::toString).orElse("is gone"),
            workers(open.work().target()));
    new Dispatches(tx).over(open, outcome);
    return true;
  }

  private String result(String task) {
    return tx.first(
            "SELECT c.text FROM task_attempt a JOIN content c ON c.id = a.result_id"
                + " WHERE a.task = ? ORDER BY a.number DESC",
            row -> row.maybeText(1),
            task)
        .flatMap(text -> text)
        .orElse("(no result)");
  }

  /** Returns the authorities of those who worked at a task, and of its cause. */
  private List<Authority> workers(String task) {
    List<Authority> all =
        new ArrayList<>(tx.authorities("SELECT authority_id FROM task WHERE id = ?", task));
    all.addAll(
        new ShownText(tx)
            .ofPeers(
                tx.texts("SELECT DISTINCT worker FROM task_attempt WHERE task = ?", task).stream()
                    .map(Principal::parse)
                    .flatMap(worker -> worker.peerKey().stream())
                    .toList()));
    Board.in(tx).authors(List.of(task)).stream()
        .filter(one -> one.principal().isStranger())
        .forEach(all::add);
    return all;
  }

  private record Answer(String body, String authority) {}

  private Optional<Answer> answer(AgentDispatch open) {
    return tx.first(
        "SELECT body_id, authority_id FROM mail WHERE in_reply_to = ? ORDER BY number",
        row -> new Answer(row.text(1), row.text(2)),
        open.work().target());
  }

  private boolean ofMail(AgentDispatch open) {
    Optional<Answer> answer = answer(open);
    if (answer.isEmpty()) {
      return false;
    }
    new Dispatches(tx)
        .over(
            open,
            new Dispatches.DispatchEnd(
                AgentDispatch.State.DONE,
                tx.text(answer.get().body()).orElse("(erased)"),
                tx.authorities("?", answer.get().authority())));
    return true;
  }
}
