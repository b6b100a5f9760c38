package org.sovereignbook.sbp.cli.work;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.SpokenTime;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskBlocker;
import org.sovereignbook.sbp.society.board.Worker;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * A subcommand about tasks.
 *
 * @param <R> its result
 */
abstract class BoardCommand<R> extends SocietyCommand<R> {
  static final String TASK = "a task's id, or its beginning";

  @Override
  protected final R work(Transaction tx, Caller caller) {
    return work(Board.in(tx), Worker.of(caller));
  }

  abstract R work(Board board, Worker worker);

  @Override
  protected final List<Authority> shown(Transaction tx, R result) {
    return authorities(result).distinct().flatMap(id -> tx.authority(id).stream()).toList();
  }

  /** Returns the ids of the authorities of the texts that are shown. */
  Stream<String> authorities(R result) {
    return tasks(result).map(task -> task.row().authorityId());
  }

  /** Returns the tasks whose text is shown. */
  Stream<Task> tasks(R result) {
    return Stream.empty();
  }

  /** Returns the time of the call, from which ages are computed. */
  Timestamp now() {
    return session().now();
  }

  /** Returns a time in the owner's zone, with its offset. */
  String localTime(Timestamp at) {
    return SpokenTime.shown(at.instant(), session().localTime(session().node()).getZone());
  }

  /** Returns the given text, or standard input for {@code -}. */
  static String text(String given, Session session) throws IOException {
    return given.equals(TextInput.STANDARD_INPUT)
        ? read(session, BoardSettings.MAX_TEXT_BYTES)
        : given;
  }

  /** Reads standard input up to the limit of a setting. */
  static String read(Session session, Setting<Integer> mostBytes) throws IOException {
    return TextInput.standardInput(session.world(), session.node().config(), mostBytes);
  }

  /** A command that changes one task, or finds it in that state already. */
  abstract static class OfTask extends BoardCommand<TaskView.Changed> {
    @Parameters(paramLabel = "ID", description = TASK)
    @ToolArgument.Of(text = "id, or its beginning")
    String id = "";

    @Override
    final TaskView.Changed work(Board board, Worker worker) {
      String found = board.idOf(id);
      boolean isNew = change(board, worker, found);
      return new TaskView.Changed(found, isNew, board.task(found));
    }

    /** Returns lines about what the caller wrote, as it was understood. */
    List<String> understood(TaskView.Changed changed) {
      return List.of();
    }

    abstract boolean change(Board board, Worker worker, String id);

    @Override
    final Stream<Task> tasks(TaskView.Changed changed) {
      return Stream.of(changed.task());
    }

    @Override
    protected final ExitCode show(Output output, TaskView.Changed changed) {
      output.line(
          changed.id()
              + (changed.changed() ? " is " : " was already ")
              + TaskView.state(changed.task()));
      understood(changed).forEach(output::line);
      return output.done(changed, changed.changed());
    }
  }

  /** A command that shows a page of tasks. */
  abstract static class OfTasks extends BoardCommand<TaskView.All> {
    @Mixin PageOptions page = PageOptions.cut(100, "sbp task show ID");

    /** Returns the page. */
    abstract Page<Task> page(Board board, Worker worker);

    @Override
    final TaskView.All work(Board board, Worker worker) {
      return TaskView.All.of(board, page(board, worker));
    }

    @Override
    final Stream<String> authorities(TaskView.All found) {
      return Stream.concat(
          found.tasks().stream().map(task -> task.row().authorityId()),
          found.blockers().stream().map(TaskBlocker::authorityId));
    }

    @Override
    protected final ExitCode show(Output output, TaskView.All found) {
      List<Task> tasks = found.tasks();
      output.table(
          TaskView.table(tasks, new ScreenNames(session()), now()),
          "no such tasks; add one:  sbp task add TITLE");
      TaskView.unassignable(tasks).forEach(output::line);
      found.end().print(output);
      return output.list(found);
    }
  }
}
