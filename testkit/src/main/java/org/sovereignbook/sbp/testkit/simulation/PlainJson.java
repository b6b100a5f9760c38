package org.sovereignbook.sbp.testkit.simulation;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * JSON objects, their canonical form, hashes and signatures, written once more for the judge, who
 * must not share the mistakes of what it judges. Reads what is well-formed; anything else is an
 * {@link IllegalArgumentException}.
 */
final class PlainJson {
  private static final int MAX_DEPTH = 64;

  private final String text;
  private int at;

  private PlainJson(String text) {
    this.text = text;
  }

  /** Reads an object; empty when the bytes are none. */
  static Optional<Map<String, Object>> object(byte[] bytes) {
    try {
      PlainJson reader = new PlainJson(new String(bytes, StandardCharsets.UTF_8));
      Object value = reader.value(0);
      reader.space();
      return reader.at == reader.text.length() ? asObject(value) : Optional.empty();
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  @SuppressWarnings("unchecked") // All objects that are read here have text as names.
  static Optional<Map<String, Object>> asObject(Object value) {
    return value instanceof Map<?, ?> map
        ? Optional.of((Map<String, Object>) map)
        : Optional.empty();
  }

  /** Returns a member that is text, else nothing in it. */
  static String text(Map<String, Object> object, String name) {
    return object.get(name) instanceof String text ? text : "";
  }

  /** Returns the hash of an object as it was sent. */
  static String hash(Map<String, Object> object) {
    return "sha256:" + digest(canonical(object));
  }

  /** Returns the SHA-256 of bytes, in 64 hex digits. */
  static String digest(byte[] bytes) {
    return HexFormat.of().formatHex(sha256(bytes));
  }

  /** Returns whether the member of this name is the key that has signed the object. */
  static boolean isSigned(Map<String, Object> object, String keyMember) {
    Map<String, Object> unsigned = new TreeMap<>(object);
    Object signature = unsigned.remove("signature");
    try {
      Signature check = Signature.getInstance("Ed25519");
      check.initVerify(key(text(object, keyMember)));
      check.update(canonical(unsigned));
      return check.verify(Base64.getUrlDecoder().decode(String.valueOf(signature)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  private static java.security.PublicKey key(String base64) throws GeneralSecurityException {
    byte[] bytes = Base64.getUrlDecoder().decode(base64);
    byte[] turned = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      turned[i] = bytes[bytes.length - 1 - i];
    }
    boolean isOdd = (turned[0] & 0x80) != 0;
    turned[0] &= 0x7f;
    EdECPoint point = new EdECPoint(isOdd, new BigInteger(1, turned));
    return KeyFactory.getInstance("Ed25519")
        .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] canonical(Object value) {
    return written(value).getBytes(StandardCharsets.UTF_8);
  }

  private static String written(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(member -> quoted((String) member.getKey()) + ":" + written(member.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case List<?> list ->
          list.stream().map(PlainJson::written).collect(Collectors.joining(",", "[", "]"));
      case String said -> quoted(said);
      default -> value.toString();
    };
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append(c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c));
      }
    }
    return out.append('"').toString();
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("too deep");
    }
    space();
    return switch (text.charAt(at)) {
      case '{' -> members(depth);
      case '[' -> elements(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", "null");
      default -> number();
    };
  }

  private Map<String, Object> members(int depth) {
    Map<String, Object> members = new TreeMap<>();
    at++;
    for (space(); text.charAt(at) != '}'; space()) {
      if (!members.isEmpty()) {
        take(',');
        space();
      }
      String name = string();
      space();
      take(':');
      members.put(name, value(depth + 1));
    }
    at++;
    return members;
  }

  private List<Object> elements(int depth) {
    List<Object> elements = new ArrayList<>();
    at++;
    for (space(); text.charAt(at) != ']'; space()) {
      if (!elements.isEmpty()) {
        take(',');
      }
      elements.add(value(depth + 1));
    }
    at++;
    return elements;
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    take('"');
    for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
      out.append(c == '\\' ? escaped() : c);
    }
    return out.toString();
  }

  private char escaped() {
    char c = text.charAt(at++);
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        at += 4;
        yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
      }
      default -> c;
    };
  }

  private Object number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Long.valueOf(text.substring(start, at));
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw new IllegalArgumentException("no JSON");
    }
    at += word.length();
    return value;
  }

  private void take(char wanted) {
    if (text.charAt(at++) != wanted) {
      throw new IllegalArgumentException("no JSON");
    }
  }

  private void space() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
  }
}
