package org.sovereignbook.sbp.base.crypto;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import org.bouncycastle.crypto.generators.SCrypt;

/**
 * Stored form of a passphrase: a random salt and its scrypt hash (RFC 7914; N = 2^15, r = 8, p = 1,
 * so that each guess takes 32 MiB). Written as {@code scrypt.SALT.HASH}.
 */
public final class PassphraseHash {
  private static final int COST = 1 << 15;
  private static final int BLOCK = 8;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final String NAME = "scrypt";

  private PassphraseHash() {}

  /** Makes one, with a new salt. */
  public static String make(String passphrase, SecureRandom random) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return NAME + "." + Base64Url.encode(salt) + "." + Base64Url.encode(hash(passphrase, salt));
  }

  /** Returns whether a passphrase matches; false for text that {@link #make} has not written. */
  public static boolean matches(String made, String passphrase) {
    String[] parts = made.split("\\.", -1);
    if (parts.length != 3 || !parts[0].equals(NAME)) {
      return false;
    }
    byte[] salt = Base64Url.decode(parts[1], SALT_BYTES);
    byte[] expected = Base64Url.decode(parts[2], HASH_BYTES);
    return MessageDigest.isEqual(expected, hash(passphrase, salt));
  }

  private static byte[] hash(String passphrase, byte[] salt) {
    byte[] bytes =
        Normalizer.normalize(passphrase, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8);
    return SCrypt.generate(bytes, salt, COST, BLOCK, 1, HASH_BYTES);
  }
}
