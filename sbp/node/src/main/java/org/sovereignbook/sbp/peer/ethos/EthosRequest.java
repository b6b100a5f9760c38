package org.sovereignbook.sbp.peer.ethos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;

/**
 * Operator's request for the ethos (AGENT.md, starting prompt and operator controls): kept in
 * {@code operational/ethos-request.json} until an ethos has been written for it, so that no failure
 * of a model loses it.
 *
 * @param start the starting prompt of a new ethos; empty when the present one is only revised
 * @param wishes the changes to work in, oldest first
 * @param since when the last of them was made
 */
public record EthosRequest(Optional<String> start, List<String> wishes, Timestamp since) {
  /** AGENT.md, the default seed. */
  public static final String DEFAULT_SEED = "You are a Sovereign Agent.";

  /** Far beyond a prompt, far below what a model reads. */
  public static final int MAX_PROMPT_BYTES = 32_768;

  private static final String FROM_START = "Write a full ethos from this starting prompt:\n\n";
  private static final String WORK_IN = "Work this in:\n\n";
  private static final String BETWEEN = "\n\n";
  private static final String SINCE = "since";
  private static final String HEADING = "# Ethos";

  public EthosRequest {
    wishes = List.copyOf(wishes);
  }

  /** Creates a request for a new ethos from a prompt, or from the default seed. */
  public static EthosRequest from(String prompt, Timestamp now) {
    return new EthosRequest(
        Optional.of(prompt.isBlank() ? DEFAULT_SEED : prompt.strip()), List.of(), now);
  }

  /** Returns whether a prompt is a complete ethos already. */
  public static boolean isEthos(String prompt) {
    return prompt.strip().startsWith(HEADING);
  }

  /** Reads the waiting request of a node; empty when there is none. */
  public static Optional<EthosRequest> of(Node node) {
    return node.readJson(node.home().ethosRequest())
        .map(
            json ->
                Shape.of(EthosRequest.class)
                    .readWhatFits(
                        json.parsed(SINCE, Timestamp::parse).isPresent()
                            ? json
                            : json.with(SINCE, node.now().toString())));
  }

  /** Returns a copy with one more wish. */
  public EthosRequest and(String wish, Timestamp now) {
    List<String> all = new ArrayList<>(wishes);
    all.add(wish.strip());
    return new EthosRequest(start, all, now);
  }

  /** Returns the request's text for a model. */
  String text() {
    StringBuilder text = new StringBuilder();
    start.ifPresent(prompt -> text.append(FROM_START).append(prompt));
    for (String wish : wishes) {
      text.append(text.isEmpty() ? "" : BETWEEN).append(WORK_IN).append(wish);
    }
    return text.append('\n').toString();
  }

  /** Fills in such a text by rules; with a wish, in the present ethos. */
  public static String filledIn(String text, String ethos, String name) {
    List<String> parts = List.of(text.strip().split(BETWEEN + WORK_IN, -1));
    String first = parts.getFirst();
    String filled =
        first.startsWith(FROM_START)
            ? started(first.substring(FROM_START.length()), name)
            : EthosText.revised(ethos, first.substring(WORK_IN.length()));
    for (String wish : parts.subList(1, parts.size())) {
      filled = EthosText.revised(filled, wish);
    }
    return filled;
  }

  private static String started(String prompt, String name) {
    return EthosText.of(
        Optional.of(name),
        Optional.of(prompt).filter(given -> !given.equals(DEFAULT_SEED)),
        Optional.empty());
  }
}
