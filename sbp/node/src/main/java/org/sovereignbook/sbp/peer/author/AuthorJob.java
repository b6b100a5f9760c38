package org.sovereignbook.sbp.peer.author;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSchema;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.model.judgment.JobRun;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.Change;

/**
 * The author: from the ethos to raw pieces in operational/author-output/ (IMPLEMENTATION §2). A
 * draft that becomes a piece moves to drafts/published/ in the same commit, so that it is neither
 * lost nor published twice.
 */
public final class AuthorJob implements Job {

  /** {@code operational/author-output/*.json}, all in one (IMPLEMENTATION §3.3). */
  private record Pieces(List<Piece> pieces) {}

  public static final String NAME = "author";

  /** Maximum number of pieces a session, one to three by IMPLEMENTATION §2. */
  public static final int MAX_PIECES = 3;

  /** Name prefix of every draft. */
  public static final String DRAFTS = "drafts/";

  /** Computed for the run: the titles that drafts may reply to. */
  public static final String RECEIVED_TITLES = "operational/received-titles.json";

  private static final String DRAFT_SUFFIX = ".md";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LlmRequest.Mode mode() {
    return LlmRequest.Mode.TOOLS;
  }

  @Override
  public LlmRequest.OutputFile output() {
    return new LlmRequest.OutputFile(
        "operational/author-output/pieces.json", Optional.of(JsonSchema.strict(Pieces.class)));
  }

  @Override
  public Optional<Result> withoutAsking(JobRun run) {
    int waiting =
        (int)
            run.node().disk().files(run.node().home().authorOutput()).stream()
                .filter(file -> name(file).endsWith(".json"))
                .count();
    if (waiting > 0) {
      // An interrupted run got this far; writing more would publish twice as much.
      String summary =
          Wording.counted(waiting, "raw piece") + " of an earlier run to publish first";
      return Optional.of(new Result(false, summary, List.of()));
    }
    return run.backend().publishesDrafts() && drafts(run).isEmpty()
        ? Optional.of(
            Result.nothing(
                "no draft to publish; write one, "
                    + run.node().home().drafts().resolve("TITLE.md")
                    + ", and run this again"))
        : Optional.empty();
  }

  @Override
  public List<LlmRequest.Input> inputs(JobRun run) {
    List<LlmRequest.Input> inputs = new ArrayList<>();
    inputs.add(run.ethos());
    inputs.add(run.recentSessionLog());
    if (run.backend().publishesDrafts()) {
      inputs.add(
          new LlmRequest.Input(
              RECEIVED_TITLES,
              JsonWriter.file(new ReceivedTitles(run.store()).newestByTitle()),
              true));
      for (Path draft : drafts(run)) {
        run.node()
            .readText(draft)
            .ifPresent(text -> inputs.add(new LlmRequest.Input(DRAFTS + name(draft), text, false)));
      }
    }
    return List.copyOf(inputs);
  }

  @Override
  public Result accept(LlmAnswer answer, JobRun run) throws LlmException {
    List<Piece> pieces = answer.list("pieces", AuthorJob::piece);
    if (pieces.isEmpty()) {
      return Result.nothing("wrote nothing");
    }
    if (pieces.size() > MAX_PIECES) {
      throw LlmException.answer(
          "the answer has "
              + pieces.size()
              + " pieces; at most "
              + MAX_PIECES
              + " are allowed a run");
    }
    List<Change> changes = new ArrayList<>();
    for (Piece piece : pieces) {
      Path file = run.node().home().authorOutput().resolve(fileName(changes.size() + 1, run));
      changes.add(Change.WriteFile.json(file, piece.toJson()));
    }
    String summary = "wrote " + Wording.counted(changes.size(), "piece");
    changes.addAll(published(answer.used(), run));
    return new Result(false, summary, changes);
  }

  private static Piece piece(JsonObject json) throws LlmException {
    Piece read = LlmAnswer.shaped(Piece.class, json, "a piece of the answer");
    return switch (Piece.of(read.title(), read.body(), read.tags(), read.inReplyTo())) {
      case Checked.Valid<Piece>(Piece piece) -> piece;
      case Checked.Rejected<Piece>(Rejection why) ->
          throw LlmException.answer("a piece of the answer is not valid: " + why.message());
    };
  }

  private static String fileName(int number, JobRun run) {
    return run.node().now().inFileName() + "-" + number + ".json";
  }

  private static List<Path> drafts(JobRun run) {
    return run.node().disk().files(run.node().home().drafts()).stream()
        .filter(file -> name(file).endsWith(DRAFT_SUFFIX) && !name(file).startsWith("."))
        .toList();
  }

  private static List<Change> published(List<String> used, JobRun run) {
    Set<Path> taken = new HashSet<>();
    return List.copyOf(
        drafts(run).stream()
            .filter(draft -> used.contains(DRAFTS + name(draft)))
            .map(draft -> new Change.MoveFile(draft, freeName(name(draft), taken, run)))
            .toList());
  }

  /** Chooses a name in drafts/published/ that replaces no earlier draft of the same name. */
  private static Path freeName(String name, Set<Path> taken, JobRun run) {
    return FreeName.of(
        run.node().home().draftsPublished().resolve(name),
        target -> run.node().disk().exists(target) || !taken.add(target));
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
