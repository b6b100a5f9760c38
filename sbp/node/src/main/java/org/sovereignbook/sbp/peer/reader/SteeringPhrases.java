package org.sovereignbook.sbp.peer.reader;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.node.TextWords;

/**
 * Phrases by which a text addresses the judging model (AGENT.md, content security): one a line of
 * {@code agent-prompts/STEERING-PHRASES.txt}, which the operator may edit. A hint, not a barrier:
 * an attacker who knows the list avoids it. Immutable.
 */
public final class SteeringPhrases {
  /** The file, in a node and among the texts of this program. */
  public static final String FILE = "STEERING-PHRASES.txt";

  private static final int MAX_SHOWN = 5;
  private static final String GAP = "...";
  private static final String UP_TO_FOUR_WORDS = "(?: [^ ]++){0,4} ";
  private static final String ZERO_WIDTH_SPACE = "\u200b";

  private final SequencedMap<String, Pattern> patterns = new LinkedHashMap<>();

  private SteeringPhrases(String file) {
    file.lines()
        .map(String::strip)
        .filter(line -> !line.startsWith("#") && !words(line).isBlank())
        .forEach(line -> patterns.put(line, pattern(line)));
  }

  /** Returns the node's phrases, or else the program's. */
  static SteeringPhrases of(Node node) {
    return new SteeringPhrases(
        node.readText(node.home().agentPrompts().resolve(FILE)).orElseGet(SteeringPhrases::text));
  }

  /** Returns the content of the file for a new node. */
  public static String text() {
    return Resources.text("prompts/" + FILE);
  }

  /** Returns the first few phrases that occur in one of these texts, as spelled in the file. */
  List<String> in(Stream<String> texts) {
    List<String> all = texts.map(SteeringPhrases::words).toList();
    return patterns.entrySet().stream()
        .filter(phrase -> all.stream().anyMatch(text -> phrase.getValue().matcher(text).find()))
        .map(Map.Entry::getKey)
        .limit(MAX_SHOWN)
        .toList();
  }

  private static Pattern pattern(String phrase) {
    return Pattern.compile(
        Stream.of(phrase.split(Pattern.quote(GAP), -1))
            .map(part -> Pattern.quote(words(part).strip()))
            .collect(Collectors.joining(UP_TO_FOUR_WORDS, " ", " ")));
  }

  /**
   * Returns the words of a text for comparison, with a space before and after each; each character
   * of a script without spaces is one.
   */
  private static String words(String text) {
    String visible = TextWords.folded(text.replace(ZERO_WIDTH_SPACE, ""));
    return TextWords.runs(visible).stream()
        .flatMap(run -> run.isSpaced() ? Stream.of(run.text()) : run.characters().stream())
        .collect(Collectors.joining(" ", " ", " "));
  }
}
