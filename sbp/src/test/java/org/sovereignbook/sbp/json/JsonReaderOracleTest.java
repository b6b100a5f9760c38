package org.sovereignbook.sbp.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.json.JsonFixtures.utf8;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The own reader takes and refuses what Jackson's does, and reads the same from it. */
class JsonReaderOracleTest {
  private static final JsonFactory JACKSON = JsonFactory.builder().build();
  private static final String SYNTAX = "{}[]\",:\\ \n0123456789-+.eEtrufalsn/u'x";

  @Test
  void agreesWithJacksonOnWhatIsWritten() {
    for (int seed = 0; seed < 3_000; seed++) {
      JsonValue value = RandomJson.anyValue(seed);
      String text = seed % 2 == 0 ? JsonWriter.compact(value) : JsonWriter.pretty(value);

      assertThat(own(utf8(text))).as(text).isEqualTo(jackson(utf8(text))).contains(value);
    }
  }

  @Test
  void agreesWithJacksonOnTextThatWasDamaged() {
    RandomGenerator random = new Random(11);
    int accepted = 0;
    for (int i = 0; i < 60_000; i++) {
      byte[] bytes = utf8(JsonWriter.compact(RandomJson.anyValue(random.nextInt(500))));
      for (int hits = random.nextInt(1, 4); hits > 0; hits--) {
        bytes[random.nextInt(bytes.length)] =
            random.nextInt(8) == 0
                ? (byte) random.nextInt(256)
                : (byte) SYNTAX.charAt(random.nextInt(SYNTAX.length()));
      }
      Optional<JsonValue> read = own(bytes);
      accepted += read.isPresent() ? 1 : 0;

      assertThat(read).as(new String(bytes, StandardCharsets.ISO_8859_1)).isEqualTo(jackson(bytes));
    }
    assertThat(accepted).isBetween(2_000, 58_000);
  }

  @Test
  void agreesWithJacksonOnShortTextsOfSyntaxAlone() {
    RandomGenerator random = new Random(12);
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(1, 9); length > 0; length--) {
        text.append(SYNTAX.charAt(random.nextInt(SYNTAX.length())));
      }
      byte[] bytes = utf8(text.toString());

      assertThat(own(bytes)).as(text.toString()).isEqualTo(jackson(bytes));
    }
  }

  private static Optional<JsonValue> own(byte[] bytes) {
    try {
      return Optional.of(JsonReader.file(bytes));
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  /** What Jackson reads, without what I-JSON refuses beyond the grammar. */
  private static Optional<JsonValue> jackson(byte[] bytes) {
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      try (JsonParser parser =
          JACKSON.createParser(ObjectReadContext.empty(), text.toString().toCharArray())) {
        JsonValue value = value(parser, parser.nextToken());
        return parser.nextToken() == null && text.charAt(0) != '\uFEFF'
            ? Optional.of(value)
            : Optional.empty();
      }
    } catch (CharacterCodingException | JacksonException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static JsonValue value(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> new JsonString(wellFormed(parser.getString()));
      case VALUE_NUMBER_INT -> new JsonInteger(Long.parseLong(parser.getString()));
      case VALUE_NUMBER_FLOAT -> decimal(parser.getString());
      case VALUE_TRUE -> new JsonBoolean(true);
      case VALUE_FALSE -> new JsonBoolean(false);
      case VALUE_NULL -> JsonNull.INSTANCE;
      case null, default -> throw new IllegalArgumentException("no value");
    };
  }

  private static JsonObject object(JsonParser parser) {
    JsonObject.Builder members = JsonObject.builder();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = wellFormed(parser.currentName());
      if (members.has(name)) {
        throw new IllegalArgumentException("duplicate");
      }
      members.put(name, value(parser, parser.nextToken()));
    }
    return members.build();
  }

  private static JsonArray array(JsonParser parser) {
    List<JsonValue> values = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      values.add(value(parser, token));
    }
    return new JsonArray(values);
  }

  private static JsonDecimal decimal(String digits) {
    BigDecimal decimal = new BigDecimal(digits);
    if (Math.abs((long) decimal.scale()) > 400) {
      throw new IllegalArgumentException("extreme");
    }
    return new JsonDecimal(decimal);
  }

  private static String wellFormed(String text) {
    JsonString.requireWellFormed(text);
    return text;
  }
}
