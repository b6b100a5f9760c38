package org.sovereignbook.sbp.society.recall;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.TextWords;

/**
 * Text analysis, the same for texts and queries: words of {@link TextWords}, without the commonest
 * words of English, stemmed.
 */
final class Terms {
  /**
   * Version of this analysis; to be raised by one with each change that gives other terms, so that
   * what was indexed before is indexed again ({@link RecallIndex#renew}).
   */
  static final long VERSION = 2;

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

  /** Returns the terms by which a text is found, in order. */
  static List<String> of(String text) {
    List<String> terms = new ArrayList<>();
    each(TextWords.known(plain(text)), (term, _) -> terms.add(term));
    return terms;
  }

  /** Returns the terms of a text for a comparison with another, in order. */
  static List<String> wanted(String text) {
    List<String> terms = new ArrayList<>();
    each(TextWords.wanted(plain(text)), (term, _) -> terms.add(term));
    return terms;
  }

  /** Returns the different terms of a query, each with its first word. */
  static SequencedMap<String, String> words(String query) {
    SequencedMap<String, String> words = new LinkedHashMap<>();
    each(TextWords.wanted(plain(query)), words::putIfAbsent);
    return words;
  }

  private static void each(List<String> found, BiConsumer<String, String> taker) {
    for (String word : found) {
      if (!STOP_WORDS.contains(word)) {
        int end = Math.min(word.codePointCount(0, word.length()), RecallLimits.TERM_CHARACTERS);
        String cut = word.substring(0, word.offsetByCodePoints(0, end));
        taker.accept(PorterStemmer.stem(cut), cut);
      }
    }
  }

  private static String plain(String text) {
    return CONTRACTION.matcher(TextWords.folded(text)).replaceAll("");
  }
}
