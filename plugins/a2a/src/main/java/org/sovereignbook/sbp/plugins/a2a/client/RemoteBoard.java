package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.board.TaskEnd;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Tasks of the board that remote agents do: each has the role {@code a2a:NAME}. A claim in the
 * agent's name ends with its answer, with its deadline, or with the task.
 */
public final class RemoteBoard {
  /** The tool that a principal needs to give work to a remote agent. */
  public static final String TOOL = "a2a_send";

  private static final int MOST = 100;

  private RemoteBoard() {}

  /** Gives ready tasks to their agents; one that cannot be given leaves the others alone. */
  static void take(Ledger ledger) {
    for (String id : ledger.<List<String>>read(RemoteBoard::ready)) {
      boolean _ = ItemFault.orElse(() -> ledger.write(tx -> isTaken(tx, id)), _ -> Boolean.FALSE);
    }
  }

  static boolean isAnyReady(Transaction tx) {
    return !ready(tx).isEmpty();
  }

  /** Returns the tasks that are ready for agents, of each agent as many as it may be sent. */
  private static List<String> ready(Transaction tx) {
    KnownAgents agents = new KnownAgents(tx);
    return agents.all().stream()
        .filter(agent -> agent.strangeKey().isEmpty())
        .flatMap(
            agent ->
                tx
                    .texts(
                        "SELECT id FROM task WHERE state = 'pending' AND open_blockers = 0 AND"
                            + " required_role = ? ORDER BY priority DESC, number LIMIT ?",
                        agent.role(),
                        Math.min(agents.left(agent), MOST))
                    .stream())
        .toList();
  }

  private static boolean isTaken(Transaction tx, String id) {
    Task task = Board.in(tx).task(id);
    Optional<KnownAgent> found = task.row().requiredRole().flatMap(new KnownAgents(tx)::ofRole);
    if (!task.ready() || found.isEmpty()) {
      return false;
    }
    KnownAgent agent = found.get();
    Authority by = tx.authority(task.row().authorityId()).orElse(Authority.SYSTEM);
    Optional<String> refusal = refusal(tx, by);
    JsonObject to = JsonObject.empty().with("to", agent.role()).with("task", id);
    tx.audit(
        new AuditRow(
            by,
            Optional.empty(),
            TOOL,
            to,
            refusal.isEmpty(),
            refusal.orElse("a task of the board")));
    if (refusal.isPresent()) {
      String why = "not sent to an agent of others, which needs " + TOOL + ": " + refusal.get();
      List<String> _ = Board.in(tx).comment(id, why, as(Authority.SYSTEM));
      return Board.in(tx).cancel(id, why, as(by));
    }
    Instant latest = tx.now().plus(RemoteTasks.TIME);
    Instant until = task.row().deadline().filter(at -> at.isBefore(latest)).orElse(latest);
    Claim claim = Board.in(tx).lend(id, worker(tx, agent), until);
    RemoteTask _ = new RemoteTasks(tx).begin(agent, words(task), claim, until, by);
    return true;
  }

  /** Returns why the one that added a task may not send it to an agent of others. */
  private static Optional<String> refusal(Transaction tx, Authority by) {
    return Access.refusal(tx, by, TOOL)
        .or(
            () ->
                by.principal()
                    .agentId()
                    .flatMap(agent -> Agents.find(tx, AgentId.parse(agent)))
                    .flatMap(agent -> ToolRights.withheld(tx, agent, TOOL)));
  }

  private static String words(Task task) {
    return task.description()
        .map(more -> more.startsWith(task.title()) ? more : task.title() + "\n\n" + more)
        .orElse(task.title());
  }

  private static Worker worker(Transaction tx, KnownAgent agent) {
    return Worker.peer(KnownAgent.authority(tx, agent.worker()), Optional.of(agent.role()));
  }

  private static Worker as(Authority by) {
    return new Worker(by, new TreeSet<>(), 0, false, Worker.Scope.ALL);
  }

  /** Cancels the tasks whose time is over, or whose claim on the board, in whatever way. */
  static void late(Ledger ledger) {
    String isLate =
        "WHERE "
            + RemoteTask.OPEN
            + " AND cancelling = 0 AND (deadline_ms <= ? OR (task IS NOT NULL"
            + " AND NOT EXISTS (SELECT 1 FROM task t WHERE t.id = a2a_work.task AND t.state ="
            + " 'claimed' AND t.fence = a2a_work.fence))) LIMIT "
            + MOST;
    List<RemoteTask> late = ledger.read(tx -> RemoteTask.readable(tx, isLate, tx.nowMs()));
    for (RemoteTask task : late) {
      boolean _ =
          ItemFault.orElse(() -> ledger.write(tx -> isCancelled(tx, task.id())), _ -> false);
    }
  }

  private static boolean isCancelled(Transaction tx, String id) {
    Optional<RemoteTask> open = new RemoteTasks(tx).find(id).filter(task -> !task.state().isEnd());
    open.ifPresent(new RemoteTasks(tx)::cancel);
    return open.isPresent();
  }

  /** Stores what an agent has answered, with what it means for the board. */
  static void store(Transaction tx, RemoteTask task, RemoteAnswer answer) {
    new RemoteTasks(tx).store(task, answer);
    if (task.task().isPresent()) {
      Worker worker = Worker.peer(KnownAgent.authority(tx, task.worker()), Optional.empty());
      if (answer.state().isEnd()) {
        endedThere(tx, task, answer, worker);
      } else if (answer.state() == RemoteState.INPUT_REQUIRED && isNews(tx, task)) {
        ask(tx, task, answer, worker);
      }
    }
  }

