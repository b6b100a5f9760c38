package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.testing.TestNode;

/** Rows of changes of agents, which every database keeps alike. */
public abstract class EvolutionTablesContract {
  private static final Principal WORKER = new Principal("agent:" + "1".repeat(64));
  private static final Principal REVIEWER = new Principal("agent:" + "2".repeat(64));

  @TempDir private Path folder;
  private Ledger ledger;

  /** Returns the node's configuration, with its store. */
  protected JsonObject config() {
    return JsonObject.empty();
  }

  /** Opens the database of a node's society. */
  protected abstract Database open(Node node);

  @BeforeEach
  void make() {
    TestNode node = TestNode.in(folder);
    node.configure(config());
    ledger = Ledger.open(node.node(), open(node.node()));
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  /** A reviewer rejects attempts of the worker; after the last one a change is begun. */
  private EvolutionChange badWork() {
    Optional<EvolutionChange> begun = Optional.empty();
    for (int i = 0; i < 20 && begun.isEmpty(); i++) {
      String task = "task-" + i;
      begun =
          ledger.<Optional<EvolutionChange>>write(
              tx -> {
                Reputation reputation = Reputation.in(tx);
                reputation.settle(
                    new Reputation.Ended(task, 1, WORKER, "", EndedAttempt.Ending.EXHAUSTED),
                    reputation.judge(WORKER, List.of(new Judgment.Score(REVIEWER, 10))));
                return Evolution.in(tx).afterVerdict(WORKER).begun();
              });
    }
    return begun.orElseThrow();
  }

  @Test
  void aChangeIsTriedVotedOnAdoptedAndTakenBackAndAnAgentHasOne() {
    EvolutionChange begun = badWork();
    Bullet bullet = new Bullet("b1", "Name a source.", "no sources", "fewer rejections");
    EvolutionChange tried =
        ledger.<EvolutionChange>write(
            tx -> {
              Evolution evolution = Evolution.in(tx);
              EvolutionChange change = evolution.locked(begun.id());
              return evolution.beginTrial(
                  evolution.propose(
                      change,
                      EvolutionChange.State.PROPOSED,
                      change.content().withBullets(List.of(bullet), 0, List.of())),
                  Map.of(TrialPair.Part.HELD_OUT, List.of("a", "b")),
                  "two tasks");
            });
    ledger.run(
        tx -> {
          Evolution evolution = Evolution.in(tx);
          assertThat(evolution.afterVerdict(WORKER).begun()).isEmpty();
          for (TrialPair pair : evolution.pairs(tried)) {
            evolution.judge(pair, 20.5, 85.25, 1);
            evolution.judge(pair, 0, 0, 1);
          }
          evolution.vote(tried, REVIEWER, false);
          evolution.vote(tried, REVIEWER, true);
        });

    EvolutionChange live =
        ledger.<EvolutionChange>write(
            tx -> {
              Evolution evolution = Evolution.in(tx);
              assertThat(evolution.pairs(tried))
                  .hasSize(2)
                  .allSatisfy(pair -> assertThat(pair.newScore()).contains(85.25));
              assertThat(evolution.ballot(tried, 0.6).yes()).isEqualTo(1);
              return evolution.adopt(evolution.locked(tried.id()));
            });
    assertThat(ledger.<List<Bullet>>read(tx -> Evolution.in(tx).bullets(WORKER)))
        .containsExactly(bullet);
    assertThat(ledger.<Boolean>read(tx -> Evolution.in(tx).waiting().contains(live))).isTrue();

    ledger.run(
        tx -> {
          Evolution evolution = Evolution.in(tx);
          evolution.written(live);
          EvolutionChange _ = evolution.rollBack(evolution.locked(live.id()), "worse");
        });
    assertThat(ledger.<List<Bullet>>read(tx -> Evolution.in(tx).bullets(WORKER))).isEmpty();
    assertThat(ledger.<Optional<EvolutionChange>>read(tx -> Evolution.in(tx).open(WORKER)))
        .isEmpty();
  }
}
