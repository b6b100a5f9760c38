package org.sovereignbook.sbp.plugins.chain;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.society.reputation.ReviewVerdict;

/**
 * Ratings of the verdicts since a moment, oldest first, each once, within the limits of the chain.
 * One transaction waits for the one before; a process that ends in between goes on where it was.
 * For one thread.
 */
final class VerdictRatings {
  private static final int MAX_VERDICTS = 1_000;

  private final Ledger ledger;
  private final ChainClient client;
  private final Caller owner;
  private final Instant since;
  private final Set<String> agents;
  private final Consumer<String> log;
  private final Set<String> said = new HashSet<>();

  /** Tasks whose rating was refused. */
  private final Set<String> left = new HashSet<>();

  /**
   * Makes ratings; contacts nothing.
   *
   * @param owner who has asked for them
   * @param agents names of those that are rated
   * @param log receives each obstacle once
   */
  public VerdictRatings(
      Ledger ledger,
      ChainClient client,
      Caller owner,
      Instant since,
      Set<String> agents,
      Consumer<String> log) {
    this.ledger = ledger;
    this.client = client;
    this.owner = owner;
    this.since = since;
    this.agents = Set.copyOf(agents);
    this.log = log;
  }

  private record Due(ChainLog.Registered agent, TaskRating.Done done, TaskRating.Value value) {}

  /** Takes a step. Returns whether another one may follow soon. */
  public boolean step() throws InterruptedException {
    try {
      ChainClient.ChainNetwork network = client.network();
      ChainSender sender = new ChainSender(ledger, client, network);
      if (!sender.advance().isEmpty()) {
        return true;
      }
      Optional<Due> due = ledger.read(tx -> due(tx, network));
      if (due.isEmpty()) {
        return false;
      }
      rate(due.get(), sender);
      return true;
    } catch (ChainException | SocietyException e) {
      say(String.valueOf(e.getMessage()));
      return false;
    }
  }

  private Optional<Due> due(Transaction tx, ChainClient.ChainNetwork network) {
    for (ReviewVerdict verdict : Reputation.in(tx).verdicts(since, MAX_VERDICTS)) {
      Optional<Agent> agent =
          verdict.target().agentId().flatMap(id -> Agents.find(tx, AgentId.parse(id)));
      if (agent.isEmpty() || !agents.contains(agent.get().name())) {
        continue;
      }
      Optional<ChainLog.Registered> known = new ChainLog(tx).registered(network, agent.get().id());
      if (known.isEmpty()) {
        say(agent.get().name() + " is not registered:  sbp chain register " + agent.get().name());
        continue;
      }
      TaskRating.Value value = value(tx, verdict);
      boolean isRated =
          left.contains(verdict.task())
              || new ChainLog(tx)
                  .isRated(network, agent.get().id(), verdict.task(), value.hundredths());
      if (!isRated) {
        return TaskRating.done(tx, agent.get().id(), verdict.task())
            .map(done -> new Due(known.get(), done, value));
      }
    }
    return Optional.empty();
  }

  /** Returns what is written for a verdict, by {@link ChainSettings#RATE}. */
  private static TaskRating.Value value(Transaction tx, ReviewVerdict verdict) {
    Optional<TaskRating.Value> composite =
        tx.config().get(ChainSettings.RATE) == ChainSettings.Rate.COMPOSITE
            ? Reputation.in(tx)
                .after(verdict)
                .map(change -> TaskRating.Value.composite(change.scores()))
            : Optional.empty();
    return composite.orElse(TaskRating.Value.verdict(Math.round(verdict.verdict() * 100)));
  }

  private void rate(Due due, ChainSender sender) throws ChainException, InterruptedException {
    ChainClient.Prepared draft;
    try {
      draft =
          client.prepare(
              TaskRating.of(ledger.node(), client, due.agent(), due.done(), due.value()));
    } catch (ChainException e) {
      if (e.kind() != ChainException.Kind.REFUSED) {
        throw e;
      }
      left.add(due.done().task());
      say("no rating for task " + due.done().task() + ": " + e.getMessage());
      return;
    }
    Optional<String> tooDear = ChainSender.tooDear(ledger.node().config(), draft);
    if (tooDear.isPresent()) {
      left.add(due.done().task());
      say("no rating for task " + due.done().task() + ": " + tooDear.get());
      return;
    }
    long nonce = client.nextNonce(draft.from());
    ChainClient.Signed signed = client.sign(draft, nonce);
    ChainTransaction stored =
        ledger.write(tx -> new ChainLog(tx).store(owner, sender.network(), draft, signed, nonce));
    List<ChainTransaction> _ = sender.advance();
    log.accept("rated task " + due.done().task() + " on the chain: " + stored.hash());
  }

  private void say(String obstacle) {
    if (said.add(obstacle)) {
      log.accept("chain: " + PeerText.plain(obstacle));
    }
  }
}
