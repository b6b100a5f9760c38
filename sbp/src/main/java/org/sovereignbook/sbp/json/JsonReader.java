package org.sovereignbook.sbp.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.json.MalformedJson.Problem;

/**
 * Reads JSON bytes as strictly as PROTOCOL.md §1 demands (I-JSON, RFC 7493).
 *
 * <p>Refused: a byte order mark, invalid UTF-8, duplicate members, lone surrogates, too deep
 * nesting, numbers outside the range, anything after the top-level value. Time and memory are
 * linear in the input; the caller bounds its size. Thread-safe; every refusal is a {@link
 * MalformedJson}.
 *
 * <p>An own reader, since it must be read by each start of the program, and any parser of Jackson
 * begins with the tables of {@code BigDecimal}, which cost a third of a whole start. In the tests
 * Jackson is the oracle.
 */
public final class JsonReader {

  /** Nesting on the wire; the top-level object is depth 1. */
  public static final int MAX_WIRE_DEPTH = 32;

  /** Nesting in this node's own files. */
  public static final int MAX_FILE_DEPTH = 64;

  private static final int MAX_INTEGER_CHARACTERS = 20;
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final char REPLACEMENT = '\uFFFD';

  private final char[] text;
  private final boolean wire;
  private int next;

  private JsonReader(char[] text, boolean wire) {
    this.text = text;
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

  private static JsonValue read(byte[] utf8, boolean wire) throws MalformedJson {
    return new JsonReader(decode(utf8), wire).document();
  }

  private static char[] decode(byte[] utf8) throws MalformedJson {
    String text = new String(utf8, StandardCharsets.UTF_8);
    // Only where a character was replaced, or somebody wrote that one, can the bytes be wrong.
    if (text.indexOf(REPLACEMENT) >= 0) {
      requireUtf8(utf8);
    }
    if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
      throw new MalformedJson(Problem.MALFORMED, "a byte order mark is not allowed", 1, 1);
    }
    return text.toCharArray();
  }

