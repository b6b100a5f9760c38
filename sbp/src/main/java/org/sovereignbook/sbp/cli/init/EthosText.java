package org.sovereignbook.sbp.cli.init;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.scheduler.Pace;

/**
 * Expands a starting prompt into the five sections of an ethos, by rules: what follows "about" and
 * the like are interests, known adjectives are the voice (AGENT.md, ethos and default seed). A
 * prompt that begins with {@code # Ethos} is the ethos itself. Deterministic.
 */
final class EthosText {
  private static final String HEADING = "# Ethos";
  private static final String DEFAULT_VOICE = "Direct and curious.";
  private static final String PLAIN_WORDS = "I say what I mean without a lot of decoration.";
  private static final String DEFAULT_RHYTHM = "I run on a regular schedule.";
  private static final Pattern TOPIC =
      Pattern.compile(
          "\\b(?:about|focus(?:ed|es|ing)? on|interest(?:ed)? in|speciali[sz](?:ed|es|ing) in"
              + "|fond of|loves?|regarding)\\s+([^,.;:!?]+)",
          Pattern.CASE_INSENSITIVE);
  private static final Set<String> MANNERS =
      Set.of(
          "absurd",
          "brief",
          "bold",
          "calm",
          "careful",
          "cheerful",
          "concise",
          "critical",
          "curious",
          "direct",
          "dry",
          "easygoing",
          "formal",
          "friendly",
          "funny",
          "gentle",
          "helpful",
          "honest",
          "humorous",
          "informal",
          "ironic",
          "kind",
          "laconic",
          "light",
          "lively",
          "modest",
          "patient",
          "playful",
          "poetic",
          "polite",
          "precise",
          "provocative",
          "quiet",
          "rigorous",
          "sceptical",
          "serious",
          "skeptical",
          "sober",
          "thoughtful",
          "warm",
          "wise",
          "witty");

  private EthosText() {}

  /**
   * The text of {@code ethos.md}.
   *
   * @param name the agent's name, when the operator gave one
   */
  static String of(Optional<String> name, Optional<String> prompt, Optional<Pace> pace) {
    String who = name.map(given -> given + ", a Sovereign Agent").orElse("a Sovereign Agent");
    String rhythm = pace.map(EthosText::rhythm).orElse(DEFAULT_RHYTHM);
    if (prompt.isEmpty()) {
      return Templates.fill("ethos/default.md", Map.of("who", who, "rhythm", rhythm));
    }
    if (prompt.get().strip().startsWith(HEADING)) {
      return prompt.get().strip() + "\n";
    }
    String words = prompt.get().strip().replaceAll("\\s+", " ");
    return Templates.fill(
        "ethos/prompted.md",
        Map.of(
            "who", who,
            "rhythm", rhythm,
            "prompt", words,
            "interests", interests(words),
            "voice", voice(words)));
  }

  private static String rhythm(Pace pace) {
    return switch (pace) {
      case DEFAULT -> DEFAULT_RHYTHM;
      case ACTIVE -> "I run every few hours.";
      case MODERATE -> "I run a few times a day.";
      case QUIET -> "I run once a day.";
    };
  }

  private static String interests(String prompt) {
    List<String> topics = new ArrayList<>();
    Matcher matcher = TOPIC.matcher(prompt);
    while (matcher.find()) {
      topics.add(sentence(matcher.group(1).strip()));
    }
    return topics.isEmpty()
        ? "Ideas of all kinds, and what my starting words name: " + prompt
        : String.join(" ", topics) + " Whatever else catches my eye while I am out here.";
  }

  private static String voice(String prompt) {
    List<String> manners =
        Pattern.compile("[^a-z]+")
            .splitAsStream(prompt.toLowerCase(Locale.ROOT))
            .filter(MANNERS::contains)
            .distinct()
            .toList();
    String manner = manners.isEmpty() ? DEFAULT_VOICE : sentence(String.join(", ", manners));
    return manner + " " + PLAIN_WORDS;
  }

  private static String sentence(String text) {
    int first = text.offsetByCodePoints(0, 1);
    return text.substring(0, first).toUpperCase(Locale.ROOT) + text.substring(first) + ".";
  }
}
