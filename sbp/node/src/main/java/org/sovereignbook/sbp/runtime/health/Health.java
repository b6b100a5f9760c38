package org.sovereignbook.sbp.runtime.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.access.PolicyFile;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.scheduler.SchedulerState;
import org.sovereignbook.sbp.store.Store;

/**
 * The health of a node in one word, with its problems, the worst first. Reads files and locks only,
 * so that it is cheap; {@code sbp doctor} checks more.
 */
public record Health(@Shape.Named("health") State state, List<Reason> reasons) {
  /** A tick comes every 15 minutes; a single missed one may be due to a sleeping machine. */
  public static final Duration TICK_IS_LATE = Duration.ofMinutes(45);

  private static final int REASONS_ON_A_LINE = 2;
  private static final int MORE_LINES = 5;

  /** The column at which the texts of {@code sbp status} begin. */
  private static final int INDENT = 10;

  /** The health of a node. Written in lower case. */
  public enum State {
    OK,
    /** The node works, with problems to look at. */
    ATTENTION,
    /** The node does not take messages or run its components. */
    DOWN;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * One problem.
   *
   * @param what its subject, a stable word such as {@code outbox}
   * @param severity the node's health because of this alone
   * @param text the problem; peer text in it is escaped
   * @param remedy a command
   */
  public record Reason(String what, State severity, String text, String remedy) {}

  public Health {
    reasons = List.copyOf(reasons);
  }

  private static Health of(Stream<Reason> found) {
    List<Reason> worstFirst =
        found.sorted((one, other) -> other.severity().compareTo(one.severity())).toList();
    return new Health(
        worstFirst.isEmpty() ? State.OK : worstFirst.getFirst().severity(), worstFirst);
  }

  /**
   * Returns the health of a node whose store is open.
   *
   * @param llm the state of its models
   */
  public static Health of(Node node, Store store, LlmStatus llm) {
    return of(
        Stream.concat(
            Judges.all(Judges.OF_NODE, new Judges.Seen(node, llm)),
            Judges.all(Judges.OF_STORE, new Judges.Stored(node, store))));
  }

  /** Returns the health of a node whose store cannot be opened. */
  public static Health withoutStore(Node node, String problem, LlmStatus llm) {
    return of(
        Stream.concat(
            Stream.of(new Reason("store", State.DOWN, problem, "sbp doctor")),
            Judges.all(Judges.OF_NODE, new Judges.Seen(node, llm))));
  }

  /** Returns a copy with further problems. */
  public Health and(List<Reason> more) {
    return of(Stream.concat(reasons.stream(), more.stream()));
  }

  /** Code of the reasons about items that a loop has set aside. */
  public static final String SET_ASIDE = "set-aside";

  /** Returns the reason about items of the store that were set aside, if there are any. */
  public static Optional<Reason> setAside(Store store) {
    return Judges.setAside(new Judges.Stored(store.node(), store)).stream().findFirst();
  }

  /** Makes a problem that needs attention. */
  public static Reason attention(String what, String text, String remedy) {
    return new Reason(what, State.ATTENTION, text, remedy);
  }

  /**
   * Returns the error in the policy files, if there is one.
   *
   * @param keeps whether valid policies are stored, to stay in force when a later version is faulty
   */
  public static Optional<String> policies(Node node, boolean keeps) {
    if (!node.disk().exists(node.home().access())) {
      return Optional.empty();
    }
    List<PolicyFile.Problem> problems = Policies.problems(node, keeps);
    return problems.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "runtime/access/%s%s; what was read last without an error is in force, and every denial"
                .formatted(
                    PeerText.plain(problems.getFirst().toString()),
                    problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)"));
  }

  /**
   * Returns when the scheduler was last active; empty when it never was, or the state cannot be
   * read.
   */
  public static Optional<Timestamp> lastTick(Optional<JsonObject> schedulerState) {
    try {
      return schedulerState.flatMap(
          json -> Shape.of(SchedulerState.class).read(json).lastUpdated());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns a line for a person: {@code all well}, or the problems. */
  public String line() {
    int more = reasons.size() - REASONS_ON_A_LINE;
    return headline(more > 0 ? "; and " + more + " more" : "");
  }

  /**
   * Returns lines for a person: the same with each further problem, and its remedy, on a line of
   * its own.
   */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(List.of(headline("")));
    int end = Math.min(reasons.size(), REASONS_ON_A_LINE + MORE_LINES);
    for (int i = REASONS_ON_A_LINE; i < end; i++) {
      Reason reason = reasons.get(i);
      lines.add(" ".repeat(INDENT) + reason.text() + " (" + reason.remedy() + ")");
    }
    if (reasons.size() > end) {
      lines.add(" ".repeat(INDENT) + "and " + (reasons.size() - end) + " more (sbp doctor)");
    }
    return lines;
  }

  private String headline(String more) {
    if (reasons.isEmpty()) {
      return "all well";
    }
    String first =
        reasons.stream()
            .limit(REASONS_ON_A_LINE)
            .map(Reason::text)
            .collect(Collectors.joining("; "));
    String remedy = reasons.size() == 1 ? reasons.getFirst().remedy() : "sbp doctor";
    return state + ": " + first + more + " (" + remedy + ")";
  }
}
