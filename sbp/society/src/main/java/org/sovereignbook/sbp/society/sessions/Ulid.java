package org.sovereignbook.sbp.society.sessions;

import java.math.BigInteger;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Ids that sort by time: 48 bits of milliseconds and 80 random bits, in 26 characters. */
final class Ulid {
  private static final Pattern FORM = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int LENGTH = 26;
  private static final int RANDOM_BITS = 80;
  private static final int TIME_BITS = 48;
  private static final int DIGIT_BITS = 5;

  /** Most bits added to the last id, so that two writers hardly ever choose the same next one. */
  private static final int STEP_BITS = 32;

  private Ulid() {}

  static boolean isUlid(String text) {
    return FORM.matcher(text).matches();
  }

  /**
   * Returns a new id.
   *
   * @param last the largest id so far; the new one is larger, even if the clock was set back
   */
  static String next(long nowMs, RandomGenerator random, Optional<String> last) {
    BigInteger time =
        BigInteger.valueOf(nowMs).mod(BigInteger.ONE.shiftLeft(TIME_BITS)).shiftLeft(RANDOM_BITS);
    BigInteger fresh = time.add(bits(random, RANDOM_BITS));
    BigInteger least =
        last.map(text -> value(text).add(BigInteger.ONE).add(bits(random, STEP_BITS)))
            .orElse(BigInteger.ZERO);
    boolean isLarger = last.isEmpty() || fresh.compareTo(value(last.get())) > 0;
    return text(isLarger ? fresh : least);
  }

  /** Returns the largest id that is smaller. */
  static String before(String id) {
    return text(value(id).subtract(BigInteger.ONE));
  }

  private static BigInteger bits(RandomGenerator random, int count) {
    byte[] bytes = new byte[count / Byte.SIZE];
    random.nextBytes(bytes);
    return new BigInteger(1, bytes);
  }

  private static BigInteger value(String text) {
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < text.length(); i++) {
      value = value.shiftLeft(DIGIT_BITS).add(BigInteger.valueOf(DIGITS.indexOf(text.charAt(i))));
    }
    return value;
  }

  private static String text(BigInteger value) {
    StringBuilder text = new StringBuilder(LENGTH);
    for (int i = LENGTH - 1; i >= 0; i--) {
      int digit = value.shiftRight(i * DIGIT_BITS).intValue() & (DIGITS.length() - 1);
      text.append(DIGITS.charAt(digit));
    }
    return text.toString();
  }
}
