package org.sovereignbook.sbp.base.crypto;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Ed25519 private key as its 32-byte seed (IDENTITY.md, Keys).
 *
 * <p>Never shows itself: neither {@code toString} nor an error message contains any of it; only
 * {@link #encoded} does, for the key file. Immutable.
 */
public final class PrivateKey {

  /** Length of the seed. */
  public static final int BYTES = 32;

  private final byte[] seed;

  private PrivateKey(byte[] owned) {
    this.seed = owned;
  }

  /** Reads 43 base64url characters; anything else is an IllegalArgumentException. */
  public static PrivateKey parse(String text) {
    return new PrivateKey(Base64Url.decode(text, BYTES));
  }

  public static PrivateKey of(byte[] seed) {
    if (seed.length != BYTES) {
      throw new IllegalArgumentException("a private key has 32 bytes, not " + seed.length);
    }
    return new PrivateKey(seed.clone());
  }

  public static PrivateKey generate(SecureRandom random) {
    byte[] seed = new byte[BYTES];
    random.nextBytes(seed);
    return new PrivateKey(seed);
  }

  /** Returns the base64url text, for the key file alone. */
  public String encoded() {
    return Base64Url.encode(seed);
  }

  byte[] seed() {
    return seed.clone();
  }

  /** Compares in constant time. */
  @Override
  public boolean equals(Object other) {
    return other instanceof PrivateKey that && MessageDigest.isEqual(seed, that.seed);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(seed);
  }

  @Override
  public String toString() {
    return "PrivateKey[hidden]";
  }
}
