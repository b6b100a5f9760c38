package org.sovereignbook.sbp.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.command.BareCommand;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Range;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Tool;
import org.sovereignbook.sbp.cli.config.ConfigProblems;
import org.sovereignbook.sbp.health.Health;
import org.sovereignbook.sbp.health.SocietyStatus;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.plugin.PluginException;
import org.sovereignbook.sbp.sql.SqliteDatabase;
import org.sovereignbook.sbp.store.StoreException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code sbp status}: what runs, what waits, what is next. Changes nothing and needs no lock; with
 * {@code --wait} it answers only once no component runs (IMPLEMENTATION §9, steps 3 and 4).
 */
@Command(
    description = "what runs, what waits, what is next",
    footer = {"", "example:", "  sbp status --wait && $EDITOR runtime/ethos.md"})
@Prints(NodeStatus.class)
@Tool(
    reads = true,
    without = {"--all", "--wait", "--timeout"})
@Exit(code = ExitCode.BUSY, means = "with --wait: a component still ran when the time was over")
final class StatusCommand extends BareCommand {
  /** Nobody is told when a lock of the operating system is freed by the end of its holder. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

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

  /** As it was looked at for what is wrong with it. */
  private Optional<SocietyStatus> society = Optional.empty();

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    if (wait) {
      awaitRest(node, timeoutSeconds.orElse(USUAL_TIMEOUT_SECONDS));
    } else if (timeoutSeconds.isPresent()) {
      throw CliException.wrong(
          "--timeout is for --wait", "did you mean:  sbp status --wait --timeout SECONDS");
    }
    if (node.disk().exists(node.home().society())) {
      SqliteDatabase.expect();
    }
    NodeStatus status =
        NodeStatus.of(
            node,
            session.stores(),
            backend -> session.isMetered(node, backend),
            () ->
                Stream.concat(ConfigProblems.reasons(node).stream(), ofSociety(session, node))
                    .toList());
    status = status.with(society);
    session.output().lines(all ? status.allLines() : status.lines(session.now()));
    session.output().json(status);
    return ExitCode.DONE;
  }

  /** Nothing of a society that cannot be opened, which the rest tells. */
  private Stream<Health.Reason> ofSociety(Session session, Node node) {
    try {
      Optional<Ledger> opened = session.ledgerIfAny(node);
      if (opened.isEmpty()) {
        return Stream.empty();
      }
      try (Ledger ledger = opened.get()) {
        SocietyStatus found = ledger.read(SocietyStatus::of);
        society = Optional.of(found);
        return Stream.concat(found.reasons().stream(), OwnerNews.reasons(ledger).stream());
      }
    } catch (StoreException | PluginException e) {
      return Stream.empty();
    }
  }

  private static void awaitRest(Node node, int timeoutSeconds) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
    while (true) {
      Optional<NodeLock.Holder> running = NodeStatus.running(node);
      if (running.isEmpty()) {
        return;
      }
      if (System.nanoTime() >= deadline) {
        throw new CliException(
            ExitCode.BUSY, "still running after " + timeoutSeconds + " seconds: " + running.get());
      }
      Thread.sleep(LOOK_AGAIN);
    }
  }
}
