package org.sovereignbook.sbp.net.mcp;

import java.io.ByteArrayOutputStream;
import java.util.BitSet;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Search for the id of a request that cannot be read as a whole: it is too long, or no valid JSON.
 * Takes the bytes one by one and keeps a small part of them only, so that the text may have any
 * length. The id counts when it is a member of the outermost object, which also names a method, and
 * when no second id contradicts it. Not thread-safe.
 */
final class RequestIdFinder {
  /** Quotes and characters of an id; each may be escaped. */
  private static final int MAX_TOKEN_BYTES = 2 + 6 * RpcMessage.MAX_ID_CHARACTERS;

  private static final int MAX_DEPTH = 1 << 20;

  /**
   * Bytes of the mark in UTF-8, as Latin-1 characters; some programs write it before their first
   * line.
   */
  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  /** Token that is expected next at the outermost level. */
  private enum Expected {
    OBJECT,
    NAME,
    COLON,
    VALUE,
    COMMA,
    /** The object has ended, or the text is no object. */
    NOTHING
  }

  private final ByteArrayOutputStream token = new ByteArrayOutputStream();

  /** Open brackets: set for an array, clear for an object. */
  private final BitSet arrays = new BitSet();

  private int depth;
  private Expected expected = Expected.OBJECT;
  private boolean isText;
  private boolean isEscaped;
  private String name = "";
  private boolean hasMethod;
  private boolean isContradicted;
  private Optional<JsonValue> found = Optional.empty();

  /** Finds the id in a whole text. */
  static Optional<JsonValue> in(byte[] utf8) {
    RequestIdFinder finder = new RequestIdFinder();
    finder.take(utf8);
    return finder.id();
  }

  /** Returns the id, as far as the bytes taken so far show it. */
  Optional<JsonValue> id() {
    return hasMethod && !isContradicted ? found : Optional.empty();
  }

  void take(byte[] utf8) {
    for (byte next : utf8) {
      take(next);
    }
  }

  void take(int next) {
    if (expected == Expected.NOTHING) {
      return;
    }
    if (isText) {
      text(next);
      return;
    }
    switch ((char) (next & 0xff)) {
      case '"' -> {
        isText = true;
        begin(next);
        keep(next);
      }
      case '{', '[' -> open(next == '[');
      case '}', ']' -> close(next == ']');
      case ',' -> {
        endWord();
        move(Expected.COMMA, Expected.NAME);
      }
      case ':' -> move(Expected.COLON, Expected.VALUE);
      case ' ', '\t', '\r', '\n' -> endWord();
      default -> {
        begin(next);
        keep(next);
      }
    }
  }

  private void text(int next) {
    keep(next);
    if (isEscaped) {
      isEscaped = false;
    } else if (next == '\\') {
      isEscaped = true;
    } else if (next == '"') {
      isText = false;
      if (depth == 1) {
        endToken();
      }
    }
  }

  /** Begins or continues a text, a number or a word, where one is allowed. */
  private void begin(int next) {
    if (expected == Expected.OBJECT && BYTE_ORDER_MARK.indexOf(next & 0xff) >= 0) {
      return;
    }
    boolean isName = expected == Expected.NAME && isText;
    if (depth == 0 || (depth == 1 && !isName && expected != Expected.VALUE)) {
      expected = Expected.NOTHING;
    }
  }

  private void keep(int next) {
    if (depth == 1 && token.size() <= MAX_TOKEN_BYTES) {
      token.write(next);
    }
  }

  private void open(boolean isArray) {
    boolean fits =
        switch (depth) {
          case 0 -> expected == Expected.OBJECT && !isArray;
          case 1 -> expected == Expected.VALUE && token.size() == 0;
          default -> depth < MAX_DEPTH;
        };
    if (!fits) {
      expected = Expected.NOTHING;
      return;
    }
    arrays.set(depth++, isArray);
    if (depth == 1) {
      expected = Expected.NAME;
    }
  }

  private void close(boolean isArray) {
    endWord();
    if (depth == 0 || arrays.get(depth - 1) != isArray) {
      expected = Expected.NOTHING;
      return;
    }
    depth--;
    if (depth == 1) {
      value(Optional.empty());
    } else if (depth == 0) {
      expected = Expected.NOTHING;
    }
  }

  private void move(Expected from, Expected to) {
    if (depth == 1) {
      expected = expected == from ? to : Expected.NOTHING;
    }
  }

  /** Ends a number or a word, when another token begins. */
  private void endWord() {
    if (depth == 1 && token.size() > 0) {
      endToken();
    }
  }

  private void endToken() {
    Optional<JsonValue> read = read();
    token.reset();
    if (expected == Expected.NAME) {
      name = read.map(RequestIdFinder::text).orElse("");
      hasMethod |= name.equals("method");
      expected = Expected.COLON;
    } else {
      value(read);
    }
  }

  private void value(Optional<JsonValue> value) {
    if (name.equals("id")) {
      Optional<JsonValue> id = value.flatMap(RpcMessage::id);
      isContradicted |= id.isEmpty() || (found.isPresent() && !found.equals(id));
      found = id;
    }
    expected = Expected.COMMA;
  }

  private Optional<JsonValue> read() {
    if (token.size() > MAX_TOKEN_BYTES) {
      return Optional.empty();
    }
    try {
      return Optional.of(JsonReader.file(token.toByteArray()));
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  private static String text(JsonValue name) {
    return name instanceof JsonString(String text) ? text : "";
  }
}
