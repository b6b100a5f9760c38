package org.sovereignbook.sbp.llm;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Store;

/** The reader: from the inbox digest to reader-decisions.json (IMPLEMENTATION §2). */
record ReaderJob(Node node, Store store, LlmConfig config) implements AgentJob {

  @Override
  public Optional<Outcome> withoutAsking() {
    Optional<JsonObject> digest = digest();
    if (digest.isEmpty()) {
      return Optional.of(Outcome.nothing("no inbox digest to read"));
    }
    if (items().isEmpty()) {
      return Optional.of(Outcome.nothing("the inbox digest has no items"));
    }
    // An interrupted run got this far. A new digest removes what was decided on an older one, so
    // decisions that lie here are on these items, and asking again would only cost another call.
    return waiting()
        .map(made -> Counted.of(made, "decision") + " of an earlier run to carry out first")
        .map(summary -> new Outcome(false, summary, List.of()));
  }

  @Override
  public List<LlmInput> inputs() {
    List<DigestItem> items = items();
    Set<String> authors =
        items.stream()
            .flatMap(item -> Stream.of(item.senderKey(), item.authorKey()))
            .collect(Collectors.toSet());
    return List.of(
        Inputs.ethos(node),
        Inputs.computed(Inputs.ENDORSED, new Endorsed(store).by(authors)),
        Inputs.computed(Inputs.REPLY_INDEX, Replies.to(store, items)),
        new LlmInput(Inputs.PEERS, store.peersText(), true),
        Inputs.recentSessionLog(store, config.sessionLogLines()),
        new LlmInput(Inputs.DIGEST, JsonWriter.file(digest().orElseThrow()), true));
  }

  @Override
  public Outcome accept(LlmAnswer answer) throws LlmException {
    JsonObject decisions = Shape.DECISIONS.checked(AnswerText.object(answer.output()));
    JsonArray list = decisions.array(Shape.DECISIONS.list()).orElseThrow();
    return new Outcome(
        false,
        "made " + Counted.of(list.values().size(), "decision"),
        List.of(Change.WriteFile.json(node.home().readerDecisions(), decisions)));
  }

  /** How many decisions wait; empty without a file that reader-post could use. */
  private Optional<Integer> waiting() {
    try {
      return node.readJson(node.home().readerDecisions())
          .flatMap(json -> json.array("decisions"))
          .map(decisions -> decisions.values().size());
    } catch (NodeException e) {
      return Optional.empty();
    }
  }

  private Optional<JsonObject> digest() {
    return node.readJson(node.home().inboxDigest());
  }

  private List<DigestItem> items() {
    return digest().map(DigestItem::of).orElse(List.of());
  }
}
