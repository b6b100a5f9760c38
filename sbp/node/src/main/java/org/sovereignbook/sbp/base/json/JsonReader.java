package org.sovereignbook.sbp.base.json;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sovereignbook.sbp.base.json.MalformedJson.Problem;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON bytes as strictly as PROTOCOL.md §1 demands (I-JSON, RFC 7493).
 *
 * <p>Refused: a byte order mark, invalid UTF-8, duplicate members, lone surrogates, too deep
 * nesting, numbers outside the range, anything after the top-level value. Time and memory are
 * linear in the input; the caller bounds its size. Thread-safe; every refusal is a {@link
 * MalformedJson}.
 */
public final class JsonReader {

  /** Nesting on the wire; the top-level object is depth 1. */
  public static final int MAX_WIRE_DEPTH = 32;

  /** Nesting in this node's own files. */
  public static final int MAX_FILE_DEPTH = 64;

  private static final int MAX_INTEGER_CHARACTERS = 20;
  private static final int MAX_DECIMAL_CHARACTERS = 400;
  private static final int MAX_DECIMAL_SCALE = 400;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /*
   * Depth, numbers and names are limited here, where the right error is known, so the parser's own
   * limits are off. Its shared table of names is off too: strangers choose the names.
   */
  private static final JsonFactory PARSERS =
      JsonFactory.builder()
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_FILE_DEPTH + 1)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;
  private final boolean wire;

  private JsonReader(JsonParser parser, boolean wire) {
    this.parser = parser;
    this.wire = wire;
  }

  /** Reads one object from a peer: integers within ±(2^53 - 1) only, depth at most 32. */
  public static JsonObject wireObject(byte[] utf8) throws MalformedJson {
    if (read(utf8, true) instanceof JsonObject object) {
      return object;
    }
    throw new MalformedJson(Problem.MALFORMED, "the top level is not an object", 1, 1);
  }

  /** Reads a file of this node: decimals and any long allowed, depth at most 64, any top level. */
  public static JsonValue file(byte[] utf8) throws MalformedJson {
    return read(utf8, false);
  }

  /**
   * Reads a file of this node that contains one object and may be larger than memory: passes on its
   * members, one after the other.
   */
  public static void members(InputStream utf8, BiConsumer<String, JsonValue> to)
      throws MalformedJson {
    try (JsonParser parser =
        PARSERS.createParser(
            ObjectReadContext.empty(), new InputStreamReader(utf8, StandardCharsets.UTF_8))) {
      new JsonReader(parser, false).members(to);
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  private void members(BiConsumer<String, JsonValue> to) throws MalformedJson {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw malformed("the top level is not an object");
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = wellFormed(parser.currentName());
      to.accept(name, value(parser.nextToken(), 1));
    }
  }

  private static JsonValue read(byte[] utf8, boolean wire) throws MalformedJson {
    CharBuffer text = decode(utf8);
    try (JsonParser parser =
        PARSERS.createParser(ObjectReadContext.empty(), text.array(), 0, text.length())) {
      return new JsonReader(parser, wire).document();
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  private static MalformedJson malformed(JacksonException e) {
    TokenStreamLocation at = e.getLocation() == null ? TokenStreamLocation.NA : e.getLocation();
    return malformed(reason(e), at);
  }

  /** Returns the parser's message without its expectations and the note on its hidden source. */
  private static String reason(JacksonException failure) {
    String reason = failure.getOriginalMessage();
    if (reason.startsWith("Unexpected end-of-input")) {
      return "the text ends too early";
    }
    for (String end : List.of(": was expecting", ": expected", " (start marker")) {
      int at = reason.indexOf(end);
      reason = at < 0 ? reason : reason.substring(0, at);
    }
    return reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1);
  }

  private static CharBuffer decode(byte[] utf8) throws MalformedJson {
    ByteBuffer bytes = ByteBuffer.wrap(utf8);
    CharBuffer text = CharBuffer.allocate(utf8.length);
    CoderResult result =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(bytes, text, true);
    text.flip();
    if (result.isError()) {
      throw atEnd(text, "invalid UTF-8");
    }
    if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
      throw new MalformedJson(Problem.MALFORMED, "a byte order mark is not allowed", 1, 1);
    }
    return text;
  }

  private static MalformedJson atEnd(CharBuffer readSoFar, String reason) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < readSoFar.length(); i++) {
      column++;
      if (readSoFar.charAt(i) == '\n') {
        line++;
        column = 1;
      }
    }
    return new MalformedJson(Problem.MALFORMED, reason, line, column);
  }

  private JsonValue document() throws MalformedJson {
    JsonValue value = value(parser.nextToken(), 0);
    if (parser.nextToken() != null) {
      throw malformed("unexpected content after the top-level value");
    }
    return value;
  }

  private JsonValue value(@Nullable JsonToken token, int depth) throws MalformedJson {
    // Not within the switch: one that takes null is linked again at each start, a tenth of it.
    if (token == null) {
      throw malformed("a value is missing");
    }
    return switch (token) {
      case START_OBJECT -> object(deeper(depth));
      case START_ARRAY -> array(deeper(depth));
      case VALUE_STRING -> new JsonString(wellFormed(parser.getString()));
      case VALUE_NUMBER_INT -> integer(parser.getString());
      case VALUE_NUMBER_FLOAT -> decimal(parser.getString());
      case VALUE_TRUE -> new JsonBoolean(true);
      case VALUE_FALSE -> new JsonBoolean(false);
      case VALUE_NULL -> JsonNull.INSTANCE;
      default -> throw malformed("a value is missing");
    };
  }

  private int deeper(int depth) throws MalformedJson {
    int limit = wire ? MAX_WIRE_DEPTH : MAX_FILE_DEPTH;
    if (depth == limit) {
      throw malformed("nesting is deeper than " + limit);
    }
    return depth + 1;
  }

  private JsonObject object(int depth) throws MalformedJson {
    JsonObject.Builder members = JsonObject.builder();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = wellFormed(parser.currentName());
      if (members.has(name)) {
        throw malformed("duplicate member \"" + name + "\"");
      }
      members.put(name, value(parser.nextToken(), depth));
    }
    return members.build();
  }

  private JsonArray array(int depth) throws MalformedJson {
    List<JsonValue> values = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      values.add(value(token, depth));
    }
    return new JsonArray(values);
  }

  private String wellFormed(String text) throws MalformedJson {
    if (!JsonString.isWellFormed(text)) {
      throw malformed("a string contains a lone surrogate");
    }
    return text;
  }

  private JsonInteger integer(String digits) throws MalformedJson {
    if (digits.length() > MAX_INTEGER_CHARACTERS) {
      throw invalidNumber("an integer is too large");
    }
    try {
      JsonInteger integer = new JsonInteger(Long.parseLong(digits));
      if (wire && !integer.fitsWire()) {
        throw invalidNumber("an integer is outside the range of 2^53 - 1");
      }
      return integer;
    } catch (NumberFormatException e) {
      throw invalidNumber("an integer is too large");
    }
  }

  private JsonDecimal decimal(String digits) throws MalformedJson {
    if (wire) {
      throw invalidNumber("a number is not an integer");
    }
    if (digits.length() > MAX_DECIMAL_CHARACTERS) {
      throw invalidNumber("a number is too long");
    }
    try {
      BigDecimal decimal = new BigDecimal(digits);
      if (Math.abs((long) decimal.scale()) > MAX_DECIMAL_SCALE) {
        throw invalidNumber("a number's exponent is too large");
      }
      return new JsonDecimal(decimal);
    } catch (NumberFormatException e) {
      throw invalidNumber("a number's exponent is too large");
    }
  }

  private MalformedJson malformed(String reason) {
    return malformed(reason, parser.currentTokenLocation());
  }

  private MalformedJson invalidNumber(String reason) {
    TokenStreamLocation at = parser.currentTokenLocation();
    return new MalformedJson(Problem.INVALID_NUMBER, reason, at.getLineNr(), at.getColumnNr());
  }

  private static MalformedJson malformed(String reason, TokenStreamLocation at) {
    return new MalformedJson(Problem.MALFORMED, reason, at.getLineNr(), at.getColumnNr());
  }
}
