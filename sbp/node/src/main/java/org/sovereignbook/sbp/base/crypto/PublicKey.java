package org.sovereignbook.sbp.base.crypto;

import java.util.Arrays;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * An Ed25519 public key, the name of a node (PROTOCOL.md §1).
 *
 * <p>Any 32 bytes: whether they are a usable point is {@link Ed25519#verify}'s verdict, so that a
 * bad key is a bad signature on every node. Ordered by its text. Immutable.
 */
@Shape.Def(
    value = "key",
    pattern = "^[A-Za-z0-9_-]{43}$",
    description = "an Ed25519 public key, base64url")
public final class PublicKey implements Comparable<PublicKey>, JsonText {

  /** Length of the key. */
  public static final int BYTES = 32;

  private final byte[] bytes;
  private final String text;

  private PublicKey(byte[] owned, String text) {
    this.bytes = owned;
    this.text = text;
  }

  /** Reads 43 base64url characters; anything else is an IllegalArgumentException. */
  public static PublicKey parse(String text) {
    return new PublicKey(Base64Url.decode(text, BYTES), text);
  }

  public static PublicKey of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a public key has 32 bytes, not " + bytes.length);
    }
    return new PublicKey(bytes.clone(), Base64Url.encode(bytes));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public int compareTo(PublicKey other) {
    return text.compareTo(other.text);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PublicKey that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns the base64url text. */
  @Override
  public String toString() {
    return text;
  }
}
