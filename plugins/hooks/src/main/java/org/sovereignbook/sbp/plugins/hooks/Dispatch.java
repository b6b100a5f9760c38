package org.sovereignbook.sbp.plugins.hooks;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.society.hooks.HookFeature;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Runner of due hooks (NEXUS-AGENT-SYSTEM, hooks). Different hooks run side by side, one hook's
 * runs in the order of its events. Several processes may do this at once. A run is recorded before
 * its program starts, and ends in one commit with all its actions in this node. If its process is
 * killed in between, its outcome is unknown, and it is never repeated automatically.
 *
 * @param zone the owner's, in which slots are counted
 */
public record Dispatch(Ledger ledger, HookPrograms programs, ZoneId zone) {

  /**
   * Counts of one pass.
   *
   * @param runs how many were started
   * @param fired how many of them fired
   * @param errors how many of them failed
   */
  public record Done(int runs, int fired, int errors) {
    public static final Done NOTHING = new Done(0, 0, 0);

    /** Returns the sum of both. */
    public Done plus(Done other) {
      return new Done(runs + other.runs, fired + other.fired, errors + other.errors);
    }

    @Override
    public String toString() {
      return "hooks: %d ran, %d fired, %d failed".formatted(runs, fired, errors);
    }
  }

  private static final HookScript.Found GONE = new HookScript.Found.Bad("its script is gone");

  /** Counters shared by the threads of a pass. */
  private static final class Counts {
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger fired = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicInteger settled = new AtomicInteger();

    int all() {
      return runs.get() + settled.get();
    }
  }

  /** Returns whether anything is due. Changes nothing. */
  public boolean isDue() {
    return !programs.folders().abandoned().isEmpty() || ledger.read(this::isDue);
  }

  private boolean isDue(Transaction tx) {
    List<Hook> hooks = Hook.enabled(tx);
    return tx.exists(
            "SELECT 1 FROM hook_run WHERE ("
                + HookRuns.IS_DUE
                + ") OR (state = 'started' AND NOT "
                + HookRuns.IS_GOING_ON
                + ") LIMIT 1",
            tx.nowMs(),
            tx.nowMs())
        || (!hooks.isEmpty() && new Matching(tx, zone).isAny(hooks));
  }

  /**
   * Runs all due hooks and applies their answers. Runs that have not started within {@code most}
   * wait for the next pass.
   */
  public Done run(Duration most) throws InterruptedException {
    return run(most, () -> false);
  }

  /**
   * Runs all due hooks as {@link #run(Duration)}, and can be stopped: then no further run starts,
   * and runs under way finish.
   *
   * @param isStopping called by several threads
   */
  public Done run(Duration most, BooleanSupplier isStopping) throws InterruptedException {
    Instant until = ledger.node().clock().instant().plus(most);
    BooleanSupplier goesOn =
        () -> !isStopping.getAsBoolean() && ledger.node().clock().instant().isBefore(until);
    Counts counts = new Counts();
    if (isDue()) {
      List<String> abandoned = programs.folders().abandoned();
      ledger.run(tx -> HookRuns.orphans(tx, abandoned));
      programs.folders().clear(this::isOver);
      int before;
      do {
        before = counts.all();
        match(goesOn);
        sideBySide(ledger.read(HookRuns::waiting), goesOn, counts);
      } while (counts.all() > before && goesOn.getAsBoolean());
    }
    return new Done(counts.runs.get(), counts.fired.get(), counts.errors.get());
  }

  private boolean isOver(String run) {
    return ledger
        .read(tx -> HookRun.find(tx, run))
        .filter(it -> it.state() == HookRun.State.STARTED)
        .isEmpty();
  }

  private void match(BooleanSupplier goesOn) {
    boolean isMore = true;
    while (isMore && goesOn.getAsBoolean()) {
      isMore = ledger.write(tx -> new Matching(tx, zone).step());
    }
    ledger.run(tx -> HookRuns.hold(tx));
  }

