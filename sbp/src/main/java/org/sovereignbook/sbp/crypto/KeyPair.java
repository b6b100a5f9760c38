package org.sovereignbook.sbp.crypto;

import java.security.SecureRandom;

/**
 * A private key with the public key that belongs to it (IDENTITY.md, Keys).
 *
 * <p>A pair that does not belong together cannot be made: signing with a foreign public key would
 * give the private key away.
 *
 * @param publicKey derived from the private key
 * @param privateKey hidden in {@code toString}
 */
public record KeyPair(PublicKey publicKey, PrivateKey privateKey) {

  public KeyPair {
    if (!Ed25519.derive(privateKey).equals(publicKey)) {
      throw new IllegalArgumentException("the public key does not belong to the private key");
    }
  }

  public static KeyPair generate(SecureRandom random) {
    return of(PrivateKey.generate(random));
  }

  public static KeyPair of(PrivateKey privateKey) {
    return new KeyPair(Ed25519.derive(privateKey), privateKey);
  }
}
