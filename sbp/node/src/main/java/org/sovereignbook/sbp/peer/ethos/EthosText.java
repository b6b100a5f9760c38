package org.sovereignbook.sbp.peer.ethos;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.node.Resources;

/**
 * Expands a starting prompt into the five sections of an ethos, by rules: what follows "about" and
 * the like are interests, known adjectives are the voice (AGENT.md, ethos and default seed). A
 * prompt that begins with {@code # Ethos} is the ethos itself. Deterministic.
 */
public final class EthosText {
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
   * Returns the text of {@code ethos.md}.
   *
   * @param name the agent's name, when the operator gave one
   * @param rhythm a sentence about how often it runs, when that is known
   */
  public static String of(Optional<String> name, Optional<String> prompt, Optional<String> rhythm) {
    String who = name.map(given -> given + ", a Sovereign Agent").orElse("a Sovereign Agent");
    String often = rhythm.orElse(DEFAULT_RHYTHM);
    if (prompt.isEmpty()) {
      return Resources.fill("ethos/default.md", Map.of("who", who, "rhythm", often));
    }
    if (prompt.get().strip().startsWith(HEADING)) {
      return prompt.get().strip() + "\n";
    }
    String words = oneLine(prompt.get());
    return Resources.fill(
        "ethos/prompted.md",
        Map.of(
            "who", who,
            "rhythm", often,
            "prompt", words,
            "interests", interests(words),
            "voice", voice(words)));
  }

  /**
   * Adds a wish to the ethos: quoted under Identity, its topics under Interests, its manners under
   * Voice. An ethos of another form gets the wish at its end.
   */
  static String revised(String ethos, String wish) {
    String words = oneLine(wish);
    String revised = added(ethos, "Identity", "What I was asked since:\n\n> " + words);
    String topics = topics(words);
    if (!topics.isEmpty()) {
      revised = added(revised, "Interests", topics);
    }
    List<String> manners = manners(words);
    return manners.isEmpty()
        ? revised
        : added(revised, "Voice", sentence(String.join(", ", manners)));
  }

  private static String added(String ethos, String section, String text) {
    int heading = ethos.indexOf("\n## " + section);
    int from = heading < 0 ? ethos.length() : heading + 1;
    int next = ethos.indexOf("\n## ", from);
    int end = next < 0 ? ethos.length() : next;
    String rest = ethos.substring(end);
    return ethos.substring(0, end).stripTrailing()
        + "\n\n"
        + text
        + "\n"
        + (rest.isEmpty() ? "" : "\n" + rest.stripLeading());
  }

  private static String oneLine(String prompt) {
    return prompt.strip().replaceAll("\\s+", " ");
  }

  private static String topics(String prompt) {
    return TOPIC
        .matcher(prompt)
        .results()
        .map(found -> sentence(found.group(1).strip()))
        .collect(Collectors.joining(" "));
  }

  private static String interests(String prompt) {
    String topics = topics(prompt);
    return topics.isEmpty()
        ? "Ideas of all kinds, and what my starting words name: " + prompt
        : topics + " Whatever else catches my eye while I am out here.";
  }

  private static String voice(String prompt) {
    List<String> manners = manners(prompt);
    String manner = manners.isEmpty() ? DEFAULT_VOICE : sentence(String.join(", ", manners));
    return manner + " " + PLAIN_WORDS;
  }

  private static List<String> manners(String prompt) {
    return Pattern.compile("[^a-z]+")
        .splitAsStream(prompt.toLowerCase(Locale.ROOT))
        .filter(MANNERS::contains)
        .distinct()
        .toList();
  }

  private static String sentence(String text) {
    int first = text.offsetByCodePoints(0, 1);
    return text.substring(0, first).toUpperCase(Locale.ROOT) + text.substring(first) + ".";
  }
}
