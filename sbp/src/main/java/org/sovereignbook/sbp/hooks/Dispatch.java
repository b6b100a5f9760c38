package org.sovereignbook.sbp.hooks;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.sovereignbook.sbp.agents.CapabilityDenied;
import org.sovereignbook.sbp.crypto.SecretException;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.SocietyException;
import org.sovereignbook.sbp.node.Node;

/**
 * Runs the hooks that are due (NEXUS-AGENT-SYSTEM, hooks): those of different hooks side by side,
 * those of one in the order of its events. Several processes may do this at once. A run is written
 * down before its program starts and ends in one commit with all that it wants in this node: killed
 * in between, it is unknown, and never repeated by itself.
 */
public record Dispatch(Ledger ledger, HookPrograms programs, ZoneId zone) {

  /**
   * What was done.
   *
   * @param runs how many programs were started
   * @param errors how many of them came to nothing
   */
  public record Done(int runs, int fired, int errors) {}

  /** What comes of one run. */
  private enum End {
    FIRED,
    QUIET,
    ERROR
  }

  /** Whether anything is to be done; a look that changes nothing. */
  public boolean isDue() {
    return ledger.read(
        tx -> {
          List<Hook> hooks = Hook.enabled(tx);
          return tx.sql()
                  .exists(
                      "SELECT 1 FROM hook_run WHERE state = 'pending' OR"
                          + " (state = 'started' AND lease_until_ms < ?) LIMIT 1",
                      tx.nowMs())
              || tx.sql().exists("SELECT 1 FROM hook_draft WHERE written_ms IS NULL LIMIT 1")
              || (!hooks.isEmpty() && new Matching(tx, zone).isAny(hooks));
        });
  }

  /**
   * Does all that is due now, and what comes of it; what is not begun within this time waits for the
   * next time.
   */
  public Done run(Duration most) throws InterruptedException {
    Instant until = ledger.node().clock().instant().plus(most);
    AtomicInteger[] ends = new AtomicInteger[End.values().length];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = new AtomicInteger();
    }
    ledger.write(HookRuns::orphans).forEach(run -> HookPrograms.endLeft(run.id()));
    try (ExecutorService threads =
        Executors.newFixedThreadPool(
            ledger.node().config().get(HooksSettings.MAX_PARALLEL),
            Thread.ofPlatform().daemon().name("sbp-hook").factory())) {
      while (isDue() && ledger.node().clock().instant().isBefore(until)) {
        match();
        List<String> waiting = ledger.read(HookRuns::waiting);
        int before = sum(ends);
        all(threads, waiting, hook -> ends[turn(hook).ordinal()].incrementAndGet(), until);
        Drafts.write(ledger);
        if (waiting.isEmpty() || sum(ends) == before) {
          break;
        }
      }
    }
    return new Done(
        sum(ends), ends[End.FIRED.ordinal()].get(), ends[End.ERROR.ordinal()].get());
  }

  private static int sum(AtomicInteger[] ends) {
    int sum = 0;
    for (AtomicInteger end : ends) {
      sum += end.get();
    }
    return sum;
  }
}
