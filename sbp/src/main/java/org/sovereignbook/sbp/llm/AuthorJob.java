package org.sovereignbook.sbp.llm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Rejection;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Store;

/**
 * The author: from the ethos to raw pieces in operational/author-output/ (IMPLEMENTATION §2). A
 * draft that becomes a piece moves to drafts/published/ in the same commit, so that it is neither
 * lost nor published twice.
 *
 * @param withDrafts whether the backend publishes the operator's drafts
 */
record AuthorJob(Node node, Store store, LlmConfig config, boolean withDrafts) implements AgentJob {
  /** One to three pieces a session (IMPLEMENTATION §2). */
  static final int MAX_PIECES = 3;

  private static final String DRAFT_SUFFIX = ".md";

  @Override
  public Optional<Outcome> withoutAsking() {
    int waiting =
        (int)
            node.disk().files(node.home().authorOutput()).stream()
                .filter(file -> name(file).endsWith(".json"))
                .count();
    if (waiting > 0) {
      // An interrupted run got this far; writing more would publish twice as much.
      String summary = Counted.of(waiting, "raw piece") + " of an earlier run to publish first";
      return Optional.of(new Outcome(false, summary, List.of()));
    }
    return withDrafts && drafts().isEmpty()
        ? Optional.of(Outcome.nothing("no draft to publish"))
        : Optional.empty();
  }

  @Override
  public List<LlmInput> inputs() {
    List<LlmInput> inputs = new ArrayList<>();
    inputs.add(Inputs.ethos(node));
    inputs.add(Inputs.recentSessionLog(store, config.sessionLogLines()));
    if (withDrafts) {
      inputs.add(
          new LlmInput(
              Inputs.RECEIVED_TITLES,
              JsonWriter.file(new ReceivedTitles(store).newestByTitle()),
              true));
      for (Path draft : drafts()) {
        node.readText(draft)
            .ifPresent(text -> inputs.add(new LlmInput(Inputs.DRAFTS + name(draft), text, false)));
      }
    }
    return List.copyOf(inputs);
  }

  @Override
  public Outcome accept(LlmAnswer answer) throws LlmException {
    List<JsonObject> raw = AnswerText.objects(answer.output(), Shape.PIECES.list());
    if (raw.isEmpty()) {
      return Outcome.nothing("wrote nothing");
    }
    if (raw.size() > MAX_PIECES) {
      throw LlmException.answer(
          "the answer has " + raw.size() + " pieces; at most " + MAX_PIECES + " are allowed a run");
    }
    List<Change> changes = new ArrayList<>();
    for (JsonObject json : raw) {
      Path file = node.home().authorOutput().resolve(fileName(changes.size() + 1));
      changes.add(Change.WriteFile.json(file, piece(json).toJson()));
    }
    String summary = "wrote " + Counted.of(changes.size(), "piece");
    changes.addAll(published(answer.used()));
    return new Outcome(false, summary, changes);
  }

  private static Piece piece(JsonObject json) throws LlmException {
    return switch (Piece.parse(Shape.PIECES.checkedElement(json, "a piece of the answer"))) {
      case Checked.Valid<Piece>(Piece piece) -> piece;
      case Checked.Rejected<Piece>(Rejection why) ->
          throw LlmException.answer("a piece of the answer is not valid: " + why.message());
    };
  }

  private String fileName(int number) {
    return node.now().inFileName() + "-" + number + ".json";
  }

  private List<Path> drafts() {
    return node.disk().files(node.home().drafts()).stream()
        .filter(file -> name(file).endsWith(DRAFT_SUFFIX) && !name(file).startsWith("."))
        .toList();
  }

  private List<Change> published(List<String> used) {
    Set<Path> taken = new HashSet<>();
    return List.copyOf(
        drafts().stream()
            .filter(draft -> used.contains(Inputs.DRAFTS + name(draft)))
            .map(draft -> new Change.MoveFile(draft, freeName(name(draft), taken)))
            .toList());
  }

  /** A name in drafts/published/ that replaces no earlier draft of the same name. */
  private Path freeName(String name, Set<Path> taken) {
    return FreeName.of(
        node.home().draftsPublished().resolve(name),
        target -> node.disk().exists(target) || !taken.add(target));
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
