package org.sovereignbook.sbp.peer.ethos;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.model.judgment.JobRun;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Change;

/**
 * Writes the ethos that the operator has asked for (AGENT.md, ethos). The old one goes to {@code
 * ethos-archive/} and the request goes away in the same commit, so that a failed run loses neither.
 */
public final class EthosJob implements Job {
  public static final String NAME = "ethos";

  /** Computed for the run: what the operator wants the ethos to be. */
  public static final String REQUEST = "operational/ethos-request.md";

  /** Far above the prompt's 800 words; it is read in every session. */
  static final int MAX_ETHOS_BYTES = 24_576;

  /** AGENT.md, recommended structure. */
  static final List<String> HEADINGS =
      List.of(
          "# Ethos", "## Identity", "## Interests", "## Voice", "## Goals", "## Operating Style");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean followsEthos() {
    return false;
  }

  @Override
  public LlmRequest.OutputFile output() {
    return new LlmRequest.OutputFile(JobRun.ETHOS, Optional.empty());
  }

  @Override
  public Optional<Result> withoutAsking(JobRun run) {
    return EthosRequest.of(run.node()).isPresent()
        ? Optional.empty()
        : Optional.of(Result.nothing("no change of the ethos is asked for"));
  }

  @Override
  public List<LlmRequest.Input> inputs(JobRun run) {
    String request = EthosRequest.of(run.node()).map(EthosRequest::text).orElse("");
    return List.of(new LlmRequest.Input(REQUEST, request, false), run.ethos());
  }

  @Override
  public Result accept(LlmAnswer answer, JobRun run) throws LlmException {
    String ethos = checked(answer.unfenced());
    Optional<String> before =
        run.node().readText(run.node().home().ethos()).filter(text -> !text.isBlank());
    Path kept =
        FreeName.of(
            run.node().home().ethosArchive().resolve(run.node().now().inFileName() + ".md"),
            run.node().disk()::exists);
    List<Change> changes = new ArrayList<>();
    before.ifPresent(text -> changes.add(new Change.WriteFile(kept, text)));
    changes.add(new Change.WriteFile(run.node().home().ethos(), ethos));
    changes.add(new Change.RemoveFile(run.node().home().ethosRequest()));
    String old =
        before.isPresent() ? "; the old one is kept as ethos-archive/" + kept.getFileName() : "";
    return new Result(false, "wrote ethos.md" + old, changes);
  }

  /**
   * Returns the checked text, as it is to be written.
   *
   * @throws LlmException when it lacks the structure, or has text that no file should contain
   */
  static String checked(String answer) throws LlmException {
    String ethos = answer.replace("\r\n", "\n").strip() + "\n";
    if (ethos.getBytes(StandardCharsets.UTF_8).length > MAX_ETHOS_BYTES) {
      throw LlmException.answer("the ethos is longer than " + MAX_ETHOS_BYTES + " bytes");
    }
    if (ethos.codePoints().anyMatch(c -> c != '\n' && c != '\t' && PeerText.isUnsafe(c))) {
      throw LlmException.answer("the ethos holds a control character");
    }
    List<String> lines = ethos.lines().map(String::stripTrailing).toList();
    if (!lines.getFirst().equals(HEADINGS.getFirst())) {
      throw LlmException.answer("the answer does not begin with the line " + HEADINGS.getFirst());
    }
    requireSections(lines);
    return ethos;
  }

  private static void requireSections(List<String> lines) throws LlmException {
    int from = 0;
    for (String heading : HEADINGS.subList(1, HEADINGS.size())) {
      int at = lines.indexOf(heading);
      if (at < 0) {
        throw LlmException.answer("the ethos has no section " + heading);
      }
      if (at < from) {
        throw LlmException.answer("the section " + heading + " is not where it belongs");
      }
      boolean empty =
          lines.subList(at + 1, lines.size()).stream()
              .takeWhile(line -> !line.startsWith("## "))
              .allMatch(String::isBlank);
      if (empty) {
        throw LlmException.answer("the section " + heading + " is empty");
      }
      from = at;
    }
  }
}
