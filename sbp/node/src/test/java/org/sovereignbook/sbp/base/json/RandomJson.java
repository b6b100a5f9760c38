package org.sovereignbook.sbp.base.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Seeded random documents, with characters and numbers where writers go wrong. */
final class RandomJson {

  private static final int[] CHARACTERS = {
    0, 8, 9, 10, 12, 13, 0x1f, ' ', '"', '/', '\\', 'a', 'Z', '0', 0x7f, 0x80, 0x9f, 0xa0, 0xe9,
    0x7ff, 0x800, 0x2028, 0x2029, 0x20ac, 0xd7ff, 0xe000, 0xfb33, 0xfeff, 0xfffd, 0xffff, 0x10000,
    0x1f600, 0x10ffff
  };
  private static final long[] INTEGERS = {
    0, 1, -1, 9, 10, JsonInteger.MAX_WIRE_INTEGER, -JsonInteger.MAX_WIRE_INTEGER
  };
  private static final int MAX_DEPTH = 6;

  private final RandomGenerator random;
  private final boolean decimals;

  private RandomJson(long seed, boolean decimals) {
    this.random = new Random(seed);
    this.decimals = decimals;
  }

  /** Integers only, as on the wire. */
  static JsonObject wireObject(long seed) {
    return new RandomJson(seed, false).object(1);
  }

  /** Any value, decimals and large integers included. */
  static JsonValue anyValue(long seed) {
    return new RandomJson(seed, true).value(0);
  }

  private JsonObject object(int depth) {
    JsonObject.Builder builder = JsonObject.builder();
    for (int i = random.nextInt(7); i > 0; i--) {
      builder.put(text(), value(depth));
    }
    return builder.build();
  }

  private JsonValue value(int depth) {
    return switch (random.nextInt(depth < MAX_DEPTH ? 8 : 5)) {
      case 0 -> new JsonString(text());
      case 1 -> new JsonInteger(integer());
      case 2 -> new JsonBoolean(random.nextBoolean());
      case 3 -> JsonNull.INSTANCE;
      case 4 -> decimals ? decimal() : new JsonInteger(random.nextInt());
      case 5 -> array(depth + 1);
      default -> object(depth + 1);
    };
  }

  private JsonArray array(int depth) {
    List<JsonValue> values = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      values.add(value(depth));
    }
    return new JsonArray(values);
  }

  private long integer() {
    if (decimals && random.nextInt(4) == 0) {
      return random.nextLong();
    }
    return random.nextBoolean()
        ? INTEGERS[random.nextInt(INTEGERS.length)]
        : random.nextLong(-JsonInteger.MAX_WIRE_INTEGER, JsonInteger.MAX_WIRE_INTEGER);
  }

  private JsonDecimal decimal() {
    BigInteger digits = BigInteger.valueOf(random.nextLong());
    return new JsonDecimal(new BigDecimal(digits, random.nextInt(-300, 300)));
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }
}
