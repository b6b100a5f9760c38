package org.sovereignbook.sbp.base.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Reads typed members of an SBP object; a fault is a {@link RejectedException} naming the member.
 */
record Fields(JsonObject object) {
  /** Checks {@code kind} and {@code version}, which every SBP object has (PROTOCOL §3). */
  Fields ofKind(String kind) {
    if (!object.string("kind").equals(Optional.of(kind))) {
      throw new RejectedException(Code.INVALID_KIND, "kind is not " + kind);
    }
    if (!object.string("version").equals(Optional.of(Protocol.VERSION))) {
      throw new RejectedException(Code.UNSUPPORTED_VERSION, "version is not " + Protocol.VERSION);
    }
    return this;
  }

  /** Checks the names of all members at every depth (PROTOCOL §1). */
  static void requireMemberNames(JsonValue value) {
    if (value instanceof JsonObject nested) {
      nested
          .members()
          .forEach(
              (name, member) -> {
                if (!isMemberName(name)) {
                  throw new RejectedException(
                      Code.MALFORMED_JSON, "a member name is not made of a-z, 0-9 and _");
                }
                requireMemberNames(member);
              });
    } else if (value instanceof JsonArray nested) {
      nested.values().forEach(Fields::requireMemberNames);
    }
  }

  private static boolean isMemberName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_') {
        return false;
      }
    }
    return !name.isEmpty();
  }

  String string(String name) {
    if (member(name) instanceof JsonString(String text)) {
      return text;
    }
    throw invalid(name, "is not a string");
  }

  JsonObject object(String name) {
    if (member(name) instanceof JsonObject nested) {
      return nested;
    }
    throw invalid(name, "is not an object");
  }

  JsonArray array(String name) {
    if (member(name) instanceof JsonArray nested) {
      return nested;
    }
    throw invalid(name, "is not an array");
  }

  String string(String name, int maxCharacters) {
    String text = string(name);
    if (text.codePointCount(0, text.length()) > maxCharacters) {
      throw invalid(name, "is longer than " + maxCharacters + " characters");
    }
    return text;
  }

  String body(String name, int maxBytes) {
    String text = string(name);
    if (text.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
      throw invalid(name, "is larger than " + maxBytes + " bytes");
    }
    return text;
  }

  String matching(String name, Pattern pattern) {
    String text = string(name);
    if (!pattern.matcher(text).matches()) {
      throw invalid(name, "is not of the form " + pattern);
    }
    return text;
  }

  <E extends Enum<E>> E word(Class<E> words, String name) {
    return Words.find(words, string(name))
        .orElseThrow(() -> invalid(name, "is none of " + String.join(", ", Words.all(words))));
  }

  /** Reads a whole number from 1 on. */
  long positive(String name) {
    long number = integer(name);
    if (number < 1) {
      throw invalid(name, "is less than 1");
    }
    return number;
  }

  long integer(String name) {
    if (member(name) instanceof JsonInteger(long number)) {
      return number;
    }
    throw invalid(name, "is not an integer");
  }

  PublicKey publicKey(String name) {
    return parsed(name, PublicKey::parse);
  }

  ContentHash hash(String name) {
    return parsed(name, ContentHash::parse);
  }

  Timestamp timestamp(String name) {
    return parsed(name, Timestamp::parse);
  }

  Endpoint endpoint(String name) {
    return parsed(name, Endpoint::parse);
  }

  <T> Optional<T> ifPresent(String name, Function<String, T> reader) {
    return object.has(name) ? Optional.of(reader.apply(name)) : Optional.empty();
  }

  List<String> strings(String name) {
    return array(name).strings().orElseThrow(() -> invalid(name, "holds more than strings"));
  }

  RejectedException invalid(String name, String why) {
    return new RejectedException(Code.INVALID_FIELD, name + " " + why);
  }

  private <T> T parsed(String name, Function<String, T> parser) {
    String text = string(name);
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw invalid(name, "is malformed: " + e.getMessage());
    }
  }

  private JsonValue member(String name) {
    return object
        .get(name)
        .orElseThrow(() -> new RejectedException(Code.MISSING_FIELD, name + " is missing"));
  }
}