  /** Returns whether the owner is to be asked: not again before an answer has gone out. */
  private static boolean isNews(Transaction tx, RemoteTask task) {
    return task.question().isEmpty()
        && !task.cancelling()
        && new RemoteTasks(tx).unsent(task).isEmpty();
  }

  private static void endedThere(
      Transaction tx, RemoteTask task, RemoteAnswer answer, Worker worker) {
    Board board = Board.in(tx);
    String id = task.task().orElseThrow();
    boolean isHeld =
        board
            .find(id)
            .filter(one -> one.state() == TaskState.CLAIMED && one.row().fence() == task.fence())
            .isPresent();
    int most = tx.config().get(BoardSettings.MAX_TEXT_BYTES);
    String text = Cut.beginning(answer.result(), most);
    if (isHeld && answer.state() == RemoteState.COMPLETED) {
      boolean _ =
          board.submit(id, task.fence(), text.isBlank() ? "(no result)" : text, List.of(), worker);
    } else if (isHeld) {
      String why = answer.state() + (text.isBlank() ? "" : ": " + text);
      board.fail(id, OptionalLong.of(task.fence()), Cut.beginning(why, most), worker);
    }
    closeQuestion(tx, task, worker);
  }

  /** Asks the owner what the agent wants to know: a task of the board, whose result is sent. */
  private static void ask(Transaction tx, RemoteTask task, RemoteAnswer answer, Worker worker) {
    String text = answer.says().isBlank() ? "(it does not say what)" : answer.says();
    String title = task.agent() + " asks: " + text.lines().findFirst().orElse("").strip();
    PlannedTask planned =
        PlannedTask.with(Cut.within(title, PlannedTask.MAX_TITLE_CHARACTERS))
            .description(Optional.of(text))
            .labels(Optional.of(List.of("a2a", "question")))
            .requiredRole(Optional.of(Worker.OUTSIDE))
            .deadline(new Timestamp(task.deadline()))
            .build();
    String question =
        Board.in(tx).add(Plan.of(List.of(planned)), worker, Optional.empty()).getFirst();
    tx.update("UPDATE a2a_work SET question = ? WHERE id = ?", question, task.id());
  }

  private static void closeQuestion(Transaction tx, RemoteTask task, Worker worker) {
    task.question()
        .flatMap(Board.in(tx)::find)
        .filter(one -> one.state().isOpen())
        .ifPresent(
            one -> {
              try {
                boolean _ = Board.in(tx).cancel(one.id(), "its task has ended", worker);
              } catch (SocietyException e) {
                // The agent may do less since: the owner's answer comes to nothing.
                tx.update("UPDATE a2a_work SET question = NULL WHERE id = ?", task.id());
              }
            });
  }

  /** Reacts to the end of a task: of a question of an agent. */
  public static void ended(Transaction tx, TaskEnd end) {
    RemoteTask.ROWS
        .list(tx, "WHERE question = ? AND " + RemoteTask.OPEN, end.task().id())
        .forEach(task -> answered(tx, task, end));
  }

  private static void answered(Transaction tx, RemoteTask task, TaskEnd question) {
    RemoteTasks tasks = new RemoteTasks(tx);
    String id = question.task().id();
    Optional<TaskAttempt> attempt = Board.in(tx).attempts(id).stream().reduce((_, last) -> last);
    Optional<String> text = attempt.flatMap(TaskAttempt::result);
    if (question.state() == TaskState.COMPLETED && text.isPresent()) {
      Authority by =
          Board.in(tx).authors(List.of(id)).stream()
              .filter(one -> one.principal().equals(attempt.get().row().worker()))
              .findFirst()
              .orElse(Authority.SYSTEM);
      tx.update(
          "UPDATE a2a_work SET question = NULL, state = ? WHERE id = ?",
          RemoteState.SUBMITTED.toString(),
          task.id());
      tasks.say(task, text.get(), by);
      tasks.wake(task);
    } else if (!question.state().isOpen()) {
      tasks.cancel(task);
    }
  }

  /** Returns what the owner is to know: questions of remote agents, and keys in doubt. */
  public static List<Notice> notices(Transaction tx) {
    return Stream.concat(doubts(tx), questions(tx)).toList();
  }

  private static Stream<Notice> doubts(Transaction tx) {
    return new KnownAgents(tx)
        .all().stream()
            .filter(agent -> agent.strangeKey().isPresent())
            .map(
                agent ->
                    notice(
                        "key:" + agent.name() + ":" + agent.strangeKey().orElse(""),
                        "the agent " + agent.name() + " has another key; it is sent nothing",
                        "sbp a2a show " + agent.name()));
  }

  private static Stream<Notice> questions(Transaction tx) {
    return RemoteTask.ROWS
        .list(
            tx,
            "WHERE (question IS NOT NULL OR state = ?) AND "
                + RemoteTask.OPEN
                + " ORDER BY id LIMIT "
                + MOST,
            RemoteState.AUTH_REQUIRED.toString())
        .stream()
        .map(
            task ->
                notice(
                    task.question().orElse(task.id()),
                    "the agent %s waits for %s"
                        .formatted(
                            task.agent(),
                            task.question().isPresent() ? "an answer" : "a permission"),
                    task.question()
                        .map(question -> "sbp task show " + question)
                        .orElse("sbp a2a task " + task.id())));
  }

  private static Notice notice(String key, String text, String remedy) {
    return new Notice(Notice.Kind.FEATURE, "a2a:" + key, text, remedy, false);
  }
}
