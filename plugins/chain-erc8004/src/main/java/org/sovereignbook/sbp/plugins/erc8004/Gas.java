package org.sovereignbook.sbp.plugins.erc8004;

import java.math.BigInteger;
import org.sovereignbook.sbp.plugins.chain.ChainException;
import org.sovereignbook.sbp.plugins.chain.ChainException.Kind;

/** Limit of gas of a transaction, from the estimate of the chain's service. */
final class Gas {
  /** No call of the registry needs more; a block of the chains in use has about as much. */
  private static final BigInteger MOST = BigInteger.valueOf(30_000_000);

  /** A fifth more than the estimate, since the state may change until the transaction is run. */
  private static final BigInteger SPARE = BigInteger.valueOf(5);

  private Gas() {}

  /** Returns the limit for an estimate. */
  static long limit(BigInteger estimate) throws ChainException {
    BigInteger limit = estimate.add(estimate.divide(SPARE));
    if (estimate.signum() <= 0 || limit.compareTo(MOST) > 0) {
      throw new ChainException(
          Kind.REFUSED,
          "the chain's service estimates "
              + (estimate.bitLength() < Long.SIZE ? estimate : "far too much")
              + " gas; a call takes 1 to "
              + MOST);
    }
    return limit.longValueExact();
  }
}
