package org.sovereignbook.sbp.base.crypto;

import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Short name of a public key that people compare (IDENTITY.md, Fingerprint Derivation): {@code
 * sbp1:} and 32 characters of base32 over the first 20 bytes of the key's SHA-256.
 *
 * @param base32 the 32 characters without the prefix
 */
@Shape.Def(value = "fingerprint", pattern = "^sbp1:.+$")
public record Fingerprint(String base32) implements JsonText {

  private static final String PREFIX = "sbp1:";
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int CHARACTERS = 32;
  private static final int BITS_PER_CHARACTER = 5;

  public Fingerprint {
    boolean valid =
        base32.length() == CHARACTERS && base32.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0);
    if (!valid) {
      throw new IllegalArgumentException("a fingerprint has 32 characters of a-z and 2-7");
    }
  }

  public static Fingerprint of(PublicKey key) {
    byte[] hash = Sha256.digest(key.bytes());
    StringBuilder text = new StringBuilder(CHARACTERS);
    for (int i = 0; i < CHARACTERS; i++) {
      text.append(ALPHABET.charAt(fiveBits(hash, i * BITS_PER_CHARACTER)));
    }
    return new Fingerprint(text.toString());
  }

  /** Reads {@code sbp1:} and 32 characters; anything else is an IllegalArgumentException. */
  public static Fingerprint parse(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("a fingerprint starts with sbp1:");
    }
    return new Fingerprint(text.substring(PREFIX.length()));
  }

  private static int fiveBits(byte[] bytes, int firstBit) {
    int index = firstBit / Byte.SIZE;
    int pair = (bytes[index] & 0xff) << Byte.SIZE | (bytes[index + 1] & 0xff);
    return pair >> (2 * Byte.SIZE - BITS_PER_CHARACTER - firstBit % Byte.SIZE) & 0x1f;
  }

  /** Returns the text with its prefix. */
  @Override
  public String toString() {
    return PREFIX + base32;
  }
}
