package org.sovereignbook.sbp.plugins.chain;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * An open chain. Every call ends within the time limit of outbound requests. Numbers of agents and
 * addresses are texts, as the chain writes them. Not thread-safe.
 */
public interface ChainClient extends AutoCloseable {

  /**
   * The chain as it is now.
   *
   * @param chainId the chain's id; {@code mock} for a file
   * @param identity the address of the Identity Registry
   * @param version the version that the Reputation Registry states
   */
  record ChainNetwork(String chainId, String registry, String identity, String version) {
    /** Returns the identity of the registry, for rows. */
    public String key() {
      return chainId + ":" + registry;
    }
  }

  /**
   * A transaction that could be signed.
   *
   * @param to the contract
   * @param data the call, in hexadecimal digits; JSON for a file
   * @param gas the limit
   * @param feePerGasWei the most that is paid for each
   */
  record Prepared(
      ChainAction action,
      String from,
      String to,
      String data,
      long gas,
      BigInteger feePerGasWei,
      BigInteger tipPerGasWei) {
    /** Returns the most that it can cost. */
    public BigInteger maxFeeWei() {
      return feePerGasWei.multiply(BigInteger.valueOf(gas));
    }
  }

  /**
   * A signed transaction.
   *
   * @param raw the text that is sent; has no secret
   */
  record Signed(String raw, String hash) {}

  /** Fate of a transaction that was sent. */
  sealed interface Settlement {
    /** The chain does not know it: it was never received, or dropped. */
    record Unknown() implements Settlement {}

    /** The chain has it and did not decide yet. */
    record Waiting() implements Settlement {}

    /** Another transaction took its place. */
    record Replaced() implements Settlement {}

    /**
     * It is part of the chain.
     *
     * @param success false when the contract refused it, which costs the fee all the same
     * @param result the new agent's number, or the feedback's index
     */
    record Settled(boolean success, Optional<String> result, BigInteger feeWei)
        implements Settlement {}
  }

  /**
   * Feedback as the chain has it.
   *
   * @param receipt the document that it refers to, when it is part of the feedback
   * @param intact whether the document has the hash that the feedback states
   */
  record Feedback(
      String rater,
      long index,
      long value,
      int decimals,
      String tag1,
      String tag2,
      boolean revoked,
      Optional<String> receipt,
      boolean intact) {}

  /** Asks for the chain and its contracts. */
  ChainNetwork network() throws ChainException, InterruptedException;

  /** Returns the address of the key that a variable names. */
  String address(String variable) throws ChainException;

  /** Returns what an address has, in wei. */
  BigInteger balanceWei(String address) throws ChainException, InterruptedException;

  /** Returns the number of the next transaction of an address, those included that wait. */
  long nextNonce(String address) throws ChainException, InterruptedException;

  /**
   * Prepares a transaction, and tries it without effect.
   *
   * @throws ChainException of the kind REFUSED when the contract would refuse it
   */
  Prepared prepare(ChainAction action) throws ChainException, InterruptedException;

  /** Signs a draft; contacts nothing. */
  Signed sign(Prepared draft, long nonce) throws ChainException;

  /** Sends a transaction; once more does no harm. */
  void send(Signed signed) throws ChainException, InterruptedException;

  /**
   * Asks for the fate of a transaction.
   *
   * @param from its sender
   */
  Settlement outcome(String hash, String from, long nonce)
      throws ChainException, InterruptedException;

  /** Returns the feedback on an agent, the newest last, at most {@code limit}. */
  List<Feedback> feedback(String number, int limit) throws ChainException, InterruptedException;

  /** Returns the owner of a registered agent. */
  String owner(String number) throws ChainException, InterruptedException;

  /** Returns the wallet of a registered agent. */
  String wallet(String number) throws ChainException, InterruptedException;

  @Override
  void close();
}
