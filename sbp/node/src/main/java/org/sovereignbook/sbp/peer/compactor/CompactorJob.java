package org.sovereignbook.sbp.peer.compactor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.model.judgment.JobRun;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.LogFile;

/**
 * Job that condenses the older lines of session-log.md (IMPLEMENTATION §2). The condensed lines
 * stay readable in session-log-archive-YYYY-MM.md, so that a poor summary loses nothing.
 */
public final class CompactorJob implements Job {
  public static final String NAME = "compactor";

  private static final Pattern COMPONENT = Pattern.compile("(?:- )?\\[[a-z][a-z0-9_-]*\\] ");

  /** A last line that stands for the newest lines, so that a model need not copy them. */
  public static final String NEWEST_LINES_HERE = "[[newest lines]]";

  /** The scheduler's own threshold (IMPLEMENTATION §7). */
  public static final Setting<Integer> ABOVE_LINES =
      Setting.integer(
          "components.compactor.run_if_file_exceeds_lines.threshold",
          500,
          1,
          1_000_000,
          "to this number of lines");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LlmRequest.Mode mode() {
    return LlmRequest.Mode.TOOLS;
  }

  @Override
  public boolean followsEthos() {
    return false;
  }

  @Override
  public LlmRequest.OutputFile output() {
    return new LlmRequest.OutputFile(JobRun.SESSION_LOG, Optional.empty());
  }

  @Override
  public Optional<Result> withoutAsking(JobRun run) {
    List<String> lines = lines(run);
    int above = run.node().config().get(ABOVE_LINES);
    if (lines.size() < above) {
      return Optional.of(
          Result.nothing(
              "session-log.md has "
                  + Wording.counted(lines.size(), "line")
                  + ", fewer than "
                  + above));
    }
    return Compaction.split(lines).older().isEmpty()
        ? Optional.of(Result.nothing("session-log.md has no older lines to condense"))
        : Optional.empty();
  }

  @Override
  public List<LlmRequest.Input> inputs(JobRun run) {
    return List.of(JobRun.sessionLog(lines(run)));
  }

  /** Escapes images and links, because the model's summary may contain text of peers. */
  private static String escaped(String line) {
    Matcher component = COMPONENT.matcher(line);
    int behind = component.lookingAt() ? component.end() : 0;
    return line.substring(0, behind) + PeerText.inMarkdown(line.substring(behind));
  }

  @Override
  public Result accept(LlmAnswer answer, JobRun run) throws LlmException {
    List<String> before = lines(run);
    List<String> answered = expanded(answer.text(), before);
    if (answered.equals(before)) {
      return Result.nothing("session-log.md is as short as it gets");
    }
    List<String> newest = Compaction.newest(before, Compaction.KEPT_LINES);
    if (!Compaction.newest(answered, Compaction.KEPT_LINES).equals(newest)) {
      throw LlmException.answer(
          "the answer does not end in the newest "
              + Compaction.KEPT_LINES
              + " lines of session-log.md as they are");
    }
    List<String> condensed =
        answered.subList(0, answered.size() - newest.size()).stream()
            .filter(line -> !line.equals(Compaction.MARKER))
            .map(CompactorJob::escaped)
            .toList();
    if (condensed.stream().allMatch(String::isBlank)) {
      throw LlmException.answer("the answer says nothing about the older lines of session-log.md");
    }
    List<String> after = Compaction.join(condensed, newest);
    if (after.size() >= before.size()) {
      throw LlmException.answer("the answer is no shorter than session-log.md");
    }
    return new Result(
        false,
        "condensed session-log.md from " + before.size() + " to " + after.size() + " lines",
        List.of(
            new Change.Condense(
                LogFile.SESSION,
                run.node().now(),
                before.size() - newest.size(),
                Compaction.split(before).older().size(),
                after.subList(0, after.size() - newest.size()))));
  }

  private static List<String> expanded(String answer, List<String> before) {
    List<String> lines = new ArrayList<>(answer.lines().toList());
    while (!lines.isEmpty() && lines.getLast().isBlank() && !before.getLast().isBlank()) {
      lines.removeLast();
    }
    if (!lines.isEmpty() && lines.getLast().strip().equals(NEWEST_LINES_HERE)) {
      lines.removeLast();
      lines.addAll(Compaction.newest(before, Compaction.KEPT_LINES));
    }
    return lines;
  }

  private static List<String> lines(JobRun run) {
    return run.store().lines(LogFile.SESSION);
  }
}
