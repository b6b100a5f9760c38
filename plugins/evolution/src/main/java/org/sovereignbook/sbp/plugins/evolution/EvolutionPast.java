package org.sovereignbook.sbp.plugins.evolution;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.reputation.Reputation;

/**
 * Changes of an agent that have ended since it last did well, in the state {@code watch} or better.
 * None of them has helped, if it does badly again.
 *
 * @param attempts the agent's number of attempts
 * @param ended the changes, oldest first
 * @param rest the newest rest since then
 */
record EvolutionPast(int attempts, List<EvolutionChange> ended, Optional<EvolutionRest> rest) {
  private static final int MOST_CHANGES = 200;

  public EvolutionPast {
    ended = List.copyOf(ended);
  }

  /** Returns the past of an agent. */
  public static EvolutionPast of(Transaction tx, Principal agent) {
    Reputation reputation = Reputation.in(tx);
    int attempts = reputation.standing(agent).attempts();
    int well = attempts - reputation.attemptsSinceWell(agent).orElse(attempts);
    List<EvolutionChange> ended =
        Evolution.in(tx).changes(agent, MOST_CHANGES).reversed().stream()
            .filter(change -> !change.state().isOpen() && change.attempts() > well)
            .toList();
    Optional<EvolutionRest> rest =
        TrailEvent.ROWS
            .first(
                tx,
                "WHERE principal = ? AND kind = ? ORDER BY number DESC",
                agent.text(),
                EvolutionRest.KIND)
            .map(event -> EvolutionRest.SHAPE.read(event.detail()))
            .filter(one -> one.attempts() > well);
    return new EvolutionPast(attempts, ended, rest);
  }

  /** Counts the changes on a path since the last rest. */
  int lately(EvolutionChange.Path path) {
    int from = rest.map(EvolutionRest::attempts).orElse(-1);
    return (int)
        ended.stream().filter(change -> change.path() == path && change.attempts() > from).count();
  }

  /** Returns whether a rest has not ended yet. */
  boolean isResting() {
    return rest.filter(one -> attempts - one.attempts() < one.lasts()).isPresent();
  }

  EvolutionRest nextRest() {
    return EvolutionRest.of(
        rest.map(EvolutionRest::round).orElse(0) + 1,
        attempts,
        ended.stream().map(EvolutionPast::text).toList(),
        ended.stream().map(EvolutionChange::cost).reduce(ChangeCost.NONE, ChangeCost::plus));
  }

  private static String text(EvolutionChange change) {
    Optional<String> model = change.content().after().flatMap(ChangeProposal.Setup::model);
    return "another %s%s, %s"
        .formatted(change.path(), model.map(name -> " (" + name + ")").orElse(""), change.state());
  }

  /** Returns the models that were tried, and those that they replaced. */
  public Set<String> models() {
    Set<String> models = new HashSet<>();
    for (EvolutionChange change : ended) {
      if (change.path() == EvolutionChange.Path.MODEL) {
        ChangeProposal proposal = change.content();
        Stream.of(proposal.before(), proposal.after())
            .flatMap(Optional::stream)
            .flatMap(setup -> setup.model().stream())
            .forEach(models::add);
      }
    }
    return models;
  }

  /** Returns the texts of bullets and roles that were tried and are not in use. */
  public Set<String> texts() {
    Set<String> texts = new HashSet<>();
    for (EvolutionChange change : ended) {
      if (change.state() != EvolutionChange.State.KEPT) {
        ChangeProposal proposal = change.content();
        proposal.bullets().forEach(bullet -> texts.add(bullet.text()));
        proposal.after().flatMap(ChangeProposal.Setup::role).ifPresent(texts::add);
      }
    }
    return texts;
  }
}
