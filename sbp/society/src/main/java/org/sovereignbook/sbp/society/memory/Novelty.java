package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * First stage of the novelty filter (CORDELIA, digest §10): finds by patterns what of a text is
 * worth remembering. Pure.
 */
public final class Novelty {
  /** Score from which a text is worth keeping, unless the caller says otherwise. */
  public static final int PERSIST_FROM_PER_MILLE = 700;

  /** Longest text that is looked at. */
  private static final int LOOKED_AT_CHARACTERS = 20_000;

  private static final String NOISE = "noise";
  private static final Pattern SENTENCE = Pattern.compile("[^.!?\\n]+[.!?]?");

  private record Signal(String name, int perMille, Pattern pattern) {
    static Signal parse(String line) {
      String[] parts = line.split(" ", 3);
      return new Signal(
          parts[0],
          Integer.parseInt(parts[1]),
          Pattern.compile(parts[2], Pattern.CASE_INSENSITIVE));
    }
  }

  /** Holds the patterns of the data file. */
  private static final class Patterns {
    static final List<Signal> ALL = DataLines.of("novelty.txt").map(Signal::parse).toList();
  }

  /** A signal that was found, with the sentence that has it. */
  public record Found(String signal, int perMille, String extract) {
    /** Returns the domain of a memory made of it. */
    public Domain domain() {
      return switch (signal) {
        case "preference", "entity_new", "reference" -> Domain.VALUE;
        case "decision", "blocker" -> Domain.INTERRUPT;
        case "insight", "meta_learning" -> perMille >= 850 ? Domain.VALUE : Domain.PROCEDURAL;
        default -> Domain.PROCEDURAL;
      };
    }
  }

  /**
   * Result for one text, or for several.
   *
   * @param perMille the mean confidence of the signals; 0 without any
   */
  public record Score(int perMille, List<Found> found) {
    public Score {
      found = List.copyOf(found);
    }
  }

  private Novelty() {}

  /** Returns the score of a text. */
  public static Score of(String whole) {
    String text = whole.substring(0, Math.min(whole.length(), LOOKED_AT_CHARACTERS));
    List<Found> found = new ArrayList<>();
    for (Signal signal : Patterns.ALL) {
      Matcher hit = signal.pattern().matcher(text);
      if (hit.find()) {
        if (signal.name().equals(NOISE)) {
          return new Score(0, List.of());
        }
        found.add(new Found(signal.name(), signal.perMille(), sentence(text, hit.start())));
      }
    }
    return new Score(mean(found.stream().mapToInt(Found::perMille).toArray()), found);
  }

  /** Returns the score of several texts: the mean of those that have one, each extract once. */
  public static Score of(List<String> texts) {
    List<Score> scores = texts.stream().map(Novelty::of).filter(one -> one.perMille() > 0).toList();
    Map<String, Found> once = new LinkedHashMap<>();
    scores.stream()
        .flatMap(one -> one.found().stream())
        .forEach(one -> once.putIfAbsent(one.extract().toLowerCase(Locale.ROOT), one));
    return new Score(
        mean(scores.stream().mapToInt(Score::perMille).toArray()), List.copyOf(once.values()));
  }

  private static int mean(int[] numbers) {
    long sum = 0;
    for (int number : numbers) {
      sum += number;
    }
    return numbers.length == 0 ? 0 : (int) (sum / numbers.length);
  }

  private static String sentence(String text, int at) {
    Matcher sentence = SENTENCE.matcher(text);
    while (sentence.find()) {
      if (sentence.start() <= at && at < sentence.end()) {
        return sentence.group().strip();
      }
    }
    return text.strip();
  }
}
