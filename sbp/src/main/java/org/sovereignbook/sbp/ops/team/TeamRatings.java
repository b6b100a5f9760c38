package org.sovereignbook.sbp.ops.team;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.society.chain.ChainClient;
import org.sovereignbook.sbp.society.chain.ChainException;
import org.sovereignbook.sbp.society.chain.ChainSettings;
import org.sovereignbook.sbp.society.chain.ChainVariables;
import org.sovereignbook.sbp.society.chain.VerdictRatings;
import org.sovereignbook.sbp.society.team.Team;
import org.sovereignbook.sbp.society.team.TeamMember;
import org.sovereignbook.sbp.society.team.TeamRuns;

/**
 * The thread that rates a run's verdicts on the chain, in the supervisor: members never get its
 * keys. A chain that does not answer holds nothing up but the end, and that for 20 seconds.
 */
final class TeamRatings implements AutoCloseable {
  private static final Duration BETWEEN_STEPS = Duration.ofMillis(500);
  private static final Duration LAST_STEPS = Duration.ofSeconds(20);

  private final ChainClient client;
  private final VerdictRatings ratings;
  private final InstantSource clock;
  private final Consumer<String> log;
  private final Thread thread;
  private volatile boolean isEnding;

  private TeamRatings(
      ChainClient client, VerdictRatings ratings, InstantSource clock, Consumer<String> log) {
    this.client = client;
    this.clock = clock;
    this.ratings = ratings;
    this.log = log;
    this.thread = Thread.ofPlatform().daemon().name("sbp-chain").unstarted(this::run);
  }

  /** Begins to rate, if the team's file asks for it; what is missing for that is logged. */
  static Optional<TeamRatings> begin(
      Session session,
      Node node,
      Ledger ledger,
      Team team,
      TeamRuns.Run run,
      Consumer<String> log) {
    if (!team.ratesOnChain()) {
      return Optional.empty();
    }
    try {
      ChainClient client =
          session
              .extensions(Optional.of(node))
              .find(ExtensionKind.CHAIN, node.config().get(ChainSettings.BACKEND))
              .open(node, new ChainVariables(session.world().environment(), node.config()));
      return Optional.of(
          begin(
              client,
              new VerdictRatings(
                  ledger,
                  client,
                  TeamBeginning.owner(),
                  Instant.ofEpochMilli(run.startedMs()),
                  team.members().stream().map(TeamMember::id).collect(Collectors.toSet()),
                  log),
              node.clock(),
              log));
    } catch (ChainException | PluginException e) {
      log.accept("no verdict is rated on the chain: " + e.getMessage());
      return Optional.empty();
    }
  }

  static TeamRatings begin(
      ChainClient client, VerdictRatings ratings, InstantSource clock, Consumer<String> log) {
    TeamRatings made = new TeamRatings(client, ratings, clock, log);
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
