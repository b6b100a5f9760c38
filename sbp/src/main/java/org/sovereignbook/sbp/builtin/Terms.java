package org.sovereignbook.sbp.builtin;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Splits text into the words that carry meaning: lower case, no stop words, plural forms folded.
 * Made for English; other languages work as far as their words match letter by letter.
 */
final class Terms {
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");
  private static final Pattern POSSESSIVE = Pattern.compile("['’](s|re|ve|ll|d|m|t)\\b");
  private static final int MIN_CHARACTERS = 2;
  private static final int MIN_PLURAL_CHARACTERS = 4;

  /** Words that say nothing about a subject, and those that every text about interests has. */
  private static final Set<String> STOP_WORDS =
      Set.of(
          """
          a about above across actual actually after again against all almost alone along already
          also although always am among an and another any anyone anything are around as at away
          back be became because become been before being below best better between both but by
          came can cannot catch come could did different do does doing done don down during each
          either else enough especially etc even ever every everything eye few find first for form
          from full further general get give go going good got great had has have having he her
          here hers him his how however i idea if in instead interest interested interesting into
          is it its itself just keep kind know last least less let like likely look lot made mainly
          make many may maybe me mean might mine more most mostly much must my myself near need
          never new next no none nor not nothing now of off often old on once one only or other
          our out over own part particular people per perhaps piece quite rather read real really
          same say see seem several she should show since so some someone something sort still
          such take talk tell than that the their them then there these they thing think thinking
          this those though through thus time to today together too topic toward try two under
          until up upon us use used using various very via want was way we well went were what
          whatever when where whether which while who whole whom whose why will with within
          without won word work world would write writing yet you your
          """
              .strip()
              .split("\\s+"));

  private Terms() {}

  /** The terms of a text in order, repetitions included. */
  static List<String> of(String text) {
    String plain = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    return Arrays.stream(BETWEEN_WORDS.split(POSSESSIVE.matcher(plain).replaceAll("")))
        .filter(word -> word.length() >= MIN_CHARACTERS)
        .filter(word -> !STOP_WORDS.contains(word))
        .map(Terms::singular)
        .filter(word -> !STOP_WORDS.contains(word))
        .toList();
  }

  private static String singular(String word) {
    if (word.length() < MIN_PLURAL_CHARACTERS || !word.endsWith("s")) {
      return word;
    }
    if (word.endsWith("ies") && word.length() > MIN_PLURAL_CHARACTERS) {
      return word.substring(0, word.length() - 3) + "y";
    }
    if (word.endsWith("sses")) {
      return word.substring(0, word.length() - 2);
    }
    return word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")
        ? word
        : word.substring(0, word.length() - 1);
  }
}
