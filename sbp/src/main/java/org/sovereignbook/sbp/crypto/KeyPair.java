package org.sovereignbook.sbp.crypto;

import java.security.SecureRandom;
import java.util.List;

/**
 * A private key with the public key that belongs to it (IDENTITY.md, Keys).
 *
 * <p>A pair that does not belong together cannot be made: signing with a foreign public key would
 * give the private key away.
 *
 * @param publicKey derived from the private key
 * @param privateKey hidden in {@code toString}
 * @param secrets what these keys never sign: this private key, and its node's others
 */
public record KeyPair(PublicKey publicKey, PrivateKey privateKey, Secrets secrets) {

  public KeyPair {
    if (!Ed25519.derive(privateKey).equals(publicKey)) {
      throw new IllegalArgumentException("the public key does not belong to the private key");
    }
  }

  /** A pair that guards its own private key only. */
  public KeyPair(PublicKey publicKey, PrivateKey privateKey) {
    this(publicKey, privateKey, Secrets.of(List.of(privateKey)));
  }

  public static KeyPair generate(SecureRandom random) {
    return of(PrivateKey.generate(random));
  }

  public static KeyPair of(PrivateKey privateKey) {
    return new KeyPair(Ed25519.derive(privateKey), privateKey);
  }

  /** The same keys, which also never sign these others. */
  public KeyPair guarding(List<PrivateKey> others) {
    return new KeyPair(publicKey, privateKey, secrets.with(others));
  }

  /** Two pairs are the same when their keys are. */
  @Override
  public boolean equals(Object other) {
    return other instanceof KeyPair that && privateKey.equals(that.privateKey);
  }

  @Override
  public int hashCode() {
    return publicKey.hashCode();
  }
}
