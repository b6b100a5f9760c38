package org.sovereignbook.sbp.base.crypto;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Base64url without padding (PROTOCOL.md §1): each byte string has exactly one spelling.
 *
 * <p>A refusal is an IllegalArgumentException whose one sentence never repeats the text, which may
 * be a private key. Thread-safe.
 */
public final class Base64Url {

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private Base64Url() {}

  public static String encode(byte[] bytes) {
    return ENCODER.encodeToString(bytes);
  }

  public static byte[] decode(String text) {
    for (int i = 0; i < text.length(); i++) {
      requireInAlphabet(text.charAt(i), i + 1);
    }
    if (text.length() % 4 == 1) {
      throw new IllegalArgumentException(
          "%d characters are no possible length in base64url".formatted(text.length()));
    }
    byte[] bytes = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.US_ASCII));
    if (!encode(bytes).equals(text)) {
      throw new IllegalArgumentException("the last base64url character has non-zero trailing bits");
    }
    return bytes;
  }

  /** Decodes text that must stand for exactly this many bytes. */
  public static byte[] decode(String text, int expectedBytes) {
    int expectedCharacters = (expectedBytes * 4 + 2) / 3;
    if (text.length() != expectedCharacters) {
      throw new IllegalArgumentException(
          "expected %d base64url characters (%d bytes) but found %d"
              .formatted(expectedCharacters, expectedBytes, text.length()));
    }
    return decode(text);
  }

  private static void requireInAlphabet(char c, int position) {
    boolean known =
        (c >= 'A' && c <= 'Z')
            || (c >= 'a' && c <= 'z')
            || (c >= '0' && c <= '9')
            || c == '-'
            || c == '_';
    if (c == '=') {
      throw new IllegalArgumentException("base64url is written without padding here");
    }
    if (!known) {
      throw new IllegalArgumentException(
          "character %d is not in the base64url alphabet".formatted(position));
    }
  }
}
