package org.sovereignbook.sbp.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/**
 * The compactor: condenses the older lines of session-log.md (IMPLEMENTATION §2). What was
 * condensed stays readable in session-log-archive-YYYY-MM.md, so that a poor summary loses nothing.
 */
record CompactorJob(Node node, Store store, LlmConfig config) implements AgentJob {
  /** A last line that stands for the newest lines, so that a model need not copy them. */
  static final String NEWEST_LINES_HERE = "[[newest lines]]";

  @Override
  public Optional<Outcome> withoutAsking() {
    List<String> lines = lines();
    if (lines.size() < config.compactAboveLines()) {
      return Optional.of(
          Outcome.nothing(
              "session-log.md has "
                  + Counted.of(lines.size(), "line")
                  + ", fewer than "
                  + config.compactAboveLines()));
    }
    return Compaction.split(lines).older().isEmpty()
        ? Optional.of(Outcome.nothing("session-log.md has no older lines to condense"))
        : Optional.empty();
  }

  @Override
  public List<LlmInput> inputs() {
    return List.of(new LlmInput(Inputs.SESSION_LOG, SessionLog.text(lines()), true));
  }

  @Override
  public Outcome accept(LlmAnswer answer) throws LlmException {
    List<String> before = lines();
    List<String> answered = expanded(AnswerText.limited(answer.output()), before);
    if (answered.equals(before)) {
      return Outcome.nothing("session-log.md is as short as it gets");
    }
    List<String> newest = SessionLog.newest(before, Compaction.KEPT_LINES);
    if (!SessionLog.newest(answered, Compaction.KEPT_LINES).equals(newest)) {
      throw LlmException.answer(
          "the answer does not end in the newest "
              + Compaction.KEPT_LINES
              + " lines of session-log.md as they are");
    }
    List<String> condensed = new ArrayList<>(answered.subList(0, answered.size() - newest.size()));
    condensed.removeIf(Compaction.MARKER::equals);
    if (condensed.stream().allMatch(String::isBlank)) {
      throw LlmException.answer("the answer says nothing about the older lines of session-log.md");
    }
    List<String> after = Compaction.join(condensed, newest);
    if (after.size() >= before.size()) {
      throw LlmException.answer("the answer is no shorter than session-log.md");
    }
    return new Outcome(
        false,
        "condensed session-log.md from " + before.size() + " to " + after.size() + " lines",
        List.of(
            new Change.Condense(
                LogFile.SESSION,
                node.now(),
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
      lines.addAll(SessionLog.newest(before, Compaction.KEPT_LINES));
    }
    return lines;
  }

  private List<String> lines() {
    return store.lines(LogFile.SESSION);
  }
}
