package org.sovereignbook.sbp.base.crypto;

import java.util.HexFormat;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Name of an object or byte string: {@code sha256:} and 64 lower-case hex digits (PROTOCOL.md §1,
 * §2).
 *
 * @param hex the 64 digits without the prefix
 */
@Shape.Def(value = "hash", pattern = "^sha256:[0-9a-f]{64}$")
public record ContentHash(String hex) implements Comparable<ContentHash>, JsonText {

  private static final String PREFIX = "sha256:";
  private static final int HEX_DIGITS = 2 * Sha256.BYTES;

  public ContentHash {
    boolean valid =
        hex.length() == HEX_DIGITS
            && hex.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    if (!valid) {
      throw new IllegalArgumentException("a hash has 64 lower-case hex digits");
    }
  }

  /** Reads {@code sha256:} and 64 digits; anything else is an IllegalArgumentException. */
  public static ContentHash parse(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("a hash starts with sha256:");
    }
    return new ContentHash(text.substring(PREFIX.length()));
  }

  /** Returns the hash of the canonical form, the {@code signature} member included. */
  public static ContentHash of(JsonObject object) {
    return ofBytes(Jcs.canonicalize(object));
  }

  public static ContentHash ofBytes(byte[] bytes) {
    return new ContentHash(HexFormat.of().formatHex(Sha256.digest(bytes)));
  }

  /** The hash of bytes that come one after the other. Not thread-safe. */
  public static final class Running {
    private final Sha256 digest = new Sha256();

    public Running add(byte[] bytes) {
      digest.add(bytes);
      return this;
    }

    /** Returns the hash of all bytes added; no more may be added afterwards. */
    public ContentHash hash() {
      return new ContentHash(HexFormat.of().formatHex(digest.end()));
    }
  }

  @Override
  public int compareTo(ContentHash other) {
    return hex.compareTo(other.hex);
  }

  /** Returns the text with its prefix. */
  @Override
  public String toString() {
    return PREFIX + hex;
  }
}
