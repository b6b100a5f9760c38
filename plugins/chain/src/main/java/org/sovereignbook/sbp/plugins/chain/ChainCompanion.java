package org.sovereignbook.sbp.plugins.chain;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import org.sovereignbook.sbp.plugins.team.TeamRuns;
import org.sovereignbook.sbp.runtime.plugin.PluginException;

/**
 * The thread that rates a run's verdicts on the chain, in the supervisor: members never get its
 * keys. A chain that does not answer holds nothing up but the end, and that for 20 seconds.
 */
final class ChainCompanion implements AutoCloseable {
  private static final Duration BETWEEN_STEPS = Duration.ofMillis(500);
  private static final Duration LAST_STEPS = Duration.ofSeconds(20);

  private final ChainClient client;
  private final VerdictRatings ratings;
  private final InstantSource clock;
  private final Consumer<String> log;
  private final Thread thread;
  private volatile boolean isEnding;

  private ChainCompanion(
      ChainClient client, VerdictRatings ratings, InstantSource clock, Consumer<String> log) {
    this.client = client;
    this.clock = clock;
    this.ratings = ratings;
    this.log = log;
    this.thread = Thread.ofPlatform().daemon().name("sbp-chain").unstarted(this::run);
  }

  /** Begins to rate, if the team's file asks for it; what is missing for that is logged. */
  static Optional<Runnable> begin(TeamRuns.AtWork run) {
    if (!run.team().keys().get(ChainSettings.RATES_TEAM)) {
      return Optional.empty();
    }
    Node node = run.ledger().node();
    try {
      ChainClient client =
          run.extensions()
              .find(ChainSettings.BACKENDS, node.config().get(ChainSettings.BACKEND))
              .open(node, new ChainVariables(run.environment(), node.config()));
      ChainCompanion made =
          begin(
              client,
              new VerdictRatings(
                  run.ledger(),
                  client,
                  run.owner(),
                  Instant.ofEpochMilli(run.run().startedMs()),
                  run.team().members().stream().map(TeamMember::id).collect(Collectors.toSet()),
                  run.log()),
              node.clock(),
              run.log());
      return Optional.of(made::close);
    } catch (ChainException | PluginException e) {
      run.log().accept("no verdict is rated on the chain: " + e.getMessage());
      return Optional.empty();
    }
  }

  static ChainCompanion begin(
      ChainClient client, VerdictRatings ratings, InstantSource clock, Consumer<String> log) {
    ChainCompanion made = new ChainCompanion(client, ratings, clock, log);
    made.thread.start();
    return made;
  }

  private void run() {
    try {
      while (isStepDone() || !isEnding) {
        Polling.pause(clock, BETWEEN_STEPS);
      }
    } catch (InterruptedException e) {
      // The time is over: what was signed is settled by the next command of the chain.
    }
  }

  /** Takes a step; a failure, such as a locked database, is tried again with the next one. */
  private boolean isStepDone() throws InterruptedException {
    try {
      return ratings.step();
    } catch (RuntimeException e) {
      log.accept("no verdict was rated just now: " + e.getMessage());
      return false;
    }
  }

  /** Rates what is left, for 20 seconds at most. */
  @Override
  public void close() {
    isEnding = true;
    try {
      boolean _ = thread.join(LAST_STEPS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Workers.end(thread);
      client.close();
    }
  }
}
