package org.sovereignbook.sbp.cli.look;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.BareCommand;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.society.status.OwnersTurn;
import org.sovereignbook.sbp.society.status.SocietyStatus;
import org.sovereignbook.sbp.store.StoreException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code sbp status}: running processes, pending work, next due components. Changes nothing and
 * needs no lock; with {@code --wait} it answers once no component runs (IMPLEMENTATION §9, steps 3
 * and 4).
 */
@Command(description = "what runs, what waits, what is next")
@Synonyms(
    value = {"health", "state", "ps", "notifications"},
    options = "--watch: sbp log -f")
@Example("sbp status --wait && $EDITOR runtime/ethos.md")
@Prints(NodeStatus.class)
@Tool(
    set = Toolset.READING,
    listed = Tool.Listed.FOR_ALL,
    shows = Tool.Text.OWN,
    reads = true,
    without = {"--all", "--wait", "--timeout"})
@Tool.Says(
    "Shows the state of the node: what runs, what waits, what is wrong. Use it when something"
        + " does not arrive.")
@Exit(code = ExitCode.BUSY, means = "with --wait: a component still ran when the time was over")
@AgentAccess(data = DataAccess.RESTRICTED, usual = true)
public final class StatusCommand extends BareCommand {
  /**
   * How often to poll: the operating system does not report when a process ends and frees its lock.
   */
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private static final int USUAL_TIMEOUT_SECONDS = 3_600;

  @Option(names = "--all", description = "show everything that there is to tell")
  boolean all;

  @Option(names = "--wait", description = "answer only once no component runs")
  boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "with --wait: give up after so long, exit code 6 (default: 3600)")
  @Range.Of(min = 0)
  Optional<Integer> timeoutSeconds = Optional.empty();

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.nodeToLookAt();
    if (wait) {
      awaitRest(node, timeoutSeconds.orElse(USUAL_TIMEOUT_SECONDS));
    } else if (timeoutSeconds.isPresent()) {
      throw CliException.wrong(
          "--timeout is for --wait", "did you mean:  sbp status --wait --timeout SECONDS");
    }
    FutureTask<NodeStatus.SocietyLook> society = new FutureTask<>(() -> society(session, node));
    if (node.disk().exists(node.home().society())) {
      // The rest of the status takes as long, and a second processor is idle.
      Thread.ofPlatform().daemon().start(society);
    }
    NodeStatus status =
        NodeStatus.of(
            node,
            session.stores(),
            new NodeAcceptance(session, node).reasons(),
            backend -> session.isMetered(node, backend),
            () -> of(society));
    session.output().lines(all ? status.allLines() : status.lines(session.now()));
    return session.output().done(status);
  }

  /** Returns the society's state; reads it here if no thread has begun to. */
  private static NodeStatus.SocietyLook of(FutureTask<NodeStatus.SocietyLook> look) {
    look.run();
    try {
      return look.get();
    } catch (InterruptedException e) {
      throw new CliException(ExitCode.INTERRUPTED, "interrupted");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Reads the society's state. Returns nothing if it cannot be opened, which other lines report.
   */
  private static NodeStatus.SocietyLook society(Session session, Node node) {
    try {
      Optional<Ledger> opened = session.ledgerIfAny(node);
      if (opened.isEmpty()) {
        return NodeStatus.SocietyLook.NOTHING;
      }
      try (Ledger ledger = opened.get()) {
        SocietyStatus found = ledger.read(SocietyStatus::of);
        return new NodeStatus.SocietyLook(
            Optional.of(found),
            Stream.concat(
                    found.reasons().stream(),
                    found.waiting().stream()
                        .filter(one -> one.what().equals("requests"))
                        .map(OwnersTurn::reason))
                .toList());
      }
    } catch (StoreException | PluginException e) {
      return NodeStatus.SocietyLook.NOTHING;
    }
  }

  private static void awaitRest(Node node, int timeoutSeconds) throws InterruptedException {
    Duration most = Duration.ofSeconds(timeoutSeconds);
    boolean rests =
        new Polling(node.clock(), BETWEEN_LOOKS)
            .until(most, () -> NodeStatus.running(node).isEmpty());
    Optional<NodeLock.Holder> running = rests ? Optional.empty() : NodeStatus.running(node);
    if (running.isPresent()) {
      throw new CliException(
          ExitCode.BUSY, "still running after " + timeoutSeconds + " seconds: " + running.get());
    }
  }
}
