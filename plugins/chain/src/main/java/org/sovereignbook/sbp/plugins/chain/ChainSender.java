package org.sovereignbook.sbp.plugins.chain;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.plugins.chain.ChainClient.ChainNetwork;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Settlement;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Signed;

/**
 * Way of a stored transaction to its receipt. What was signed is sent until the chain settles it,
 * so a process that ends in between loses nothing and sends nothing twice: the same bytes have the
 * same nonce.
 */
record ChainSender(Ledger ledger, ChainClient client, ChainNetwork network) {
  private static final BigInteger GWEI = BigInteger.valueOf(1_000_000_000);

  /**
   * Asks for the fate of each open transaction, records it, and sends again what the chain does not
   * know.
   *
   * @return those that are still open
   * @throws ChainException when the chain cannot be asked; what was recorded stays
   */
  public List<ChainTransaction> advance() throws ChainException, InterruptedException {
    for (ChainTransaction row : open()) {
      Settlement outcome = client.outcome(row.hash(), row.account(), row.nonce());
      if (outcome instanceof Settlement.Unknown) {
        client.send(new Signed(row.raw(), row.hash()));
        outcome = client.outcome(row.hash(), row.account(), row.nonce());
      }
      Settlement known = outcome;
      ledger.run(tx -> new ChainLog(tx).settle(row, known));
    }
    return open();
  }

  /** Returns why a transaction is not worth its fee; empty if it is within the limit. */
  public static Optional<String> tooDear(Config config, ChainClient.Prepared draft) {
    long most = config.get(ChainSettings.FEE_GWEI);
    if (draft.maxFeeWei().signum() < 0) {
      return Optional.of("its fee would be negative, so the chain's numbers are wrong");
    }
    return draft.maxFeeWei().compareTo(GWEI.multiply(BigInteger.valueOf(most))) > 0
        ? Optional.of(
            "it may cost "
                + draft.maxFeeWei().divide(GWEI)
                + " gwei, and chain.max_fee_gwei is "
                + most)
        : Optional.empty();
  }

  private List<ChainTransaction> open() {
    return ledger.read(tx -> new ChainLog(tx).open(network));
  }

  /** Returns a transaction as it is now. */
  public ChainTransaction row(String id) {
    return ledger.read(tx -> new ChainLog(tx).row(id));
  }
}
