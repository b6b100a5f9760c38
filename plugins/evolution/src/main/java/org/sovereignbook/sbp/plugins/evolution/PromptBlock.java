package org.sovereignbook.sbp.plugins.evolution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.TextWords;

/**
 * Marked block of bullets in {@code skills/agent_overrides/ID.md}. The operator's text around it
 * keeps every character. Pure.
 */
final class PromptBlock {
  /** Most bullets of an agent; the oldest ones give way. */
  public static final int MAX_BULLETS = 12;

  public static final int MAX_NEW_BULLETS = 3;
  private static final int MAX_CHARACTERS = 300;

  /** The number of words in a row that a bullet and a task may not share. */
  private static final int COPIED_WORDS = 5;

  /** Characters of a script without spaces that count as one word. */
  private static final int WORD_WEIGHT = 2;

  private static final String BEGIN = "<!-- sbp evolution: begin -->";
  private static final String END = "<!-- sbp evolution: end -->";
  private static final Pattern BLOCK =
      Pattern.compile(
          "\\n?" + Pattern.quote(BEGIN) + ".*?" + Pattern.quote(END) + "\\n?", Pattern.DOTALL);

  private PromptBlock() {}

  /** Returns the text with these bullets in its block; without bullets it has no block. */
  public static String spliced(String text, List<Bullet> bullets) {
    String own = BLOCK.matcher(text).replaceFirst("");
    return bullets.isEmpty() ? own : own + "\n" + block(bullets);
  }

  private static String block(List<Bullet> bullets) {
    StringBuilder block = new StringBuilder(BEGIN).append("\n");
    for (Bullet bullet : bullets) {
      block.append(
          "- [%s] %s (because: %s; expected: %s)\n"
              .formatted(bullet.id(), bullet.text(), bullet.reason(), bullet.prediction()));
    }
    return block.append(END).append("\n").toString();
  }

  /**
   * Returns the bullets after an addition, bounded.
   *
   * @param added without ids
   */
  public static List<Bullet> with(List<Bullet> present, List<Bullet> added) {
    int next =
        1
            + present.stream()
                .mapToInt(each -> Integer.parseInt(each.id().substring(1)))
                .max()
                .orElse(0);
    List<Bullet> all = new ArrayList<>(present);
    for (Bullet each : added) {
      all.add(new Bullet("b" + next++, each.text(), each.reason(), each.prediction()));
    }
    return List.copyOf(all.subList(Math.max(0, all.size() - MAX_BULLETS), all.size()));
  }

  /**
   * Returns why the bullets cannot be added; empty when they can.
   *
   * @param tasks texts of tasks, of which no phrase may be copied
   */
  public static Optional<String> problem(List<Bullet> added, List<String> tasks) {
    if (added.isEmpty() || added.size() > MAX_NEW_BULLETS) {
      return Optional.of("expected 1 to " + MAX_NEW_BULLETS + " bullets");
    }
    Set<String> phrases = new HashSet<>();
    tasks.forEach(task -> phrases.addAll(phrases(task)));
    for (Bullet bullet : added) {
      for (String text : List.of(bullet.text(), bullet.reason(), bullet.prediction())) {
        if (text.isBlank()
            || text.length() > MAX_CHARACTERS
            || text.contains("<!--")
            || text.contains("-->")
            || text.chars().anyMatch(Character::isISOControl)) {
          return Optional.of(
              "each text of a bullet is one line of 1 to %d characters, without HTML comments"
                  .formatted(MAX_CHARACTERS));
        }
        Optional<String> copied = phrases(text).stream().filter(phrases::contains).findFirst();
        if (copied.isPresent()) {
          return Optional.of("a bullet copies the words '" + copied.get() + "' of a task");
        }
      }
    }
    return Optional.empty();
  }

  private static List<String> phrases(String text) {
    List<String> words = new ArrayList<>();
    List<Integer> weights = new ArrayList<>();
    for (TextWords.Run run : TextWords.runs(TextWords.folded(text))) {
      List<String> parts = run.isSpaced() ? List.of(run.text()) : run.characters();
      words.addAll(parts);
      weights.addAll(Collections.nCopies(parts.size(), run.isSpaced() ? WORD_WEIGHT : 1));
    }
    List<String> phrases = new ArrayList<>();
    for (int begin = 0; begin < words.size(); begin++) {
      int end = begin;
      int weight = 0;
      while (end < words.size() && weight < COPIED_WORDS * WORD_WEIGHT) {
        weight += weights.get(end++);
      }
      if (weight >= COPIED_WORDS * WORD_WEIGHT) {
        phrases.add(String.join(" ", words.subList(begin, end)));
      }
    }
    return phrases;
  }
}
