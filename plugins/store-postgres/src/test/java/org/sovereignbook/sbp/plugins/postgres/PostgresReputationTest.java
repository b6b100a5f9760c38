package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;

/** Scores of agents whose society is in PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresReputationTest {
  private static final Principal WORKER = new Principal("agent:" + "1".repeat(64));
  private static final Principal REVIEWER = new Principal("agent:" + "2".repeat(64));

  private final PostgresServer.Database server;
  @TempDir private Path folder;
  private Ledger ledger;

  PostgresReputationTest(PostgresServer.Database server) {
    this.server = server;
  }

  @BeforeEach
  void open() {
    Node node = Node.at(folder);
    KeyFile.save(node.disk(), node.home().keypair(), KeyPair.generate(node.random()), node.now());
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.builder().put("store", server.withTables()).build());
    ledger = Ledger.open(node, new PostgresLedgerProvider(Map.of()).open(node));
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  @Test
  void badWorkLowersAScoreAndNamesItsReviewer() {
    for (int i = 0; i < 12; i++) {
      String task = "task-" + i;
      ledger.run(
          tx -> {
            Reputation reputation = Reputation.in(tx);
            reputation.settle(
                new Reputation.Ended(task, 1, WORKER, "", EndedAttempt.Ending.EXHAUSTED),
                reputation.judge(WORKER, List.of(new Judgment.Score(REVIEWER, 10))));
          });
    }

    assertThat(ledger.<Double>read(tx -> Reputation.in(tx).standing(WORKER).scores().composite()))
        .isLessThan(40);
    assertThat(ledger.<List<Reputation.Pair>>read(tx -> Reputation.in(tx).pairs(REVIEWER)))
        .singleElement()
        .satisfies(
            pair -> {
              assertThat(pair.target()).isEqualTo(WORKER);
              assertThat(pair.mean()).isEqualTo(10);
              assertThat(pair.reviews()).isGreaterThanOrEqualTo(5);
            });
  }
}
