package org.sovereignbook.sbp.society.board;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.society.reputation.ReputationSettings;

/** Submitted results and their reviews (AGENT-STACK §6, §8). */
record Reviews(Transaction tx, TaskTable tasks, BoardPolicy policy, Outcomes outcomes) {
  /** Stores the result of a valid claim. Returns false when it was stored before. */
  boolean handIn(TaskRow task, String result, List<String> more, Worker worker) {
    if (task.state() != TaskState.CLAIMED) {
      return false;
    }
    tx.update(
        "UPDATE task_attempt SET submitted_ms = ?, result_id = ? WHERE task = ? AND number = ?",
        tx.nowMs(),
        keep(task, "result", result),
        task.id(),
        task.attempt());
    Instant due = tx.now().plusMillis(policy.reviewMs());
    Set<Principal> reviewers = tasks.reviewers(task);
    for (String name : more) {
      reviewers.add(WorkerNames.principal(tx, name));
    }
    List<Principal> panel = tasks.panel(task, 0, tx.config().get(ReputationSettings.PANEL));
    reviewers.addAll(panel);
    reviewers.remove(worker.principal());
    for (Principal reviewer : reviewers) {
      tasks.ask(task, reviewer, due);
    }
    if (reviewers.isEmpty()) {
      outcomes.acceptUnreviewed(task, worker.authority());
    } else {
      new Move(task, TaskAction.SUBMIT).until(due.toEpochMilli()).store(tx, tx.nowMs());
      tasks.emit(task, TaskAction.SUBMIT, task.attempt(), worker.authority());
      for (Principal reviewer : reviewers) {
        if (panel.contains(reviewer)) {
          new Escalation(tx, tasks, policy).mail(task, reviewer);
        } else {
          mail(task, reviewer, worker);
        }
      }
    }
    return true;
  }

  private record Candidate(Principal principal, String family) {}

  /**
   * Draws the panel of an attempt, without its worker.
   *
   * @param candidates names of agents, each with the family of its model
   */
  void draw(TaskRow task, int attempt, Map<String, String> candidates) {
    if (task.attempt() != attempt || !tasks.panel(task, 0, 1).isEmpty()) {
      return;
    }
    Map<String, Candidate> drawn = new TreeMap<>();
    candidates.forEach(
        (name, family) -> {
          Principal candidate = WorkerNames.principal(tx, name);
          if (!task.isWorkedOnBy(candidate)) {
            drawn.put(tx.newId(), new Candidate(candidate, family));
          }
        });
    int place = 0;
    for (Candidate candidate : mixed(drawn.values())) {
      tx.update(
          "INSERT INTO review_panel (task, attempt, place, reviewer) VALUES (?, ?, ?, ?)",
          task.id(),
          attempt,
          place++,
          candidate.principal().text());
    }
  }

  /** Returns the candidates so that the first ones are of as many families as possible. */
  private static List<Candidate> mixed(Collection<Candidate> drawn) {
    Map<String, Integer> seen = new HashMap<>();
    Map<Integer, List<Candidate>> rounds = new TreeMap<>();
    for (Candidate candidate : drawn) {
      int round = seen.merge(candidate.family(), 1, Integer::sum);
      rounds.computeIfAbsent(round, _ -> new ArrayList<>()).add(candidate);
    }
    return rounds.values().stream().flatMap(List::stream).toList();
  }

  private void mail(TaskRow task, Principal reviewer, Worker worker) {
    JsonObject body = JsonObject.empty().with("task", task.id()).with("attempt", task.attempt());
    boolean _ =
        Sending.requestReview(
            tx, worker.authority(), reviewer, body, Duration.ofMillis(policy.reviewMs()));
  }

  /** Records a review. The task must be the current row. */
  ReviewGate.Verdict review(TaskRow task, int score, String comment, Worker reviewer) {
    if (task.state() != TaskState.REVIEW) {
      throw Board.refused(
          "not-in-review", "the task " + task.id() + " is " + task.state() + ", not in review");
    }
    if (task.isWorkedOnBy(reviewer.principal())) {
      throw Board.refused("own-work", "an agent cannot review its own work");
    }
    if (score < 0 || score > ReviewGate.BEST) {
      throw Board.refused("invalid-score", "a score is from 0 to " + ReviewGate.BEST);
    }
    if (reviewer.isOwner()) {
      // The owner's score counts even if the owner was not asked.
      tasks.ask(task, Principal.OWNER, task.due().orElse(tx.now()));
    }
    int changed =
        tx.update(
            "UPDATE task_review SET score = ?, comment_id = ?, at_ms = ?"
                + " WHERE task = ? AND attempt = ? AND reviewer = ? AND at_ms IS NULL",
            score,
            keep(task, "comment", comment),
            tx.nowMs(),
            task.id(),
            task.attempt(),
            reviewer.principal().text());
    if (changed == 0) {
      throw Board.refused(
          "not-asked", "your review of this attempt was not requested: task " + task.id());
    }
    // A drawn reviewer is hidden from the author, also in events.
    int place = tasks.panel(task, 0, Integer.MAX_VALUE).indexOf(reviewer.principal());
    Authority by = place < 0 ? reviewer.authority() : tasks.caused(task, Authority.SYSTEM);
    tasks.emit(
        task,
        "task.reviewed",
        "reviewed:"
            + task.attempt()
            + ":"
            + (place < 0 ? reviewer.principal().text() : "reviewer-" + (place + 1)),
        by,
        JsonObject.builder().put("attempt", task.attempt()).put("score", score).build());
    return outcomes.judge(task, false, by);
  }

  private Optional<String> keep(TaskRow task, String field, String text) {
    policy.requireShort(text);
    return text.isBlank()
        ? Optional.empty()
        : Optional.of(tx.keep(Subject.task(task.id()), field, text));
  }
}
