package org.sovereignbook.sbp.model.llm;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Size of a model's context, as providers name it when they refuse a longer prompt. */
public final class ContextWindow {
  /** A named window outside these is a mistake. */
  private static final int SMALLEST = 512;

  private static final int LARGEST = 10_000_000;

  private static final String NUMBER = "([0-9][0-9,_]{2,12})(?![0-9.])";

  /** Phrases with the size, the plainest first. */
  private static final List<Pattern> PHRASES =
      List.of(
          Pattern.compile(">\\s*" + NUMBER),
          Pattern.compile(
              "(?i)(?:context[ _-]?(?:length|window|size|limit)|n_ctx|max_model_len"
                  + "|max(?:imum)? (?:number of )?(?:input |prompt )?tokens?(?: allowed)?"
                  + "|token limit|maximum)[^0-9]{0,40}?"
                  + NUMBER),
          Pattern.compile(
              "(?i)" + NUMBER + "[ -]?(?:tokens?)?[ -]?(?:context|maximum|limit|allowed)"));

  private ContextWindow() {}

  /** Returns the size in tokens that a refusal names. */
  public static OptionalInt named(String refusal) {
    for (Pattern phrase : PHRASES) {
      Matcher found = phrase.matcher(refusal);
      while (found.find()) {
        long tokens = Long.parseLong(found.group(1).replaceAll("[,_]", ""));
        if (tokens >= SMALLEST && tokens <= LARGEST) {
          return OptionalInt.of((int) tokens);
        }
      }
    }
    return OptionalInt.empty();
  }
}
