package org.sovereignbook.sbp.base.crypto;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Search for a node's private keys in text that would be signed, sent or logged (THREATS: "the node
 * signs its own secret"). A key is found in base64, base64url and hex, alone or inside other bytes
 * so encoded, with anything but letters of the encoding in between (white space, quotes, line
 * breaks) and with its characters spelled as JSON escapes. Immutable.
 */
public final class Secrets {
  /** Number of nested escapes that are resolved: JSON in a string of JSON, once more quoted. */
  private static final int MAX_ESCAPE_DEPTH = 3;

  /** The fewest characters that one of the encodings has. */
  private static final int MIN_CHARACTERS = 42;

  private static final int BITS_PER_BYTE = 8;
  private static final int BITS_PER_CHARACTER = 6;
  private static final int HEX = 16;
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u+([0-9a-fA-F]{4})|(.))");

  private final List<PrivateKey> keys;
  private final List<String> base64 = new ArrayList<>();
  private final List<String> hex = new ArrayList<>();

  private Secrets(List<PrivateKey> keys) {
    this.keys = List.copyOf(keys);
    for (PrivateKey key : this.keys) {
      byte[] seed = key.seed();
      hex.add(HexFormat.of().formatHex(seed));
      for (int before = 0; before < 3; before++) {
        base64.add(insideBase64(seed, before));
      }
    }
  }

  /** Creates a scanner for these keys. */
  public static Secrets of(List<PrivateKey> keys) {
    return new Secrets(keys);
  }

  /** Returns a scanner for these keys and others. */
  Secrets with(List<PrivateKey> more) {
    List<PrivateKey> all = new ArrayList<>(keys);
    all.addAll(more);
    return new Secrets(all.stream().distinct().toList());
  }

  /** Returns whether the text contains any of the keys. */
  public boolean in(String text) {
    String seen = text;
    for (int depth = 0; depth <= MAX_ESCAPE_DEPTH; depth++) {
      if (isPlainlyIn(seen)) {
        return true;
      }
      String resolved = seen.indexOf('\\') < 0 ? seen : resolve(seen);
      if (resolved.equals(seen)) {
        return false;
      }
      seen = resolved;
    }
    return false;
  }

  /** Works like {@link #in(String)}, for UTF-8. */
  public boolean in(byte[] text) {
    return in(new String(text, StandardCharsets.UTF_8));
  }

  private boolean isPlainlyIn(String text) {
    if (text.length() < MIN_CHARACTERS) {
      return false;
    }
    StringBuilder letters = new StringBuilder(text.length());
    StringBuilder digits = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (isBase64(each)) {
        letters.append(each == '-' ? '+' : each == '_' ? '/' : each);
      }
      if (Character.digit(each, HEX) >= 0) {
        digits.append(Character.toLowerCase(each));
      }
    }
    return base64.stream().anyMatch(key -> letters.indexOf(key) >= 0)
        || hex.stream().anyMatch(key -> digits.indexOf(key) >= 0);
  }

  private static boolean isBase64(char each) {
    return (each >= 'A' && each <= 'Z')
        || (each >= 'a' && each <= 'z')
        || (each >= '0' && each <= '9')
        || "+/-_".indexOf(each) >= 0;
  }

  /**
   * Returns the characters that depend on the seed alone when this many other bytes come before it.
   */
  private static String insideBase64(byte[] seed, int bytesBefore) {
    byte[] bytes = new byte[bytesBefore + seed.length];
    System.arraycopy(seed, 0, bytes, bytesBefore, seed.length);
    int from = Math.ceilDiv(bytesBefore * BITS_PER_BYTE, BITS_PER_CHARACTER);
    int to = bytes.length * BITS_PER_BYTE / BITS_PER_CHARACTER;
    return Base64.getEncoder().withoutPadding().encodeToString(bytes).substring(from, to);
  }

  private static String resolve(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null
                        ? control(found.group(2))
                        : String.valueOf((char) Integer.parseInt(found.group(1), HEX))));
  }

  private static String control(String escaped) {
    return "nrtbf".contains(escaped) ? " " : escaped;
  }
}
