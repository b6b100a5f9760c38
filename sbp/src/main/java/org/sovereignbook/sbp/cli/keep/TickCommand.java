package org.sovereignbook.sbp.cli.keep;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.automation.Embeddings;
import org.sovereignbook.sbp.frontend.automation.FeatureTicks;
import org.sovereignbook.sbp.frontend.automation.OwnerNotices;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.turns.DueTurns;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.ops.config.ConfigProblems;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.ops.init.NodeLauncher;
import org.sovereignbook.sbp.runtime.health.Alerts;
import org.sovereignbook.sbp.runtime.health.Courier;
import org.sovereignbook.sbp.runtime.health.DailyDigest;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.runtime.scheduler.ShellCommandRunner;
import org.sovereignbook.sbp.runtime.scheduler.Tick;
import org.sovereignbook.sbp.runtime.scheduler.TickEvent;
import org.sovereignbook.sbp.runtime.scheduler.TickPlan;
import org.sovereignbook.sbp.runtime.scheduler.TickResult;
import org.sovereignbook.sbp.society.status.SocietyStatus;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp tick}: runs due components until none is due (IMPLEMENTATION §7). */
@Command(description = "run whatever is due, until nothing is")
@Synonyms({"trigger", "run", "sync", "push", "pull"})
@Example("sbp tick --dry-run")
@Prints({TickResult.class, TickPlan.class})
@Exit(code = ExitCode.FAILED, means = "a component failed")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing was due")
@Exit(code = ExitCode.BUSY, means = "another tick is at work")
public final class TickCommand extends NodeCommand {
  @Option(names = "--dry-run", description = "say what would run and why, and change nothing")
  boolean dryRun;

