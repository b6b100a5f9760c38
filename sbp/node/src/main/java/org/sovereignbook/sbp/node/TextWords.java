package org.sovereignbook.sbp.node;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Words of a text in any script, one analysis for all that compares texts. A word is a run of
 * letters and digits of one script. Scripts without spaces between words (Chinese, Japanese,
 * Korean, Thai and more) have no such words: their runs are compared by pairs of characters.
 */
public final class TextWords {
  private static final Set<UnicodeScript> WITHOUT_SPACES =
      EnumSet.of(
          UnicodeScript.HAN,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA,
          UnicodeScript.BOPOMOFO,
          UnicodeScript.HANGUL,
          UnicodeScript.THAI,
          UnicodeScript.LAO,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR);

  /** Scripts that one language mixes within a word. */
  private static final Set<UnicodeScript> EAST_ASIAN =
      EnumSet.of(
          UnicodeScript.HAN,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA,
          UnicodeScript.BOPOMOFO);

  /** Scripts whose marks only help to read: a text is the same word without them. */
  private static final Set<UnicodeScript> OPTIONAL_MARKS =
      EnumSet.of(
          UnicodeScript.INHERITED,
          UnicodeScript.COMMON,
          UnicodeScript.LATIN,
          UnicodeScript.GREEK,
          UnicodeScript.CYRILLIC,
          UnicodeScript.ARABIC,
          UnicodeScript.HEBREW,
          UnicodeScript.SYRIAC);

  private static final int VOICED = 0x3099;
  private static final int HALF_VOICED = 0x309A;
  private static final int ZERO_WIDTH_SPACE = 0x200B;

  private TextWords() {}

  /**
   * Run of letters and digits of one script.
   *
   * @param isSpaced whether it is a word of a script with spaces between words
   */
  public record Run(String text, boolean isSpaced) {
    /** Returns the characters of the run, each with its vowel signs and other marks. */
    public List<String> characters() {
      List<String> characters = new ArrayList<>();
      int begin = 0;
      for (int i = 0; i < text.length(); ) {
        int c = text.codePointAt(i);
        if (i > begin && !isMark(c)) {
          characters.add(text.substring(begin, i));
          begin = i;
        }
        i += Character.charCount(c);
      }
      characters.add(text.substring(begin));
      return characters;
    }

    /** Returns the word, or the pairs of characters of a run without spaces. */
    List<String> pairs() {
      List<String> characters = isSpaced ? List.of(text) : characters();
      if (characters.size() == 1) {
        return characters;
      }
      List<String> pairs = new ArrayList<>();
      for (int i = 1; i < characters.size(); i++) {
        pairs.add(characters.get(i - 1) + characters.get(i));
      }
      return pairs;
    }
  }

  /** Returns a text for comparison: without case, accents, and characters that cannot be seen. */
  public static String folded(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    Normalizer.normalize(text, Normalizer.Form.NFKD)
        .toLowerCase(Locale.ROOT)
        .codePoints()
        .filter(c -> !isAccent(c) && !isInvisible(c))
        .forEach(kept::appendCodePoint);
    return Normalizer.normalize(kept, Normalizer.Form.NFC);
  }

  /** Returns the runs of a folded text, in order. */
  public static List<Run> runs(String folded) {
    List<Run> runs = new ArrayList<>();
    new Runs(runs::add).read(folded);
    return runs;
  }

  /** Returns the words of a folded text to look for: words, and pairs of characters. */
  public static List<String> wanted(String folded) {
    return runs(folded).stream().flatMap(run -> run.pairs().stream()).toList();
  }

  /**
   * Returns the words by which a folded text is found: those of {@link #wanted}, and each character
   * of a script without spaces, which may be a word of its own.
   */
  public static List<String> known(String folded) {
    List<String> words = new ArrayList<>();
    for (Run run : runs(folded)) {
      words.addAll(run.pairs());
      List<String> characters = run.isSpaced() ? List.of() : run.characters();
      if (characters.size() > 1) {
        words.addAll(characters);
      }
    }
    return words;
  }

  private static boolean isAccent(int c) {
    return Character.getType(c) == Character.NON_SPACING_MARK
        && c != VOICED
        && c != HALF_VOICED
        && OPTIONAL_MARKS.contains(UnicodeScript.of(c));
  }

  private static boolean isInvisible(int c) {
    return Character.getType(c) == Character.FORMAT && c != ZERO_WIDTH_SPACE;
  }

  private static boolean isMark(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
      default -> false;
    };
  }

  /** Reader of one text, code point by code point. */
  private static final class Runs {
    private final Consumer<Run> taker;
    private final StringBuilder run = new StringBuilder();

    /** Script of the run; common while it has only digits. */
    private UnicodeScript script = UnicodeScript.COMMON;

    Runs(Consumer<Run> taker) {
      this.taker = taker;
    }

    void read(String text) {
      text.codePoints().forEach(this::next);
      end();
    }

    private void next(int c) {
      if (isMark(c)) {
        if (!run.isEmpty()) {
          run.appendCodePoint(c);
        }
      } else if (Character.isLetterOrDigit(c)) {
        enter(scriptOf(c), Character.isDigit(c));
        run.appendCodePoint(c);
      } else {
        end();
      }
    }

    /** Begins another run where the script changes; digits belong to a word with spaces. */
    private void enter(UnicodeScript next, boolean isDigit) {
      boolean isNeutral = next == UnicodeScript.COMMON || next == UnicodeScript.INHERITED;
      if (isDigit || isNeutral) {
        if (isDigit && WITHOUT_SPACES.contains(script)) {
          end();
        }
        return;
      }
      boolean isOnlyDigits = script == UnicodeScript.COMMON;
      if (!run.isEmpty() && next != script && (!isOnlyDigits || WITHOUT_SPACES.contains(next))) {
        end();
      }
      script = next;
    }

    private static UnicodeScript scriptOf(int c) {
      UnicodeScript script = UnicodeScript.of(c);
      return EAST_ASIAN.contains(script) ? UnicodeScript.HAN : script;
    }

    private void end() {
      if (!run.isEmpty()) {
        taker.accept(new Run(run.toString(), !WITHOUT_SPACES.contains(script)));
        run.setLength(0);
      }
      script = UnicodeScript.COMMON;
    }
  }
}
