package org.sovereignbook.sbp.base.crypto;

import java.security.SecureRandom;
import java.util.List;

/**
 * A private key with the public key that belongs to it (IDENTITY.md, Keys). Immutable.
 *
 * <p>A pair that does not belong together cannot be made: signing with a foreign public key would
 * give the private key away.
 */
public final class KeyPair {
  private final PublicKey publicKey;
  private final PrivateKey privateKey;
  private final Secrets secrets;

  // Deriving is most of what the start of a process pays for its key: each pair does it once.
  private KeyPair(PublicKey derived, PrivateKey privateKey, Secrets secrets) {
    this.publicKey = derived;
    this.privateKey = privateKey;
    this.secrets = secrets;
  }

  public static KeyPair generate(SecureRandom random) {
    return of(PrivateKey.generate(random));
  }

  /** Creates a pair that guards its own private key only. */
  public static KeyPair of(PrivateKey privateKey) {
    return new KeyPair(Ed25519.derive(privateKey), privateKey, Secrets.of(List.of(privateKey)));
  }

  /**
   * Works like {@link #of(PrivateKey)}, for keys that were stored together.
   *
   * @throws IllegalArgumentException when they do not belong together
   */
  public static KeyPair of(PublicKey publicKey, PrivateKey privateKey) {
    KeyPair pair = of(privateKey);
    if (!pair.publicKey.equals(publicKey)) {
      throw new IllegalArgumentException("the public key does not belong to the private key");
    }
    return pair;
  }

  /** Returns the same keys, which also never sign these others. */
  public KeyPair guarding(List<PrivateKey> others) {
    return new KeyPair(publicKey, privateKey, secrets.with(others));
  }

  public PublicKey publicKey() {
    return publicKey;
  }

  /** Returns the private key, whose text is hidden, as is the pair's. */
  public PrivateKey privateKey() {
    return privateKey;
  }

  /** Returns the secrets that these keys never sign: this private key, and its node's others. */
  public Secrets secrets() {
    return secrets;
  }

  /** Compares the keys. */
  @Override
  public boolean equals(Object other) {
    return other instanceof KeyPair that && privateKey.equals(that.privateKey);
  }

  @Override
  public int hashCode() {
    return publicKey.hashCode();
  }

  @Override
  public String toString() {
    return "KeyPair[publicKey=" + publicKey + ", privateKey=" + privateKey + "]";
  }
}
