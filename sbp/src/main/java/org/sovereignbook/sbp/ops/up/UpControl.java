package org.sovereignbook.sbp.ops.up;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Contract;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Polling;
import picocli.CommandLine.Command;

/** Commands for the processes that {@code sbp up} runs: stop, restart, reload. */
public abstract class UpControl extends NodeCommand {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /**
   * The result.
   *
   * @param pid the process that was told, if one runs
   */
  record Done(boolean done, Optional<Long> pid) {}

  @Override
  public Contract contract() {
    return Contract.prints(Done.class)
        .exit(ExitCode.NOTHING_TO_DO, "nothing runs that it could be about")
        .exit(ExitCode.BUSY, "it did not happen in time");
  }

  /** Reports that nothing runs. */
  static ExitCode nothing(Session session, String hint) {
    session.output().line("nothing runs here; " + hint);
    session.output().json(new Done(false, Optional.empty()));
    return ExitCode.NOTHING_TO_DO;
  }

  /** Waits until a lock is as wanted. */
  static void await(
      Session session, Path lock, Predicate<Optional<NodeLock.Holder>> wanted, String what)
      throws InterruptedException {
    if (!new Polling(session.world().clock(), BETWEEN_LOOKS)
        .until(LIMIT, () -> wanted.test(NodeLock.holder(lock)))) {
      throw new CliException(
          ExitCode.BUSY,
          "%s after %d seconds".formatted(what, LIMIT.toSeconds()),
          "what runs:  sbp status");
    }
  }

  /** {@code sbp stop}: ends sbp up with all that it runs, or else the server. */
  @Command(
      description = "end sbp up, or a lone server",
      footer = {
        "Work in flight is finished first. Services of the service manager are ended by",
        "sbp service uninstall, a team by sbp team stop."
      })
  @Synonyms({"quit", "kill", "halt", "exit", "down", "shutdown"})
  @ForOwner
  public static final class Stop extends UpControl {
    @Override
    public ExitCode run(Session session) throws InterruptedException {
      Node node = session.node();
      Path up = NodeLock.up(node.home());
      Path lock = NodeLock.holder(up).isPresent() ? up : NodeLock.server(node.home());
      Optional<NodeLock.Holder> holder = NodeLock.holder(lock);
      Optional<ProcessHandle> process = holder.flatMap(it -> ProcessHandle.of(it.pid()));
      if (holder.isEmpty() || process.isEmpty()) {
        return nothing(session, "start it:  sbp up");
      }
      boolean _ = process.get().destroy();
      long pid = holder.get().pid();
      await(
          session,
          lock,
          now -> now.isEmpty() || now.get().pid() != pid,
          holder.get().what() + " runs on");
      session.output().line("stopped " + holder.get().what() + " (process " + pid + ")");
      if (NodeLock.holder(lock).isPresent()) {
        session
            .output()
            .note("a service manager started it again; to end that:  sbp service uninstall");
      }
      return session.output().done(new Done(true, Optional.of(pid)));
    }
  }

  /** Leaves an order, and waits until another process is the server. */
  private static ExitCode order(Session session, UpOrder order, String told)
      throws InterruptedException {
    Node node = session.node();
    Optional<NodeLock.Holder> up = NodeLock.holder(NodeLock.up(node.home()));
    if (up.isEmpty()) {
      boolean serves = NodeLock.holder(NodeLock.server(node.home())).isPresent();
      return nothing(
          session,
          serves ? "only a server, which sbp up does not keep:  sbp stop" : "start it:  sbp up");
    }
    Path server = NodeLock.server(node.home());
    Optional<Long> before = NodeLock.holder(server).map(NodeLock.Holder::pid);
    order.leave(node);
    await(
        session,
        server,
        now -> now.isPresent() && !now.map(NodeLock.Holder::pid).equals(before),
        "the server has not started again");
    session.output().line(told);
    return session.output().done(new Done(true, up.map(NodeLock.Holder::pid)));
  }

  /** {@code sbp restart}: starts all processes of sbp up again. */
  @Command(description = "start sbp up's processes again")
  @ForOwner
  public static final class Restart extends UpControl {
    @Override
    public ExitCode run(Session session) throws InterruptedException {
      return order(session, UpOrder.RESTART, "server and timer run again");
    }
  }

  /** {@code sbp reload}: starts the server of sbp up again, with the present settings. */
  @Command(description = "let the server read its settings again")
  @ForOwner
  public static final class Reload extends UpControl {
    @Override
    public ExitCode run(Session session) throws InterruptedException {
      return order(session, UpOrder.RELOAD, "the server runs with the present settings");
    }
  }
}
