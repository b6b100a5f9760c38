package org.sovereignbook.sbp.society.recall;

/**
 * Stemmer for English words (M.F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980,
 * with the author's two later changes: "bli" for "abli", and "logi"). Words with other characters
 * than a to z stay unchanged. Used once.
 */
final class PorterStemmer {
  private static final int SHORTEST = 3;

  private static final String[][] STEP_2 = {
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"bli", "ble"}, {"alli", "al"}, {"entli", "ent"}, {"eli", "e"}, {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"}, {"ator", "ate"}, {"alism", "al"}, {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"}, {"iviti", "ive"}, {"biliti", "ble"},
    {"logi", "log"}
  };

  private static final String[][] STEP_3 = {
    {"icate", "ic"},
    {"ative", ""},
    {"alize", "al"},
    {"iciti", "ic"},
    {"ical", "ic"},
    {"ful", ""},
    {"ness", ""}
  };

  private static final String[] STEP_4 = {
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
    "ism", "ate", "iti", "ous", "ive", "ize"
  };

  private String word;

  private PorterStemmer(String word) {
    this.word = word;
  }

  /** Returns the stem of a word in lower case. */
  static String stem(String word) {
    return word.length() < SHORTEST || !word.chars().allMatch(c -> c >= 'a' && c <= 'z')
        ? word
        : new PorterStemmer(word).stem();
  }

  private String stem() {
    plurals();
    pastAndPresent();
    if (word.endsWith("y") && hasVowel(stemBefore("y"))) {
      word = stemBefore("y") + "i";
    }
    replace(STEP_2);
    replace(STEP_3);
    removeSuffix();
    finalE();
    return word;
  }

  private void plurals() {
    if (word.endsWith("sses") || word.endsWith("ies")) {
      word = word.substring(0, word.length() - 2);
    } else if (word.endsWith("s") && !word.endsWith("ss")) {
      word = stemBefore("s");
    }
  }

  private void pastAndPresent() {
    if (word.endsWith("eed")) {
      if (measure(stemBefore("eed")) > 0) {
        word = stemBefore("d");
      }
    } else if (word.endsWith("ed") && hasVowel(stemBefore("ed"))) {
      word = repaired(stemBefore("ed"));
    } else if (word.endsWith("ing") && hasVowel(stemBefore("ing"))) {
      word = repaired(stemBefore("ing"));
    }
  }

  /** Restores the ending that "ed" or "ing" has changed. */
  private static String repaired(String stem) {
    if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) {
      return stem + "e";
    }
    if (endsWithDouble(stem)) {
      return "lsz".indexOf(stem.charAt(stem.length() - 1)) < 0
          ? stem.substring(0, stem.length() - 1)
          : stem;
    }
    return measure(stem) == 1 && endsWithShortSyllable(stem) ? stem + "e" : stem;
  }

  private void replace(String[][] suffixes) {
    String[] longest = {"", ""};
    for (String[] suffix : suffixes) {
      if (word.endsWith(suffix[0]) && suffix[0].length() > longest[0].length()) {
        longest = suffix;
      }
    }
    if (measure(stemBefore(longest[0])) > 0) {
      word = stemBefore(longest[0]) + longest[1];
    }
  }

  private void removeSuffix() {
    String longest = "";
    for (String suffix : STEP_4) {
      if (word.endsWith(suffix) && suffix.length() > longest.length()) {
        longest = suffix;
      }
    }
    String stem = stemBefore(longest);
    boolean fits = !longest.equals("ion") || stem.endsWith("s") || stem.endsWith("t");
    if (fits && measure(stem) > 1) {
      word = stem;
    }
  }

  private void finalE() {
    if (word.endsWith("e")) {
      String stem = stemBefore("e");
      int measure = measure(stem);
      if (measure > 1 || (measure == 1 && !endsWithShortSyllable(stem))) {
        word = stem;
      }
    }
    if (word.endsWith("ll") && measure(stemBefore("l")) > 1) {
      word = stemBefore("l");
    }
  }

  private String stemBefore(String suffix) {
    return word.substring(0, word.length() - suffix.length());
  }

  private static boolean isConsonant(String text, int i) {
    return switch (text.charAt(i)) {
      case 'a', 'e', 'i', 'o', 'u' -> false;
      case 'y' -> i == 0 || !isConsonant(text, i - 1);
      default -> true;
    };
  }

  private static boolean hasVowel(String stem) {
    for (int i = 0; i < stem.length(); i++) {
      if (!isConsonant(stem, i)) {
        return true;
      }
    }
    return false;
  }

  /** Counts the sequences of vowels that consonants follow: m of the paper. */
  private static int measure(String stem) {
    int count = 0;
    for (int i = 1; i < stem.length(); i++) {
      if (isConsonant(stem, i) && !isConsonant(stem, i - 1)) {
        count++;
      }
    }
    return count;
  }

  private static boolean endsWithDouble(String stem) {
    int last = stem.length() - 1;
    return last > 0 && stem.charAt(last) == stem.charAt(last - 1) && isConsonant(stem, last);
  }

  /** Returns whether it ends with consonant, vowel, consonant, the last not w, x or y. */
  private static boolean endsWithShortSyllable(String stem) {
    int last = stem.length() - 1;
    return last > 1
        && isConsonant(stem, last)
        && !isConsonant(stem, last - 1)
        && isConsonant(stem, last - 2)
        && "wxy".indexOf(stem.charAt(last)) < 0;
  }
}
