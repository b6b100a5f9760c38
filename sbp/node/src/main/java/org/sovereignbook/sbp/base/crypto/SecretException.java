package org.sovereignbook.sbp.base.crypto;

/** Failure because data to be signed, sent or published contains a private key of this node. */
public final class SecretException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /**
   * @param what that holds the key, such as {@code the piece}
   */
  public SecretException(String what) {
    super(what + " holds a private key of this node; nothing is signed or sent");
  }
}
