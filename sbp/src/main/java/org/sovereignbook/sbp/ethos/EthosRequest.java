package org.sovereignbook.sbp.ethos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * What the operator wants the ethos to be (AGENT.md, starting prompt and operator controls): kept
 * in {@code operational/ethos-request.json} until an ethos was written that answers it, so that no
 * failure of a model loses it.
 *
 * @param start the starting prompt of a new ethos; empty when the present one is only revised
 * @param wishes to be worked in, oldest first
 * @param since when the last of them was made
 */
public record EthosRequest(Optional<String> start, List<String> wishes, Timestamp since) {
  /** AGENT.md, the default seed. */
  public static final String DEFAULT_SEED = "You are a Sovereign Agent.";

  /** Far beyond a prompt, far below what a model reads. */
  public static final int MAX_PROMPT_BYTES = 32_768;

  private static final String SINCE = "since";
  private static final String HEADING = "# Ethos";

  public EthosRequest {
    wishes = List.copyOf(wishes);
  }

  /** A new ethos from a prompt, or from the default seed. */
  public static EthosRequest from(String prompt, Timestamp now) {
    return new EthosRequest(
        Optional.of(prompt.isBlank() ? DEFAULT_SEED : prompt.strip()), List.of(), now);
  }

  /** Whether a prompt is a whole ethos already. */
  public static boolean isEthos(String prompt) {
    return prompt.strip().startsWith(HEADING);
  }

  /** What waits in a node; empty when nothing does. */
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

  /** With one more wish. */
  public EthosRequest and(String wish, Timestamp now) {
    List<String> all = new ArrayList<>(wishes);
    all.add(wish.strip());
    return new EthosRequest(start, all, now);
  }

  /** For a model to read. */
  String text() {
    StringBuilder text = new StringBuilder();
    start.ifPresent(
        prompt -> text.append("Write a full ethos from this starting prompt:\n\n").append(prompt));
    for (String wish : wishes) {
      text.append(text.isEmpty() ? "" : "\n\n").append("Work this in:\n\n").append(wish);
    }
    return text.append('\n').toString();
  }

  /** What the rules of the built-in backend make of it. */
  public String filledIn(String ethos, Node node) {
    String filled =
        start
            .map(
                prompt ->
                    EthosText.of(
                        Optional.of(PeerText.plain(node.identity().name())),
                        Optional.of(prompt).filter(given -> !given.equals(DEFAULT_SEED)),
                        Optional.empty()))
            .orElse(ethos);
    for (String wish : wishes) {
      filled = EthosText.revised(filled, wish);
    }
    return filled;
  }
}
