package org.sovereignbook.sbp.base.crypto;

import java.util.Arrays;

/** An Ed25519 signature of 64 bytes (PROTOCOL.md §1); immutable, not yet verified. */
public final class Signature {

  /** Length of a signature. */
  public static final int BYTES = 64;

  private final byte[] bytes;

  private Signature(byte[] owned) {
    this.bytes = owned;
  }

  /** Reads 86 base64url characters; anything else is an IllegalArgumentException. */
  public static Signature parse(String text) {
    return new Signature(Base64Url.decode(text, BYTES));
  }

  public static Signature of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a signature has 64 bytes, not " + bytes.length);
    }
    return new Signature(bytes.clone());
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Signature that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns the base64url text. */
  @Override
  public String toString() {
    return Base64Url.encode(bytes);
  }
}