  private static void requireUtf8(byte[] bytes) throws MalformedJson {
    CharBuffer decoded = CharBuffer.allocate(bytes.length);
    boolean malformed =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(bytes), decoded, true)
            .isError();
    if (malformed) {
      char[] before = new char[decoded.position()];
      decoded.flip().get(before);
      throw new JsonReader(before, false).malformed("invalid UTF-8", before.length);
    }
  }

  private JsonValue document() throws MalformedJson {
    JsonValue value = value(0);
    skipSpace();
    if (next < text.length) {
      throw malformed("unexpected content after the top-level value", next);
    }
    return value;
  }

  private JsonValue value(int depth) throws MalformedJson {
    char first = peek();
    return switch (first) {
      case '{' -> object(deeper(depth));
      case '[' -> array(deeper(depth));
      case '"' -> new JsonString(string());
      case 't' -> word("true", new JsonBoolean(true));
      case 'f' -> word("false", new JsonBoolean(false));
      case 'n' -> word("null", JsonNull.INSTANCE);
      default -> {
        if (first != '-' && !isDigit(first)) {
          throw malformed("a value is missing", next);
        }
        yield number();
      }
    };
  }

  private int deeper(int depth) throws MalformedJson {
    int limit = wire ? MAX_WIRE_DEPTH : MAX_FILE_DEPTH;
    if (depth == limit) {
      throw malformed("nesting is deeper than " + limit, next);
    }
    return depth + 1;
  }

  private JsonObject object(int depth) throws MalformedJson {
    JsonObject.Builder members = JsonObject.builder();
    next++;
    if (peek() == '}') {
      next++;
      return members.build();
    }
    do {
      if (peek() != '"') {
        throw malformed("the name of a member is missing", next);
      }
      int start = next;
      String name = string();
      if (members.has(name)) {
        throw malformed("duplicate member \"" + name + "\"", start);
      }
      if (peek() != ':') {
        throw malformed("a colon is missing", next);
      }
      next++;
      members.put(name, value(depth));
    } while (another('}'));
    return members.build();
  }

  private JsonArray array(int depth) throws MalformedJson {
    List<JsonValue> values = new ArrayList<>();
    next++;
    if (peek() == ']') {
      next++;
      return new JsonArray(values);
    }
    do {
      values.add(value(depth));
    } while (another(']'));
    return new JsonArray(values);
  }

  /** Passes the comma before a further entry, or the end. */
  private boolean another(char end) throws MalformedJson {
    char c = peek();
    if (c != ',' && c != end) {
      throw malformed("a comma or a " + end + " is missing", next);
    }
    next++;
    return c == ',';
  }

  private JsonValue word(String word, JsonValue value) throws MalformedJson {
    int start = next;
    for (int i = 0; i < word.length(); i++, next++) {
      if (next == text.length) {
        throw tooShort();
      }
      if (text[next] != word.charAt(i)) {
        throw malformed("unknown word", start);
      }
    }
    return value;
  }

  private String string() throws MalformedJson {
    int start = next;
    int from = ++next;
    while (next < text.length && text[next] != '"' && text[next] != '\\' && text[next] >= ' ') {
      next++;
    }
    // Most strings hold no escape, and what was UTF-8 holds no lone surrogate.
    if (next < text.length && text[next] == '"') {
      return new String(text, from, next++ - from);
    }
    StringBuilder unescaped = new StringBuilder().append(text, from, next - from);
    while (inString() != '"') {
      char c = text[next++];
      unescaped.append(c == '\\' ? escaped() : c);
    }
    next++;
    String value = unescaped.toString();
    if (!JsonString.isWellFormed(value)) {
      throw malformed("a string contains a lone surrogate", start);
    }
    return value;
  }

  private char inString() throws MalformedJson {
    if (next == text.length) {
      throw tooShort();
    }
    if (text[next] < ' ') {
      throw malformed("a control character in a string is not escaped", next);
    }
    return text[next];
  }

  /** The character that is written behind a backslash, which was passed. */
  private char escaped() throws MalformedJson {
    char letter = inString();
    next++;
    return switch (letter) {
      case '"', '\\', '/' -> letter;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hex();
      default -> throw malformed("unknown escape", next - 2);
    };
  }

  private char hex() throws MalformedJson {
    int value = 0;
    for (int i = 0; i < 4; i++, next++) {
      char c = inString();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw malformed("an escape is not made of four hex digits", next);
      }
      value = value * 16 + digit;
    }
    return (char) value;
  }

  private JsonValue number() throws MalformedJson {
    int start = next;
    next += text[next] == '-' ? 1 : 0;
    int integer = digits();
    if (integer > 1 && text[next - integer] == '0') {
      throw malformed("a number begins with a zero", start);
    }
    int whole = next;
    if (next < text.length && text[next] == '.') {
      next++;
      digits();
    }
    if (next < text.length && (text[next] == 'e' || text[next] == 'E')) {
      next++;
      next += next < text.length && (text[next] == '+' || text[next] == '-') ? 1 : 0;
      digits();
    }
    return whole == next ? integer(start) : decimal(start);
  }

  /** Passes digits, of which there must be one, and counts them. */
  private int digits() throws MalformedJson {
    int from = next;
    while (next < text.length && isDigit(text[next])) {
      next++;
    }
    if (from == next) {
      throw next == text.length ? tooShort() : malformed("a digit is missing", next);
    }
    return next - from;
  }

  private JsonInteger integer(int start) throws MalformedJson {
    if (next - start > MAX_INTEGER_CHARACTERS) {
      throw invalidNumber("an integer is too large", start);
    }
    try {
      JsonInteger integer = new JsonInteger(Long.parseLong(new String(text, start, next - start)));
      if (wire && !integer.fitsWire()) {
        throw invalidNumber("an integer is outside the range of 2^53 - 1", start);
      }
      return integer;
    } catch (NumberFormatException e) {
      throw invalidNumber("an integer is too large", start);
    }
  }

  private JsonDecimal decimal(int start) throws MalformedJson {
    if (wire) {
      throw invalidNumber("a number is not an integer", start);
    }
    if (next - start > JsonDecimal.MAX_CHARACTERS) {
      throw invalidNumber("a number is too long", start);
    }
    try {
      return JsonDecimal.parse(new String(text, start, next - start));
    } catch (NumberFormatException e) {
      throw invalidNumber("a number's exponent is too large", start);
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** The next character that is no space; it is not passed. */
  private char peek() throws MalformedJson {
    skipSpace();
    if (next == text.length) {
      throw tooShort();
    }
    return text[next];
  }

  private void skipSpace() {
    while (next < text.length
        && (text[next] == ' ' || text[next] == '\n' || text[next] == '\r' || text[next] == '\t')) {
      next++;
    }
  }

  private MalformedJson tooShort() {
    return malformed("the text ends too early", text.length);
  }

  private MalformedJson malformed(String reason, int at) {
    return at(Problem.MALFORMED, reason, at);
  }

  private MalformedJson invalidNumber(String reason, int at) {
    return at(Problem.INVALID_NUMBER, reason, at);
  }

  private MalformedJson at(Problem problem, String reason, int at) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < at; i++) {
      column++;
      if (text[i] == '\n') {
        line++;
        column = 1;
      }
    }
    return new MalformedJson(problem, reason, line, column);
  }
}
