package org.sovereignbook.sbp.plugins.chain;

import org.sovereignbook.sbp.base.json.Words;

/** Something to write to a chain. Each is signed by the key that a variable names. */
public sealed interface ChainAction {

  /** Returns the variable of the key that signs. */
  String signer();

  /** Kind of an action, in lists and files. */
  enum Word {
    REGISTER,
    SET_WALLET,
    RATE,
    REVOKE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns its kind. */
  Word word();

  /**
   * Registration of an agent; the signer becomes its owner and its wallet.
   *
   * @param agent the agent's id in this node
   * @param document the registration file, JSON
   */
  record Register(String signer, String agent, String document) implements ChainAction {
    @Override
    public Word word() {
      return Word.REGISTER;
    }
  }

  /**
   * Change of the wallet of an agent, by its owner.
   *
   * @param number the agent's number on the chain
   * @param wallet the variable of the new wallet's key, which agrees by a signature
   */
  record SetWallet(String signer, String agent, String number, String wallet)
      implements ChainAction {
    @Override
    public Word word() {
      return Word.SET_WALLET;
    }
  }

  /**
   * Feedback on an agent.
   *
   * @param task the task that it is for, in this node
   * @param value the score times 10 to the power of {@link #decimals}
   * @param receipt the signed task receipt, JSON
   */
  record Rate(
      String signer,
      String agent,
      String number,
      String task,
      long value,
      int decimals,
      String tag1,
      String tag2,
      String receipt)
      implements ChainAction {
    @Override
    public Word word() {
      return Word.RATE;
    }
  }

  /**
   * Withdrawal of feedback that the signer gave.
   *
   * @param index the feedback's number among those of the signer for the agent, from 1
   */
  record Revoke(String signer, String agent, String number, long index) implements ChainAction {
    @Override
    public Word word() {
      return Word.REVOKE;
    }
  }

  /** Returns the agent's id in this node. */
  String agent();
}
