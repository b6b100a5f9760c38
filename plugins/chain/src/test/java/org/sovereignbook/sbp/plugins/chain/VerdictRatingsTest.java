package org.sovereignbook.sbp.plugins.chain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.ReviewGate;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.reputation.AxisScores;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.testing.TestSociety;

/** Each verdict of a team's run becomes one rating, of a registered agent, within the limits. */
class VerdictRatingsTest {
  @TempDir Path folder;
  private TestSociety society;
  private Agent worker;
  private ChainClient chain;
  private Instant since = Instant.EPOCH;
  private final List<String> log = new ArrayList<>();

  @BeforeEach
  void open() throws ChainException {
    society = TestSociety.in(folder);
    worker = society.agent("worker");
    since = society.node().node().now().instant();
    chain =
        new MockChain()
            .open(
                society.node().node(),
                new ChainVariables(Map.of(), society.node().node().config()));
  }

  @AfterEach
  void close() {
    society.close();
  }

  private VerdictRatings ratings() {
    return new VerdictRatings(
        society.ledger(), chain, Caller.owner("team"), since, Set.of("worker"), log::add);
  }

  /** Takes steps until nothing more may follow soon. */
  private void rate() throws InterruptedException {
    VerdictRatings ratings = ratings();
    for (int i = 0; i < 100 && ratings.step(); i++) {
      // The next step.
    }
  }

  private void register() throws Exception {
    ChainClient.Prepared draft =
        chain.prepare(new ChainAction.Register("WORKER_WALLET_KEY", worker.id().hex(), "{}"));
    ChainClient.Signed signed = chain.sign(draft, 0);
    ChainClient.ChainNetwork network = chain.network();
    ChainTransaction _ =
        society
            .ledger()
            .write(tx -> new ChainLog(tx).store(Caller.owner("team"), network, draft, signed, 0));
    List<ChainTransaction> _ = new ChainSender(society.ledger(), chain, network).advance();
  }

  /** Lets the worker do a task, for which the owner gives this score. */
  private void done(String title, int score) {
    society.node().clock().advance(Duration.ofSeconds(1));
    society
        .ledger()
        .run(
            tx -> {
              Board board = Board.in(tx);
              Worker owner = Worker.of(Caller.owner("command"));
              Worker by =
                  Worker.of(Agents.caller(tx, Optional.of("worker"), Optional.empty(), "command"));
              List<String> _ =
                  board.add(
                      Plan.read("[{title: '%s', reviewers: [owner]}]".formatted(title)),
                      owner,
                      Optional.empty());
              Claim claim = board.claim(by).orElseThrow();
              boolean _ = board.submit(claim.task(), claim.fence(), "done", List.of(), by);
              ReviewGate.Verdict _ = board.review(claim.task(), score, "", owner);
            });
  }

  private List<String> lines() throws IOException {
    Path file = MockChain.file(society.node().node());
    return Files.exists(file)
        ? Files.readAllLines(file).stream()
            .filter(line -> line.contains("\"action\":\"rate\""))
            .toList()
        : List.of();
  }

  @Test
  void eachVerdictIsRatedOnceAlsoByALaterProcess() throws Exception {
    register();
    done("a", 84);
    done("b", 62);

    rate();
    rate();

    assertThat(lines())
        .hasSize(2)
        .satisfiesExactly(
            first -> assertThat(first).contains("\"score\":8400", "CHAIN_PRIVATE_KEY"),
            second -> assertThat(second).contains("\"score\":6200"));
    assertThat(log).hasSize(2).allMatch(line -> line.startsWith("rated task "));
  }

  @Test
  void aCompositeIsWrittenWithItsAxesWhereTheOwnerAsksForIt() throws Exception {
    society
        .node()
        .configure(
            JsonObject.builder()
                .put("chain", JsonObject.builder().put("rate", "composite").build())
                .build());
    register();
    done("a", 84);

    rate();
    rate();

    AxisScores scores =
        society.ledger().read(tx -> Reputation.in(tx).standing(worker.principal()).scores());
    long composite = Math.round(scores.composite() * 100);
    assertThat(composite).isNotEqualTo(8400);
    assertThat(lines()).hasSize(1);
    JsonObject line = (JsonObject) JsonReader.file(lines().getFirst().getBytes(UTF_8));
    assertThat(line.integer("score")).hasValue(composite);
    assertThat(line.string("tag2")).contains("composite");
    TaskReceipt receipt = TaskReceipt.verified(line.string("signals").orElseThrow()).orElseThrow();
    assertThat(receipt.value()).isEqualTo(composite);
    assertThat(receipt.signals().orElseThrow().members()).hasSize(5);
    assertThat(receipt.signals().orElseThrow().integer("output_quality"))
        .hasValue(Math.round(scores.outputQuality() * 100));
  }

  @Test
  void verdictsBeforeTheRunAreNotRated() throws Exception {
    register();
    done("a", 84);
    society.node().clock().advance(Duration.ofSeconds(1));
    since = society.node().node().now().instant();

    rate();

    assertThat(lines()).isEmpty();
  }

  @Test
  void anAgentThatIsNotRegisteredIsNamedOnce() throws Exception {
    done("a", 84);

    VerdictRatings ratings = ratings();
    assertThat(ratings.step()).isFalse();
    assertThat(ratings.step()).isFalse();

    assertThat(log).containsExactly("chain: worker is not registered:  sbp chain register worker");
    assertThat(lines()).isEmpty();
  }

  @Test
  void theLimitOfAnHourHoldsAndTheRestIsRatedLater() throws Exception {
    society
        .node()
        .configure(
            JsonObject.builder()
                .put("chain", JsonObject.builder().put("max_per_hour", 2).build())
                .build());
    register();
    done("a", 84);
    done("b", 62);

    rate();
    assertThat(lines()).hasSize(1);
    assertThat(log).anyMatch(line -> line.contains("chain.max_per_hour"));

    society.node().clock().advance(Duration.ofHours(2));
    rate();
    assertThat(lines()).hasSize(2);
  }
}
