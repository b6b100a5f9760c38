package org.sovereignbook.sbp.plugins.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;
import org.sovereignbook.sbp.testing.TroubledDatabase;

/** The thread that rates on the chain, at a database that fails. */
@Timeout(120)
class ChainCompanionTest {
  @TempDir Path folder;

  @Test
  void oneFailureEndsNoRatingsAndCloseJoinsThem() throws Exception {
    TestNode node = TestNode.in(folder);
    TroubledDatabase database = new TroubledDatabase(new SqliteLedgerProvider().open(node.node()));
    List<String> log = new CopyOnWriteArrayList<>();
    try (TestSociety society = TestSociety.of(node, _ -> database)) {
      ChainClient chain =
          new MockChain().open(node.node(), new ChainVariables(Map.of(), node.node().config()));
      VerdictRatings verdicts =
          new VerdictRatings(
              society.ledger(),
              chain,
              Caller.owner("team"),
              Instant.EPOCH,
              Set.of("worker"),
              log::add);
      database.fail(1);
      ChainCompanion ratings = ChainCompanion.begin(chain, verdicts, node.clock(), log::add);
      Eventually.holds("a failure is told", () -> !log.isEmpty());
      assertThat(log).containsExactly("no verdict was rated just now: the database is locked");

      int works = database.works();
      Eventually.holds("the next step", () -> database.works() > works);
      ratings.close();
      int last = database.works();
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .doesNotContain("sbp-chain");
      assertThat(database.works()).isEqualTo(last);
    }
  }
}
