package org.sovereignbook.sbp.plugins.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.plugins.chain.ChainClient.ChainNetwork;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Feedback;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Prepared;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Settlement;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Signed;
import org.sovereignbook.sbp.plugins.chain.ChainTransaction.State;
import org.sovereignbook.sbp.testing.TestSociety;

/** Transactions reach the chain exactly once, whatever fails on the way. */
class ChainSenderTest {
  @TempDir Path folder;
  private TestSociety society;
  private Agent agent;
  private FaultyChain chain;

  @BeforeEach
  void open() throws ChainException {
    society = TestSociety.in(folder);
    agent = society.agent("worker");
    chain =
        new FaultyChain(
            new MockChain()
                .open(
                    society.node().node(),
                    new ChainVariables(Map.of(), society.node().node().config())));
  }

  @AfterEach
  void close() {
    society.close();
  }

  private ChainSender sender() throws Exception {
    return new ChainSender(society.ledger(), chain, chain.network());
  }

  private ChainTransaction store(ChainAction action) throws Exception {
    Prepared draft = chain.prepare(action);
    long nonce = chain.nextNonce(draft.from());
    Signed signed = chain.sign(draft, nonce);
    ChainNetwork network = chain.network();
    return society.owner(
        "chain_register",
        (tx, caller) -> new ChainLog(tx).store(caller, network, draft, signed, nonce));
  }

  private ChainAction register() {
    return new ChainAction.Register("WORKER_WALLET_KEY", agent.id().hex(), "{}");
  }