  @Option(names = "--retry", description = "also what failed last, without waiting")
  boolean retry;

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Output output = session.output();
    Node node = session.node();
    NodeAcceptance acceptance = new NodeAcceptance(session, node);
    LlmStatus llm = llm(session, node);
    List<Health.Reason> config = ConfigProblems.reasons(node);
    config.forEach(reason -> output.note(reason.text()));
    llm.warning().ifPresent(output::note);
    Tick tick =
        new Tick(
            node,
            session.stores(),
            session.world().launcher(),
            new OneProcess(
                node,
                StepsInside.of(
                    session,
                    node,
                    new ShellCommandRunner(session.world().environment(), acceptance.passedOn()))),
            name -> session.isMetered(node, name),
            event -> print(output, event));
    if (dryRun) {
      return output.result(tick.plan(retry));
    }
    acceptance.require();
    session.world().launcher().ifPresent(new NodeLauncher(node)::follow);
    revokeLeft(session, node);
    FeatureTicks features = new FeatureTicks(session, node);
    features.run();
    AtomicReference<OwnerNotices.Drafts> drafts = new AtomicReference<>(OwnerNotices.Drafts.NONE);
    TickResult result = run(session, node, tick, drafts);
    if (result.skipped().isPresent()) {
      throw new CliException(
          ExitCode.BUSY, result.skipped().get(), "wait for it:  sbp status --wait");
    }
    // Once more, for the events that the steps have added.
    features.run();
    features.done().forEach(output::line);
    int turns = new DueTurns(session, node).run();
    if (turns > 0) {
      output.line("sessions: " + Wording.counted(turns, "turn"));
    }
    notifyOwner(session, node, config, drafts.get());
    int embedded = Embeddings.tick(session, node);
    if (embedded > 0) {
      output.line("memory: vectors of " + Wording.counted(embedded, "item"));
    }
    ExitCode exit = report(output, result, !features.done().isEmpty() || turns > 0 || embedded > 0);
    if (output.isScreen()) {
      waiting(session, node, tick).forEach(output::line);
    }
    return exit;
  }

  /** Returns what waits and when it is due, for a person. */
  private static List<String> waiting(Session session, Node node, Tick tick) {
    try (Store store = session.store(node)) {
      List<String> lines = new ArrayList<>();
      int items = store.outbox().pending().size();
      if (items > 0) {
        lines.add(
            "%s the outbox; at once:  sbp deliver --now"
                .formatted(items == 1 ? "1 item waits in" : items + " items wait in"));
      }
      String next =
          tick.plan(store).waiting().stream()
              .filter(waiting -> waiting.nextDue().isPresent())
              .sorted(Comparator.comparing(waiting -> waiting.nextDue().orElseThrow()))
              .map(waiting -> waiting.component() + " " + ahead(waiting, session.now()))
              .collect(Collectors.joining(", "));
      if (!next.isEmpty()) {
        lines.add("next: " + next);
      }
      return lines;
    }
  }

  private static String ahead(TickPlan.Waiting waiting, Timestamp now) {
    Instant due = waiting.nextDue().orElseThrow().instant();
    Duration left = Duration.between(now.instant(), due);
    return left.isPositive() ? "in " + Wording.age(left) : "now";
  }

  /** Reports the tick's result; after other work, it does not say that nothing was due. */
  private static ExitCode report(Output output, TickResult result, boolean isAnyOther) {
    if (!isAnyOther || !result.runs().isEmpty()) {
      output.line(result.summary());
    }
    if (result.failed()) {
      output.note("why:  sbp log --ops;  again at once:  sbp tick --retry");
    }
    output.json(result.toJson());
    boolean isIdle = result.idle() && !isAnyOther;
    return result.failed() ? ExitCode.FAILED : isIdle ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  /** Revokes tokens whose process was killed. Opens nothing where there are none. */
  private static void revokeLeft(Session session, Node node) {
    if (HeldTokens.isAny(node)) {
      Optional<Ledger> society = session.ledgerIfAny(node);
      if (society.isPresent()) {
        try (Ledger ledger = society.get()) {
          HeldTokens.revokeLeft(ledger);
        }
      }
    }
  }

  private TickResult run(
      Session session, Node node, Tick tick, AtomicReference<OwnerNotices.Drafts> drafts)
      throws InterruptedException {
    Alerts alerts = alerts(session, node);
    OwnerNotices notices = new OwnerNotices(session, node, alerts);
    try {
      return tick.run(retry, store -> drafts.set(notices.drafts(store)));
    } catch (StoreException | DiskException e) {
      alerts
          .alert(Health.withoutStore(node, String.valueOf(e.getMessage()), llm(session, node)))
          .ifPresent(session.output()::note);
      throw e;
    }
  }

  private static LlmStatus llm(Session session, Node node) {
    return LlmStatus.of(node, name -> session.isMetered(node, name));
  }

  private static Alerts alerts(Session session, Node node) {
    return new Alerts(node, new Courier(node, session.world().environment()));
  }

  /**
   * Notifies the owner of what is due. A failure in it is no failure of the tick. Where nobody is
   * to be notified, the state to report is not even read.
   */
  private static void notifyOwner(
      Session session, Node node, List<Health.Reason> config, OwnerNotices.Drafts drafts)
      throws InterruptedException {
    Alerts alerts = alerts(session, node);
    OwnerNotices notices = new OwnerNotices(session, node, alerts);
    OwnerNotices.Drafts present = drafts;
    if (alerts.isAnyReceiver()) {
      try (Store store = session.store(node)) {
        present = notices.drafts(store);
        Health health =
            Health.of(node, store, llm(session, node)).and(config).and(ofSociety(session, node));
        alerts
            .send(health, day -> DailyDigest.of(node, store, day, health))
            .forEach(session.output()::note);
      }
    } else {
      // Valid policies are stored at each tick, to stay in force when a later version is faulty.
      Optional<String> _ = Health.policies(node, true);
    }
    notices.send(present).forEach(session.output()::note);
  }

  private static List<Health.Reason> ofSociety(Session session, Node node) {
    try {
      return session.ofSociety(
          node, List.of(), ledger -> ledger.<List<Health.Reason>>read(SocietyStatus::reasons));
    } catch (StoreException e) {
      // A judge of the node reports that the society cannot be read.
      return List.of();
    }
  }

  private static void print(Output output, TickEvent event) {
    output.line(event.line());
  }
}
