package org.sovereignbook.sbp.plugins.chain;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.plugins.chain.ChainAction.Word;
import org.sovereignbook.sbp.plugins.chain.ChainClient.ChainNetwork;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Prepared;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Settlement;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Signed;
import org.sovereignbook.sbp.plugins.chain.ChainTransaction.State;

/** The transactions of this node on chains, in one transaction of its database. */
record ChainLog(Transaction tx) {
  private static final String MOCK = ChainSettings.MOCK + ":";
  private static final String OF_AGENT =
      "WHERE network = ? AND agent = ? AND kind = ? AND state = 'settled' ORDER BY number DESC";

  /**
   * An agent on a chain.
   *
   * @param number its number there
   * @param owner the variable of the key that registered it
   * @param wallet the variable of its wallet's key
   */
  public record Registered(AgentId agent, String number, String owner, String wallet) {}

  /** Transactions of the last hour and day, with those of the future by a wrong clock. */
  public record Used(int hour, int day) {}

  /** Returns the transactions that are not settled, the oldest first. */
  public List<ChainTransaction> open(ChainNetwork network) {
    return ChainTransaction.ROWS.list(
        tx, "WHERE network = ? AND state = 'signed' ORDER BY number", network.key());
  }

  /** Returns the newest transactions, whatever their chain. */
  public List<ChainTransaction> newest(int limit) {
    return ChainTransaction.ROWS.list(tx, "ORDER BY number DESC LIMIT ?", limit);
  }

  /** Returns all transactions, the newest first, whatever their chain. */
  public List<ChainTransaction> all() {
    return ChainTransaction.ROWS.list(tx, "ORDER BY number DESC");
  }

  /** Returns an agent's registration. */
  public Optional<Registered> registered(ChainNetwork network, AgentId agent) {
    return last(network, agent, Word.REGISTER)
        .flatMap(row -> row.result().map(number -> registered(network, row, number)));
  }

  private Registered registered(ChainNetwork network, ChainTransaction row, String number) {
    String wallet =
        last(network, row.agent(), Word.SET_WALLET)
            .filter(change -> change.agentNumber().equals(Optional.of(number)))
            .flatMap(ChainTransaction::wallet)
            .orElse(row.signer());
    return new Registered(row.agent(), number, row.signer(), wallet);
  }

  private Optional<ChainTransaction> last(ChainNetwork network, AgentId agent, Word kind) {
    return ChainTransaction.ROWS.first(tx, OF_AGENT, network.key(), agent.hex(), kind.toString());
  }

  /** Returns how much of the limits is used. */
  public Used used() {
    return new Used(since(Duration.ofHours(1)), since(Duration.ofDays(1)));
  }

  private int since(Duration age) {
    return Math.toIntExact(
        tx.number(
            "SELECT COUNT(*) FROM chain_transaction WHERE signed_ms > ?",
            tx.now().minus(age).toEpochMilli()));
  }

  /**
   * Stores a signed transaction, before it is sent.
   *
   * @throws SocietyException with {@code wrong_chain}, {@code chain_limit}, {@code chain_busy}
   */
  public ChainTransaction store(
      Caller caller, ChainNetwork network, Prepared draft, Signed signed, long nonce) {
    requireSameChain(network);
    requireLimits();
    if (!open(network).isEmpty()) {
      throw SocietyException.refused(
          "chain_busy", "an earlier transaction is not settled", "sbp chain status");
    }
    ChainTransaction row = row(network, draft, signed, nonce);
    ChainTransaction.ROWS.insert(tx, row, tx.cause(caller.authority()));
    boolean _ =
        tx.append(
            LedgerEvent.of(
                    "chain:" + row.id() + ":signed",
                    "chain.signed",
                    caller.authority(),
                    new Subject("agent", row.agent().hex()),
                    new Subject("chain_transaction", row.id()))
                .with(
                    JsonObject.builder()
                        .put("kind", row.kind().toString())
                        .put("hash", row.hash())
                        .build()));
    return row;
  }

  private ChainTransaction row(ChainNetwork network, Prepared draft, Signed signed, long nonce) {
    ChainAction action = draft.action();
    return new ChainTransaction(
        0,
        tx.newId(),
        network.key(),
        draft.from(),
        nonce,
        action.signer(),
        action.word(),
        AgentId.parse(action.agent()),
        numberOf(action),
        action instanceof ChainAction.SetWallet change
            ? Optional.of(change.wallet())
            : Optional.empty(),
        action instanceof ChainAction.Rate rate ? Optional.of(rate.task()) : Optional.empty(),
        action instanceof ChainAction.Rate rate ? Optional.of(rate.value()) : Optional.empty(),
        signed.raw(),
        signed.hash(),
        State.SIGNED,
        Optional.empty(),
        Optional.empty(),
        tx.now(),
        Optional.empty());
  }

