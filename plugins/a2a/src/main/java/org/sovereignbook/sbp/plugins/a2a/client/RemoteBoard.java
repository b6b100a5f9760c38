package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Duration;
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

  /** How long an agent has for a task without a deadline. */
  private static final Duration TIME = Duration.ofDays(7);

  private static final int MOST = 100;

  private RemoteBoard() {}

  /** Gives ready tasks to their agents; one that cannot be given leaves the others alone. */
  static void take(Ledger ledger) {
    List<String> ready =
        ledger.read(
            tx ->
                tx.texts(
                    "SELECT id FROM task WHERE state = 'pending' AND open_blockers = 0 AND"
                        + " required_role LIKE 'a2a:%' ORDER BY priority DESC, number LIMIT "
                        + MOST));
    for (String id : ready) {
      boolean _ = ItemFault.orElse(() -> ledger.write(tx -> isTaken(tx, id)), _ -> Boolean.FALSE);
    }
  }

  private static boolean isTaken(Transaction tx, String id) {
    Task task = Board.in(tx).task(id);
    Optional<KnownAgent> agent =
        task.row()
            .requiredRole()
            .map(role -> role.substring(KnownAgent.ROLE.length()))
            .flatMap(new KnownAgents(tx)::find);
    boolean isUsable =
        agent.isPresent()
            && agent.get().strangeKey().isEmpty()
            && new KnownAgents(tx).left(agent.get()) > 0;
    if (!task.ready() || !isUsable) {
      return false;
    }
    Authority by = tx.authority(task.row().authorityId()).orElse(Authority.SYSTEM);
    Optional<String> refusal = refusal(tx, by);
    JsonObject to = JsonObject.empty().with("to", agent.get().role()).with("task", id);
    tx.audit(
        new AuditRow(
            by,
            Optional.empty(),
            TOOL,
            to,
            refusal.isEmpty(),
            refusal.orElse("a task of the board")));
    if (refusal.isPresent()) {
      String why = "not sent to an agent of others: " + refusal.get();
      List<String> _ = Board.in(tx).comment(id, why, as(Authority.SYSTEM));
      return Board.in(tx).cancel(id, why, as(by));
    }
    Instant latest = tx.now().plus(TIME);
    Instant until = task.row().deadline().filter(at -> at.isBefore(latest)).orElse(latest);
    Worker worker = worker(tx, agent.get());
    Claim claim = Board.in(tx).lend(id, worker, until);
    RemoteTask _ =
        new RemoteTasks(tx).begin(agent.get(), words(task), Optional.of(claim), until, by);
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

  /** Cancels the tasks whose time is over. */
  static void late(Ledger ledger) {
    String isLate = RemoteTask.OPEN + " AND cancelling = 0 AND deadline_ms <= ?";
    boolean isAny =
        ledger.read(tx -> tx.exists("SELECT 1 FROM a2a_work WHERE " + isLate, tx.nowMs()));
    if (isAny) {
      ledger.run(
          tx ->
              RemoteTask.ROWS
                  .list(tx, "WHERE " + isLate + " LIMIT " + MOST, tx.nowMs())
                  .forEach(new RemoteTasks(tx)::cancel));
    }
  }

  /** Stores what an agent has answered, with what it means for the board. */
  static void store(Transaction tx, RemoteTask task, RemoteAnswer answer) {
    new RemoteTasks(tx).store(task, answer);
    if (task.task().isPresent()) {
      Worker worker = Worker.peer(KnownAgent.authority(tx, task.worker()), Optional.empty());
      if (answer.state().isEnd()) {
        endedThere(tx, task, answer, worker);
      } else if (answer.state() == RemoteState.INPUT_REQUIRED && task.question().isEmpty()) {
        ask(tx, task, answer, worker);
      }
    }
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
    closeQuestion(tx, task);
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

  private static void closeQuestion(Transaction tx, RemoteTask task) {
    Worker worker = Worker.peer(KnownAgent.authority(tx, task.worker()), Optional.empty());
    task.question()
        .flatMap(Board.in(tx)::find)
        .filter(one -> one.state().isOpen())
        .ifPresent(
            one -> {
              try {
                boolean _ = Board.in(tx).cancel(one.id(), "its task has ended", worker);
              } catch (SocietyException e) {
                // The agent has another key since: the owner's answer comes to nothing.
                tx.update("UPDATE a2a_work SET question = NULL WHERE id = ?", task.id());
              }
            });
  }

  /** Reacts to the end of a task, or of a claim: of one that an agent does, or of a question. */
  public static void ended(Transaction tx, TaskEnd end) {
    RemoteTasks tasks = new RemoteTasks(tx);
    String id = end.task().id();
    RemoteTask.ROWS
        .list(tx, "WHERE task = ? AND fence = ? AND " + RemoteTask.OPEN, id, end.task().fence())
        .forEach(tasks::cancel);
    RemoteTask.ROWS
        .list(tx, "WHERE question = ? AND " + RemoteTask.OPEN, id)
        .forEach(task -> answered(tx, task, end));
  }

  private static void answered(Transaction tx, RemoteTask task, TaskEnd question) {
    RemoteTasks tasks = new RemoteTasks(tx);
    Optional<String> text =
        Board.in(tx).attempts(question.task().id()).stream()
            .reduce((_, last) -> last)
            .flatMap(TaskAttempt::result);
    if (question.state() == TaskState.COMPLETED && text.isPresent()) {
      tx.update(
          "UPDATE a2a_work SET question = NULL, state = ? WHERE id = ?",
          RemoteState.SUBMITTED.toString(),
          task.id());
      tasks.say(task, text.get(), Authority.SYSTEM);
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
            tx, "WHERE question IS NOT NULL AND " + RemoteTask.OPEN + " ORDER BY id LIMIT " + MOST)
        .stream()
        .map(
            task ->
                notice(
                    task.question().orElse(""),
                    "the agent " + task.agent() + " waits for an answer",
                    "sbp task show " + task.question().orElse("")));
  }

  private static Notice notice(String key, String text, String remedy) {
    return new Notice(Notice.Kind.FEATURE, "a2a:" + key, text, remedy, false);
  }
}
