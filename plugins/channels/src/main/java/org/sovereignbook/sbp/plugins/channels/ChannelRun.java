package org.sovereignbook.sbp.plugins.channels;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.automation.GracefulStop;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.plugins.channels.work.ChannelService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp channel run}: the process that receives and sends; {@code sbp up} keeps it. */
@Command(name = "run", description = "receive and send by all channels until stopped")
@Example({"sbp channel run", "sbp channel run --once"})
@Prints({ChannelRun.Running.class, ChannelRun.Done.class})
@Exit(code = ExitCode.BUSY, means = "--once: another process does it")
@ForOwner
final class ChannelRun extends NodeCommand {
  @Option(names = "--once", description = "receive and send once, and end")
  boolean once;

  /** The running process. */
  record Running(LocalPath home) {}

  /**
   * The work of one run.
   *
   * @param accepted messages that servers have accepted
   */
  record Done(int accepted) {}

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    new NodeAcceptance(session, node).require();
    session.world().endWithParent();
    ChannelService service = new ChannelService(session, node);
    return once ? once(session, service) : running(session, service);
  }

  private static ExitCode running(Session session, ChannelService service)
      throws InterruptedException {
    Semaphore wake = new Semaphore(0);
    try (GracefulStop stop = GracefulStop.open(wake::release)) {
      Optional<NodeLock> lock = waited(session, service, stop::isAsked, wake);
      if (lock.isPresent()) {
        try (NodeLock _ = lock.get()) {
          session.output().line("channels are open");
          session.output().jsonLine(new Running(new LocalPath(session.node().home().root())));
          service.run(stop::isAsked, wake);
        }
      }
      stop.end();
    }
    return ExitCode.DONE;
  }

  /**
   * Takes the lock once it is free: a tick has it for as long as a server takes, and the supervisor
   * gives up a process that ends for it. Empty when this process was asked to end before.
   */
  private static Optional<NodeLock> waited(
      Session session, ChannelService service, BooleanSupplier isAsked, Semaphore wake)
      throws InterruptedException {
    Optional<NodeLock> lock = service.lock();
    if (lock.isEmpty()) {
      session.output().line("waits for another process that receives and sends, such as a tick");
    }
    while (lock.isEmpty() && !isAsked.getAsBoolean()) {
      boolean _ = wake.tryAcquire(200, TimeUnit.MILLISECONDS);
      lock = service.lock();
    }
    return lock;
  }

  private static ExitCode once(Session session, ChannelService service)
      throws InterruptedException {
    try (NodeLock _ =
            service
                .lock()
                .orElseThrow(
                    () ->
                        new CliException(
                            ExitCode.BUSY, "another process receives and sends", "sbp status"));
        Ledger ledger = session.ledger(session.node())) {
      Done done = new Done(service.once(ledger));
      session.output().line(Wording.counted(done.accepted(), "message") + " sent");
      return session.output().done(done);
    }
  }
}