  private static Optional<String> numberOf(ChainAction action) {
    return switch (action) {
      case ChainAction.Register _ -> Optional.empty();
      case ChainAction.SetWallet change -> Optional.of(change.number());
      case ChainAction.Rate rate -> Optional.of(rate.number());
      case ChainAction.Revoke revoke -> Optional.of(revoke.number());
    };
  }

  private void requireSameChain(ChainNetwork network) {
    long only = tx.config().get(ChainSettings.CHAIN_ID);
    if (network.chainId().equals(ChainSettings.MOCK)) {
      return;
    }
    if (only != 0 && !network.chainId().equals(Long.toString(only))) {
      throw SocietyException.refused(
          "wrong_chain",
          "this is chain " + network.chainId() + ", and chain.chain_id is " + only,
          "sbp config set chain.chain_id " + network.chainId());
    }
    Optional<ChainTransaction> first =
        ChainTransaction.ROWS.first(tx, "WHERE network NOT LIKE ? ORDER BY number", MOCK + "%");
    if (only == 0 && first.filter(row -> !isOn(row, network)).isPresent()) {
      throw SocietyException.refused(
          "wrong_chain",
          "this is chain " + network.chainId() + ", and this node wrote to another one",
          "sbp config set chain.chain_id " + network.chainId());
    }
  }

  private static boolean isOn(ChainTransaction row, ChainNetwork network) {
    return row.network().startsWith(network.chainId() + ":");
  }

  private void requireLimits() {
    Used used = used();
    int hour = tx.config().get(ChainSettings.PER_HOUR);
    int day = tx.config().get(ChainSettings.PER_DAY);
    if (used.hour() >= hour) {
      throw limit(used.hour() + " transactions in an hour", ChainSettings.PER_HOUR.key());
    }
    if (used.day() >= day) {
      throw limit(used.day() + " transactions in a day", ChainSettings.PER_DAY.key());
    }
  }

  private static SocietyException limit(String what, String key) {
    return SocietyException.refused(
        "chain_limit", what + ", and " + key + " allows no more", "sbp config list chain");
  }

  /** Records the fate of a transaction; nothing while it waits. */
  public void settle(ChainTransaction row, Settlement outcome) {
    switch (outcome) {
      case Settlement.Unknown _, Settlement.Waiting _ -> {}
      case Settlement.Replaced _ -> end(row, State.REPLACED, Optional.empty(), Optional.empty());
      case Settlement.Settled it ->
          end(
              row,
              it.success() ? State.SETTLED : State.FAILED,
              it.result(),
              Optional.of(it.feeWei().toString()));
    }
  }

  private void end(
      ChainTransaction row, State state, Optional<String> result, Optional<String> feeWei) {
    int ended =
        tx.update(
            "UPDATE chain_transaction SET state = ?, result = ?, fee_wei = ?, settled_ms = ?"
                + " WHERE id = ? AND state = 'signed'",
            state.toString(),
            result,
            feeWei,
            tx.nowMs(),
            row.id());
    if (ended > 0) {
      boolean _ =
          tx.append(
              LedgerEvent.of(
                      "chain:" + row.id() + ":" + state,
                      "chain." + state,
                      authority(row),
                      new Subject("agent", row.agent().hex()),
                      new Subject("chain_transaction", row.id()))
                  .causedBy("chain:" + row.id() + ":signed"));
    }
  }

  private Authority authority(ChainTransaction row) {
    return tx.authorities("SELECT authority_id FROM chain_transaction WHERE id = ?", row.id())
        .getFirst();
  }

  /** Returns a transaction as it is now. */
  public ChainTransaction row(String id) {
    return ChainTransaction.ROWS.first(tx, "WHERE id = ?", id).orElseThrow();
  }

  /** Returns whether a task was rated with this value, or is about to be. */
  public boolean isRated(ChainNetwork network, AgentId agent, String task, long hundredths) {
    return tx.exists(
        "SELECT 1 FROM chain_transaction WHERE network = ? AND agent = ? AND kind = 'rate' AND"
            + " task = ? AND rated = ? AND state IN ('signed', 'settled')",
        network.key(),
        agent.hex(),
        task,
        hundredths);
  }

  /** Returns the newest settled rating of an agent. */
  public Optional<ChainTransaction> lastRating(ChainNetwork network, AgentId agent) {
    return last(network, agent, Word.RATE);
  }
}
