package org.sovereignbook.sbp.plugins.erc8004;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/** Hexadecimal digits with {@code 0x}, as JSON-RPC writes bytes and numbers. */
final class Hex {
  static final int ADDRESS_BYTES = 20;

  private static final HexFormat DIGITS = HexFormat.of();
  private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-fA-F]{40}");
  private static final Pattern NUMBER = Pattern.compile("0x[0-9a-fA-F]{1,64}");
  private static final String PREFIX = "0x";

  private Hex() {}

  static String of(byte[] bytes) {
    return PREFIX + DIGITS.formatHex(bytes);
  }

  static String of(BigInteger number) {
    return PREFIX + number.toString(16);
  }

  /**
   * Reads bytes.
   *
   * @throws IllegalArgumentException for anything else
   */
  static byte[] bytes(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("no hexadecimal digits with 0x");
    }
    return DIGITS.parseHex(text.substring(PREFIX.length()));
  }

  /**
   * Reads a number of at most 256 bits.
   *
   * @throws IllegalArgumentException for anything else
   */
  static BigInteger number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException("no number in hexadecimal digits");
    }
    return new BigInteger(text.substring(PREFIX.length()), 16);
  }

  static boolean isAddress(String text) {
    return ADDRESS.matcher(text).matches();
  }

  /** Returns an address in lower case, so that equal ones are equal texts. */
  static String address(byte[] bytes) {
    return of(bytes).toLowerCase(Locale.ROOT);
  }
}
