package org.sovereignbook.sbp.society.recall;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Text analysis, the same for texts and queries: words of letters and digits, without accents and
 * case, without the commonest words of English, stemmed.
 */
final class Terms {
  private static final Pattern CONTRACTION =
      Pattern.compile("['\u2019](?:s|t|re|ve|ll|d|m)(?![\\p{L}\\p{N}])");

  private static final Set<String> STOP_WORDS =
      Set.of(
          ("a about after again all am an and any are as at be because been before being both but"
                  + " by can could did do does down during each few for from had has have he her"
                  + " here his how i if in into is it its just may me might more most must my no"
                  + " not of off on once only or other our out over own same shall she should so"
                  + " some such than that the their them then there these they this through to too"
                  + " under up very was we were what when where which who whom why will with would"
                  + " you your")
              .split(" "));

  private Terms() {}

  /** Returns the terms of a text, in order. */
  static List<String> of(String text) {
    List<String> terms = new ArrayList<>();
    each(text, (term, _) -> terms.add(term));
    return terms;
  }

  /** Returns the different terms of a query, each with its first word. */
  static SequencedMap<String, String> words(String query) {
    SequencedMap<String, String> words = new LinkedHashMap<>();
    each(query, words::putIfAbsent);
    return words;
  }

  private static void each(String text, BiConsumer<String, String> taker) {
    String folded = Normalizer.normalize(text, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
    String plain = CONTRACTION.matcher(folded).replaceAll("");
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < plain.length(); ) {
      int c = plain.codePointAt(i);
      i += Character.charCount(c);
      if (Character.isLetterOrDigit(c)) {
        word.appendCodePoint(c);
      } else if (Character.getType(c) != Character.NON_SPACING_MARK) {
        end(word, taker);
      }
    }
    end(word, taker);
  }

  private static void end(StringBuilder word, BiConsumer<String, String> taker) {
    String whole = word.toString();
    word.setLength(0);
    if (!whole.isEmpty() && !STOP_WORDS.contains(whole)) {
      int end = Math.min(whole.codePointCount(0, whole.length()), RecallLimits.TERM_CHARACTERS);
      String cut = whole.substring(0, whole.offsetByCodePoints(0, end));
      taker.accept(PorterStemmer.stem(cut), cut);
    }
  }
}