  private List<String> lines() throws IOException {
    Path file = MockChain.file(society.node().node());
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  @Test
  void whatWasStoredBeforeAKillIsSentOnceByTheNextCommand() throws Exception {
    ChainTransaction stored = store(register());
    assertThat(lines()).isEmpty();

    assertThat(sender().advance()).isEmpty();
    assertThat(sender().advance()).isEmpty();
    assertThat(lines()).hasSize(1);
    assertThat(sender().row(stored.id()).state()).isEqualTo(State.SETTLED);
    assertThat(sender().row(stored.id()).result()).contains("0");
  }

  @Test
  void aTransactionThatArrivedAlthoughTheAnswerWasLostIsNotSentTwice() throws Exception {
    ChainTransaction stored = store(register());
    chain.losesAnswers = true;
    assertThatExceptionOfType(ChainException.class).isThrownBy(() -> sender().advance());
    chain.losesAnswers = false;

    assertThat(sender().advance()).isEmpty();
    assertThat(lines()).hasSize(1);
    assertThat(sender().row(stored.id()).state()).isEqualTo(State.SETTLED);
  }

  @Test
  void whileOneWaitsNoOtherIsSigned() throws Exception {
    store(register());
    chain.outcome = Optional.of(new Settlement.Waiting());
    assertThat(sender().advance()).hasSize(1);

    assertThatExceptionOfType(SocietyException.class)
        .isThrownBy(() -> store(register()))
        .satisfies(e -> assertThat(e.code()).isEqualTo("chain_busy"));
  }

  @Test
  void aReplacedOneIsNoRegistration() throws Exception {
    ChainTransaction stored = store(register());
    chain.outcome = Optional.of(new Settlement.Replaced());
    assertThat(sender().advance()).isEmpty();

    assertThat(sender().row(stored.id()).state()).isEqualTo(State.REPLACED);
    ChainNetwork network = chain.network();
    assertThat(
            society
                .ledger()
                .<Optional<ChainLog.Registered>>read(
                    tx -> new ChainLog(tx).registered(network, agent.id())))
        .isEmpty();
  }

  @Test
  void aRefusedOneIsFailedAndItsFeeIsKept() throws Exception {
    ChainTransaction stored = store(register());
    chain.outcome =
        Optional.of(new Settlement.Settled(false, Optional.empty(), BigInteger.valueOf(21_000)));
    assertThat(sender().advance()).isEmpty();

    assertThat(sender().row(stored.id()).state()).isEqualTo(State.FAILED);
    assertThat(sender().row(stored.id()).feeWei()).contains("21000");
  }

  @Test
  void theLimitOfAnHourHoldsAlsoWhenTheClockWasAhead() throws Exception {
    society
        .node()
        .configure(
            JsonObject.builder()
                .put("chain", JsonObject.builder().put("max_per_hour", 1).build())
                .build());
    store(register());
    assertThat(sender().advance()).isEmpty();
    society.clock().advance(Duration.ofDays(-400));
    assertThatExceptionOfType(SocietyException.class)
        .isThrownBy(() -> store(register()))
        .satisfies(e -> assertThat(e.code()).isEqualTo("chain_limit"));
    society.clock().advance(Duration.ofDays(401));
    store(register());
  }

  @Test
  void aFeeIsWithinTheLimitUpToAndIncludingIt() throws Exception {
    Config config = society.node().node().config();
    long most = config.get(ChainSettings.FEE_GWEI);
    BigInteger limit = BigInteger.valueOf(most).multiply(BigInteger.valueOf(1_000_000_000));
    assertThat(ChainSender.tooDear(config, costing(limit))).isEmpty();
    assertThat(ChainSender.tooDear(config, costing(limit.add(BigInteger.ONE))).orElseThrow())
        .contains("chain.max_fee_gwei is " + most);
  }

  private static Prepared costing(BigInteger wei) {
    return new Prepared(
        new ChainAction.Register("WORKER_WALLET_KEY", "agent", "{}"),
        "from",
        "to",
        "",
        1,
        wei,
        BigInteger.ZERO);
  }

  @Test
  void anotherChainThanTheFirstIsRefused() throws Exception {
    chain.network = Optional.of(new ChainNetwork("1", "0xaa", "0xbb", "2.0.0"));
    store(register());
    assertThat(sender().advance()).isEmpty();
    chain.network = Optional.of(new ChainNetwork("5", "0xaa", "0xbb", "2.0.0"));
    assertThatExceptionOfType(SocietyException.class)
        .isThrownBy(() -> store(register()))
        .satisfies(e -> assertThat(e.code()).isEqualTo("wrong_chain"));
  }

  /** The mock, with faults. */
  private static final class FaultyChain implements ChainClient {
    private final ChainClient chain;
    private boolean losesAnswers;
    private Optional<Settlement> outcome = Optional.empty();
    private Optional<ChainNetwork> network = Optional.empty();

    FaultyChain(ChainClient chain) {
      this.chain = chain;
    }

    @Override
    public ChainNetwork network() throws ChainException, InterruptedException {
      return network.isPresent() ? network.get() : chain.network();
    }

    @Override
    public String address(String variable) throws ChainException {
      return chain.address(variable);
    }

    @Override
    public BigInteger balanceWei(String address) throws ChainException, InterruptedException {
      return chain.balanceWei(address);
    }

    @Override
    public long nextNonce(String address) throws ChainException, InterruptedException {
      return chain.nextNonce(address);
    }

    @Override
    public Prepared prepare(ChainAction action) throws ChainException, InterruptedException {
      return chain.prepare(action);
    }

    @Override
    public Signed sign(Prepared draft, long nonce) throws ChainException {
      return chain.sign(draft, nonce);
    }

    @Override
    public void send(Signed signed) throws ChainException, InterruptedException {
      chain.send(signed);
      if (losesAnswers) {
        throw new ChainException(ChainException.Kind.NO_ANSWER, "connection failed");
      }
    }

    @Override
    public Settlement outcome(String hash, String from, long nonce)
        throws ChainException, InterruptedException {
      return outcome.isPresent() ? outcome.get() : chain.outcome(hash, from, nonce);
    }

    @Override
    public List<Feedback> feedback(String number, int limit)
        throws ChainException, InterruptedException {
      return chain.feedback(number, limit);
    }

    @Override
    public String owner(String number) throws ChainException, InterruptedException {
      return chain.owner(number);
    }

    @Override
    public String wallet(String number) throws ChainException, InterruptedException {
      return chain.wallet(number);
    }

    @Override
    public void close() {
      chain.close();
    }
  }
}
