package org.sovereignbook.sbp.plugins.chain;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Transaction of this node on a chain; a row of the table {@code chain_transaction}.
 *
 * @param network the chain's id and the registry, {@link ChainClient.ChainNetwork#key}
 * @param account the sender
 * @param signer the variable of its key
 * @param agentNumber the agent's number on the chain, of which it is
 * @param wallet the variable of the new wallet's key
 * @param task the task that a rating is for
 * @param rated the value of a rating, in hundredths
 * @param raw the signed text, which is sent again until it is settled
 * @param result the new agent's number, or the feedback's index
 */
@Shape.Def("chain_transaction")
record ChainTransaction(
    @Rows.Serial @Shape.Hidden long number,
    String id,
    String network,
    String account,
    long nonce,
    String signer,
    ChainAction.Word kind,
    AgentId agent,
    Optional<String> agentNumber,
    Optional<String> wallet,
    Optional<String> task,
    Optional<Long> rated,
    @Shape.Hidden String raw,
    String hash,
    State state,
    Optional<String> result,
    Optional<String> feeWei,
    Instant signedAt,
    Optional<Instant> settledAt) {
  static final Rows<ChainTransaction> ROWS =
      new Rows<>("chain_transaction", ChainTransaction.class);

  /** State of a transaction. */
  public enum State {
    /** Signed, and perhaps sent. */
    SIGNED,
    SETTLED,
    /** The contract refused it; the fee is paid. */
    FAILED,
    /** Another transaction of the account took its place. */
    REPLACED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }
}