  private void sideBySide(List<String> hooks, BooleanSupplier goesOn, Counts counts)
      throws InterruptedException {
    if (hooks.isEmpty()) {
      return;
    }
    for (String hook : hooks) {
      prepare(hook);
    }
    int most = ledger.node().config().get(HooksSettings.MAX_PARALLEL);
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(most, hooks.size()),
            Thread.ofPlatform().daemon().name("sbp-hook-", 0).factory());
    try {
      List<Future<?>> all = new ArrayList<>();
      for (String hook : hooks) {
        all.add(threads.submit(() -> inOrder(hook, goesOn, counts)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      Workers.end(threads);
    }
  }

  private void prepare(String hook) {
    try {
      if (HookScript.find(ledger.node(), hook).orElse(GONE)
          instanceof HookScript.Found.Good(HookScript script)) {
        programs.executables().prepare(script);
      }
    } catch (DiskException e) {
      // Its own run fails in a moment and reports the problem; other hooks are not affected.
    }
  }

  private Void inOrder(String hook, BooleanSupplier goesOn, Counts counts)
      throws InterruptedException {
    while (goesOn.getAsBoolean()) {
      switch (ledger.write(tx -> HookRuns.claim(tx, hook, isHere(tx, hook)))) {
        case HookRuns.Next.None _ -> {
          return null;
        }
        case HookRuns.Next.Settled _ -> counts.settled.incrementAndGet();
        case HookRuns.Next.Ours(Claimed claimed) -> run(claimed, counts);
      }
    }
    return null;
  }

  /** Returns whether this machine has the accepted script. */
  private static boolean isHere(Transaction tx, String name) {
    return Hook.find(tx, name).flatMap(hook -> accepted(tx.node(), hook)).isPresent();
  }

  private static Optional<HookScript> accepted(Node node, Hook hook) {
    return HookScript.find(node, hook.name()).orElse(GONE)
                instanceof HookScript.Found.Good(HookScript script)
            && script.sha256().equals(hook.sha256())
        ? Optional.of(script)
        : Optional.empty();
  }

  private void run(Claimed claimed, Counts counts) throws InterruptedException {
    counts.runs.incrementAndGet();
    Config config = ledger.node().config();
    HookPrograms.ProgramEnd outcome = start(claimed, config);
    switch (outcome) {
      case HookPrograms.ProgramEnd.Failed(HookRun.State as, String why) ->
          fail(claimed, as, why, counts);
      case HookPrograms.ProgramEnd.Printed(byte[] printed) -> {
        try {
          HookAnswer answer = HookAnswer.read(printed, HookFeature.actions(ledger.node()).keySet());
          String text = new String(printed, StandardCharsets.UTF_8);
          ledger.run(tx -> HookRuns.answered(tx, claimed, answer, text));
          (answer.fire() ? counts.fired : counts.settled).incrementAndGet();
        } catch (ActionDenied e) {
          counts.errors.incrementAndGet();
          ledger.run(
              tx -> {
                CapabilityDenied _ = Permissions.deny(tx, e.call(), e.denied());
                HookRuns.failed(tx, claimed, HookRun.State.DENIED, e.getMessage());
              });
        } catch (IllegalArgumentException | SocietyException e) {
          fail(claimed, HookRun.State.FAILED, String.valueOf(e.getMessage()), counts);
        } catch (RuntimeException e) {
          threw(claimed, e, counts);
        }
      }
    }
  }

  /** Ends a run whose answer could not be carried out by this node's own fault. */
  private void threw(Claimed claimed, RuntimeException failure, Counts counts) {
    if (!ItemFault.isOfItem(failure)) {
      throw failure;
    }
    String why = ItemFault.reason(failure);
    ledger.run(
        tx -> new SetAsides(tx).add(SetAsides.ItemList.HOOK, claimed.run().id(), "answer", why));
    fail(claimed, HookRun.State.FAILED, why, counts);
  }

  private void fail(Claimed claimed, HookRun.State as, String why, Counts counts) {
    counts.errors.incrementAndGet();
    ledger.run(tx -> HookRuns.failed(tx, claimed, as, why));
  }

  /** Starts a run. Every failure counts as a failure of this hook alone. */
  private HookPrograms.ProgramEnd start(Claimed claimed, Config config)
      throws InterruptedException {
    Hook hook = claimed.hook();
    try {
      Optional<HookScript> script = accepted(ledger.node(), hook);
      return script.isPresent()
          ? start(claimed, script.get(), config)
          : new HookPrograms.ProgramEnd.Failed(
              HookRun.State.REFUSED,
              HookScript.find(ledger.node(), hook.name()).isEmpty()
                  ? "its script is gone; put it back, or: sbp hook remove " + hook.name()
                  : "its script is not the one that was accepted; look at it, then: sbp hook accept"
                      + " "
                      + hook.name());
    } catch (RuntimeException e) {
      return new HookPrograms.ProgramEnd.Failed(
          HookRun.State.FAILED,
          "it cannot be run: " + PeerText.plain(String.valueOf(e.getMessage())));
    }
  }

  private HookPrograms.ProgramEnd start(Claimed claimed, HookScript script, Config config)
      throws InterruptedException {
    HookDeclaration declared = claimed.hook().declaration();
    if (declared.wantsLedger() && ledger.rows() > config.get(HooksSettings.COPIED_ROWS)) {
      return new HookPrograms.ProgramEnd.Failed(
          HookRun.State.FAILED, "the ledger is too large to copy (hooks.max_copied_rows)");
    }
    Optional<String> copy =
        declared.wantsLedger()
            ? Optional.of(programs.folders().copy(ledger, claimed))
            : Optional.empty();
    return programs.run(
        script,
        claimed.run().id(),
        claimed.token(),
        claimed.credentials(),
        claimed.input().json(ledger.node().now(), zone.getId(), copy, false),
        declared.limit(config),
        config.get(HooksSettings.MAX_OUTPUT));
  }
}
