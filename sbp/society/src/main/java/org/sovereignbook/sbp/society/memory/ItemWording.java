package org.sovereignbook.sbp.society.memory;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Words of a body in order, for telling whether another says the same. Names, numbers, negations
 * and all other words count, since one of them makes another statement; articles, commas, the
 * plural, and the case of a letter do not. Of a text that denies, the commas count, too: {@code No,
 * wait} is not {@code no wait}. Immutable.
 *
 * @param words the words that count, and the structure of the body
 * @param fillers before each word, and at the end: the words that another text may leave out
 * @param isPersonal whether it speaks of its author, as {@code I} and {@code our} do
 */
record ItemWording(List<Word> words, List<List<String>> fillers, boolean isPersonal) {
  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final Pattern BULLET = Pattern.compile("(?m)^\\s*[-*\u2022]\\s+");
  private static final Pattern DASH = Pattern.compile("[\u2013\u2014]");
  private static final Pattern QUOTES = Pattern.compile("^[\"'`(\\[{]+|[\"'`)\\]}.,;:!]+$");
  private static final Pattern SMALL_LETTERS = Pattern.compile("\\p{Ll}+");
  private static final Pattern CAPITALS = Pattern.compile("\\P{Ll}*\\p{Lu}\\P{Ll}*\\p{Lu}\\P{Ll}*");

  /** Begins a part of the structure, so that no word of a text is one. */
  private static final char STRUCTURE = '\u0000';

  private static final int LEAST_SINGULAR_CHARACTERS = 4;

  private static final Set<String> PERSONAL =
      Set.of("i", "i'm", "i've", "i'd", "i'll", "me", "my", "mine", "we", "us", "our", "ours");

  private static final List<Set<String>> FILLERS =
      DataLines.of("fillers.txt").map(line -> Set.of(line.split(" ", -1))).toList();

  /**
   * Word that counts.
   *
   * @param singular by which it is compared with other words in small letters
   * @param isSmall whether it is in small letters, so no name such as {@code Williams}
   */
  private record Word(String text, String singular, boolean isSmall) {
    boolean isLike(Word other) {
      return text.equals(other.text)
          || (isSmall && other.isSmall && singular.equals(other.singular));
    }
  }

  ItemWording {
    words = List.copyOf(words);
    fillers = List.copyOf(fillers);
  }

  static ItemWording of(JsonValue body) {
    Reading reading = new Reading();
    reading.add(body);
    return reading.done();
  }

  /** Returns the whole body as one word, which only an equal one is like; taken as personal. */
  static ItemWording exactly(JsonValue body) {
    String text = STRUCTURE + body.toString();
    return new ItemWording(
        List.of(new Word(text, text, false)), List.of(List.of(), List.of()), true);
  }

  /** Returns the words in the singular; those of two texts that say the same are equal. */
  List<String> singulars() {
    return words.stream().map(Word::singular).toList();
  }

  /** Returns whether both say the same, whatever fillers they have. */
  boolean isLike(ItemWording other) {
    return words.size() == other.words.size()
        && IntStream.range(0, words.size()).allMatch(i -> words.get(i).isLike(other.words.get(i)))
        && IntStream.range(0, fillers.size())
            .allMatch(i -> isLike(fillers.get(i), other.fillers.get(i)));
  }

  private static boolean isLike(List<String> own, List<String> others) {
    return own.isEmpty() || others.isEmpty() || own.equals(others);
  }

  private static final class Reading {
    private final List<Word> words = new ArrayList<>();
    private final List<List<String>> fillers = new ArrayList<>();
    private final List<String> waiting = new ArrayList<>();
    private boolean isPersonal;

    void add(JsonValue value) {
      switch (value) {
        case JsonString(String text) -> addText(text);
        case JsonArray(List<JsonValue> values) -> {
          word(STRUCTURE + "[");
          for (JsonValue one : values) {
            add(one);
            word(STRUCTURE + ",");
          }
        }
        case JsonObject object -> {
          object
              .members()
              .forEach(
                  (name, member) -> {
                    word(STRUCTURE + name);
                    add(member);
                  });
          word(STRUCTURE + "}");
        }
        default -> word(STRUCTURE + value.toString());
      }
    }

    private void addText(String text) {
      String plain =
          Normalizer.normalize(text, Normalizer.Form.NFC)
              .replaceAll("[\u2018\u2019]", "'")
              .replaceAll("[\u201c\u201d]", "\"");
      List<String> tokens =
          SPACES
              .splitAsStream(BULLET.matcher(plain).replaceAll(""))
              .filter(token -> !token.isEmpty() && !DASH.matcher(token).matches())
              .toList();
      boolean denies = tokens.stream().map(Reading::bare).anyMatch(Statement::isDenying);
      tokens.forEach(token -> addToken(token, denies));
    }

    private static String bare(String token) {
      String bare = QUOTES.matcher(token).replaceAll("");
      return CAPITALS.matcher(bare).matches() ? bare : bare.toLowerCase(Locale.ROOT);
    }

    private void addToken(String token, boolean denies) {
      String bare = bare(token);
      isPersonal |= PERSONAL.contains(bare.toLowerCase(Locale.ROOT));
      if (denies || bare.isEmpty()) {
        word(token.toLowerCase(Locale.ROOT));
      } else if (FILLERS.getLast().contains(bare)) {
        waiting.add(bare);
      } else if (!FILLERS.getFirst().contains(bare)) {
        boolean isSmall = SMALL_LETTERS.matcher(QUOTES.matcher(token).replaceAll("")).matches();
        word(new Word(bare, singular(bare), isSmall));
      }
    }

    private static String singular(String word) {
      boolean isPlural =
          word.endsWith("s")
              && !word.endsWith("ss")
              && !word.endsWith("us")
              && !word.endsWith("is")
              && word.length() > LEAST_SINGULAR_CHARACTERS;
      return isPlural ? word.substring(0, word.length() - 1) : word;
    }

    private void word(String word) {
      word(new Word(word, word, false));
    }

    private void word(Word word) {
      words.add(word);
      fillers.add(List.copyOf(waiting));
      waiting.clear();
    }

    ItemWording done() {
      fillers.add(List.copyOf(waiting));
      return new ItemWording(words, fillers, isPersonal);
    }
  }
}
