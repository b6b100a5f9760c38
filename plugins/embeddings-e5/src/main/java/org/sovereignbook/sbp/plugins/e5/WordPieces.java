package org.sovereignbook.sbp.plugins.e5;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Tokenizer of uncased BERT models: words and punctuation in lower case without accents, each split
 * into the longest pieces of the vocabulary. Its tokens are those of Hugging Face's tokenizer.
 */
final class WordPieces {
  private static final String CONTINUED = "##";
  private static final int WORD_CHARACTERS = 100;

  private final Map<String, Integer> vocabulary;

  /** Parses a {@code tokenizer.json} of Hugging Face. */
  WordPieces(byte[] tokenizer) throws MalformedJson {
    JsonObject words =
        ((JsonObject) JsonReader.file(tokenizer))
            .object("model")
            .orElseThrow()
            .object("vocab")
            .orElseThrow();
    vocabulary = new HashMap<>();
    for (String word : words.members().keySet()) {
      vocabulary.put(word, Math.toIntExact(words.integer(word).orElseThrow()));
    }
  }

  /** Returns the ids of a text's tokens between those of beginning and end. */
  long[] ids(String text, int most) {
    List<Integer> ids = new ArrayList<>();
    ids.add(id("[CLS]"));
    StringBuilder word = new StringBuilder();
    String plain = plain(text);
    for (int i = 0; i < plain.length() && ids.size() < most; ) {
      int c = plain.codePointAt(i);
      i += Character.charCount(c);
      if (isSpace(c)) {
        end(word, ids);
      } else if (isAlone(c)) {
        end(word, ids);
        end(word.appendCodePoint(c), ids);
      } else {
        word.appendCodePoint(c);
      }
    }
    end(word, ids);
    List<Integer> cut = new ArrayList<>(ids.subList(0, Math.min(ids.size(), most - 1)));
    cut.add(id("[SEP]"));
    return cut.stream().mapToLong(Integer::longValue).toArray();
  }

  private int id(String token) {
    return Objects.requireNonNull(vocabulary.get(token), token);
  }

  private static String plain(String text) {
    StringBuilder clean = new StringBuilder();
    text.codePoints()
        .filter(c -> c != 0 && c != 0xFFFD && (isSpace(c) || !isControl(c)))
        .forEach(clean::appendCodePoint);
    StringBuilder plain = new StringBuilder();
    Normalizer.normalize(clean, Normalizer.Form.NFD)
        .codePoints()
        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
        .forEach(plain::appendCodePoint);
    return plain.toString().toLowerCase(Locale.ROOT);
  }

  private static boolean isControl(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE -> true;
      default -> false;
    };
  }

  private static boolean isSpace(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /** Returns whether a character is a word by itself: punctuation, or Chinese. */
  private static boolean isAlone(int c) {
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> isAsciiSymbol(c) || Character.isIdeographic(c);
    };
  }

  private static boolean isAsciiSymbol(int c) {
    return c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
  }

  /** Adds the pieces of a word, or the token for an unknown one. */
  private void end(StringBuilder word, List<Integer> ids) {
    int[] points = word.codePoints().toArray();
    word.setLength(0);
    int begin = ids.size();
    for (int from = 0; from < points.length; ) {
      int to = points.length > WORD_CHARACTERS ? from : longest(points, from);
      if (to == from) {
        ids.subList(begin, ids.size()).clear();
        ids.add(id("[UNK]"));
        return;
      }
      ids.add(id(piece(points, from, to)));
      from = to;
    }
  }

  private int longest(int[] points, int from) {
    int to = points.length;
    while (to > from && !vocabulary.containsKey(piece(points, from, to))) {
      to--;
    }
    return to;
  }

  private static String piece(int[] points, int from, int to) {
    int[] part = Arrays.copyOfRange(points, from, to);
    return (from == 0 ? "" : CONTINUED) + new String(part, 0, part.length);
  }
}
