package org.sovereignbook.sbp.plugins.evolution;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietySettings;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.plugins.team.TeamRuns;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.society.reputation.ScoreChange;

/**
 * Past tasks of this node on which a change of a prompt can be tried: the owner's, reviewed, of the
 * role in which the agent works most, whoever did them, without calls of tools.
 */
final class PastTasks {
  private static final int MOST_TASKS = 400;
  private static final int LATEST_ATTEMPTS = 50;
  private static final int HELD_OUT = 20;
  private static final int ANCHORS = 5;
  private static final double WELL_DONE = 80;
  private static final int SHOWN_TO_AUTHOR = 6;

  private final Transaction tx;
  private final Principal agent;

  /** Times of agents' calls of tools outside of the loop of a team's member, by agent. */
  private final Map<String, NavigableSet<Long>> calls = new HashMap<>();

  /** Before this time the audit log does not say which tools were called. */
  private final Instant auditedFrom;

  PastTasks(Transaction tx, Principal agent) {
    this.tx = tx;
    this.agent = agent;
    this.auditedFrom =
        tx.now().minus(Duration.ofDays(tx.config().get(SocietySettings.AUDIT_KEEP_DAYS)));
    tx.each(
        "SELECT agent, at_ms FROM audit WHERE agent IS NOT NULL AND channel <> ? AND decision = ?"
            + " AND at_ms >= ?",
        row -> calls.computeIfAbsent(row.text(1), _ -> new TreeSet<>()).add(row.number(2)),
        TeamRuns.CHANNEL,
        AuditRow.ALLOW,
        auditedFrom.toEpochMilli());
  }

  /**
   * Tasks for a trial.
   *
   * @param missing why there are too few; empty when there are enough
   */
  record Sample(Map<TrialPair.Part, List<String>> tasks, Optional<String> missing) {
    int size() {
      return tasks.values().stream().mapToInt(List::size).sum();
    }
  }

  /** Returns the agent's latest attempts, newest first. */
  private List<ScoreChange> attempts() {
    return Reputation.in(tx).attempts(agent, LATEST_ATTEMPTS);
  }

  private String role() {
    return attempts().stream()
        .collect(Collectors.groupingBy(ScoreChange::bucket, TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }

  /** Draws tasks for a trial, in an order that the transaction's new ids decide. */
  Sample sample(EvolutionChange change) {
    Set<String> seen = new HashSet<>(change.content().seen());
    List<ScoreChange> free = new ArrayList<>();
    for (ScoreChange each : judged()) {
      if (!seen.contains(each.task())) {
        free.add(each);
      }
    }
    List<String> anchors =
        shuffled(free.stream().filter(each -> each.verdict().orElse(0.0) >= WELL_DONE).toList());
    anchors = anchors.subList(0, Math.min(ANCHORS, anchors.size()));
    List<String> others = new ArrayList<>(shuffled(free));
    others.removeAll(anchors);
    if (others.size() < 2 * HELD_OUT) {
      return new Sample(
          Map.of(),
          Optional.of(
              "not enough evidence: %d past tasks of this role can be tried again, %d are needed"
                  .formatted(others.size() + anchors.size(), 2 * HELD_OUT + anchors.size())));
    }
    return new Sample(
        Map.of(
            TrialPair.Part.HELD_OUT, others.subList(0, HELD_OUT),
            TrialPair.Part.CONFIRMATION, others.subList(HELD_OUT, 2 * HELD_OUT),
            TrialPair.Part.ANCHOR, anchors),
        Optional.empty());
  }

  private List<String> shuffled(List<ScoreChange> changes) {
    TreeMap<String, String> byChance = new TreeMap<>();
    changes.forEach(each -> byChance.put(tx.newId(), each.task()));
    return List.copyOf(byChance.values());
  }

  /** Returns the tasks that the agent has done since a time, oldest first. */
  List<String> since(Instant adopted) {
    return judged().stream()
        .filter(each -> each.principal().equals(agent) && each.at().isAfter(adopted))
        .map(ScoreChange::task)
        .toList()
        .reversed();
  }

  /** Returns the latest verdict on each eligible task, newest first. */
  private List<ScoreChange> judged() {
    Set<String> tasks = new HashSet<>();
    return Reputation.in(tx).judged(role(), MOST_TASKS).stream()
        .filter(each -> tasks.add(each.task()))
        .filter(this::isEligible)
        .toList();
  }

  private boolean isEligible(ScoreChange change) {
    Optional<Task> task = Board.in(tx).find(change.task());
    return task.isPresent()
        && !task.get().state().isOpen()
        && task.get().row().principal().equals(Principal.OWNER)
        && isOfTheNode(task.get())
        && !task.get().title().isEmpty()
        && Board.in(tx).attempts(change.task()).stream().noneMatch(this::usedTools);
  }

  /** Returns whether nobody else has caused the task, its results or its reviews. */
  private boolean isOfTheNode(Task task) {
    return task.row().far().originPeer().isEmpty()
        && tx.authority(task.row().authorityId())
            .filter(cause -> Access.beneficiaries(cause).isEmpty())
            .isPresent()
        && Board.in(tx).authors(List.of(task.id())).stream()
            .allMatch(author -> Access.beneficiaries(author).isEmpty());
  }

  /**
   * Returns whether its worker called tools, or may have: they may have had effects, and no replay
   * has them.
   */
  private boolean usedTools(TaskAttempt attempt) {
    Instant end = attempt.row().submittedAt().or(() -> attempt.row().endedAt()).orElse(tx.now());
    Instant start = attempt.row().startedAt();
    String worker = attempt.row().worker().agentId().orElse("");
    return start.isBefore(auditedFrom)
        || !calls
            .getOrDefault(worker, Collections.emptyNavigableSet())
            .subSet(start.toEpochMilli(), true, end.toEpochMilli(), true)
            .isEmpty();
  }

  /** Returns the texts of all tasks that a trial may use, of which no phrase may be copied. */
  List<String> texts() {
    return judged().stream()
        .map(each -> Board.in(tx).task(each.task()))
        .map(task -> task.title() + "\n" + task.description().orElse(""))
        .toList();
  }

  /**
   * Returns the agent's worst latest tasks that are kept, which the author of a change is shown. A
   * text that others caused is none of them: the change becomes a part of the agent's prompt.
   */
  List<String> examples() {
    Map<String, Double> worst =
        attempts().stream()
            .collect(
                Collectors.toMap(
                    ScoreChange::task,
                    each -> each.verdict().orElse(0.0),
                    Math::min,
                    TreeMap::new));
    return worst.entrySet().stream()
        .filter(each -> Board.in(tx).find(each.getKey()).filter(this::isOfTheNode).isPresent())
        .sorted(Comparator.comparingDouble(Map.Entry::getValue))
        .limit(SHOWN_TO_AUTHOR)
        .map(Map.Entry::getKey)
        .toList();
  }
}
