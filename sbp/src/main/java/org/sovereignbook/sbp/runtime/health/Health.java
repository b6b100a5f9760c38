package org.sovereignbook.sbp.runtime.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.access.PolicyFile;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.net.http.ClockSkew;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.runtime.scheduler.SchedulerState;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreSettings;

/**
 * The health of a node in one word, with its problems, the worst first. Reads files and locks only,
 * so that it is cheap; {@code sbp doctor} checks more.
 */
public record Health(@Shape.Named("health") State state, List<Reason> reasons) {
  /** A tick comes every 15 minutes; a single missed one may be due to a sleeping machine. */
  public static final Duration TICK_IS_LATE = Duration.ofMinutes(45);

  private static final int REASONS_ON_A_LINE = 2;

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
    List<Reason> found = new ArrayList<>(besideStore(node, llm));
    Optional<JsonObject> state = store.intactState(StateDocument.SCHEDULER);
    late(node, state).ifPresent(found::add);
    found.addAll(failedComponents(state));
    int failed = store.outbox().failed().size();
    if (failed > 0) {
      found.add(attention("outbox", failed + " could not be delivered", "sbp outbox failed"));
    }
    int aside = store.inbox().setAside().size();
    if (aside > 0) {
      String text = aside + (aside == 1 ? " message is" : " messages are") + " set aside unread";
      found.add(attention("inbox", text, "sbp inbox"));
    }
    ClockSkew clock = ClockSkew.of(node, store);
    if (clock.isNotable()) {
      found.add(attention("clock", clock.text(), clock.remedy()));
    }
    int broken = store.peers().problems().size();
    if (broken > 0) {
      found.add(attention("peers", rows(broken) + " of peers.md cannot be read", "sbp doctor"));
    }
    return of(found.stream());
  }

  /** Returns the health of a node whose store cannot be opened. */
  public static Health withoutStore(Node node, String problem, LlmStatus llm) {
    return of(
        Stream.concat(
            Stream.of(new Reason("store", State.DOWN, problem, "sbp doctor")),
            besideStore(node, llm).stream()));
  }

  /** Returns the problems of the society's tasks. */
  public static List<Reason> ofTasks(Transaction tx) {
    List<String> roles = Board.in(tx).rolesOfNobody();
    return roles.isEmpty()
        ? List.of()
        : List.of(
            attention(
                "tasks",
                "tasks wait for a role that no agent has by its name: " + String.join(", ", roles),
                "sbp agent register " + roles.getFirst()));
  }

  /** Returns a copy with further problems. */
  public Health and(List<Reason> more) {
    return of(Stream.concat(reasons.stream(), more.stream()));
  }

  /** Makes a problem that needs attention. */
  public static Reason attention(String what, String text, String remedy) {
    return new Reason(what, State.ATTENTION, text, remedy);
  }

  private static List<Reason> besideStore(Node node, LlmStatus llm) {
    List<Reason> found = new ArrayList<>();
    server(node).ifPresent(found::add);
    ClockRepair.leap(node).ifPresent(found::add);
    long floor = node.config().get(StoreSettings.FREE_DISK_BYTES);
    long free = node.disk().freeBytes(node.home().runtime());
    if (free < floor) {
      String text = "only " + free + " bytes of the disk are free, so no message is taken";
      found.add(new Reason("disk", State.DOWN, text, "df -h " + node.home().runtime()));
    }
    new SqliteLedgerProvider()
        .problem(node)
        .ifPresent(text -> found.add(attention("society", text, "sbp doctor")));
    for (MadeThings.Loss loss : node.made().losses()) {
      found.add(attention("lost", brief(node, loss), "sbp lost"));
    }
    policies(node, true).ifPresent(text -> found.add(attention("access", text, "sbp access")));
    llm.warning()
        .ifPresent(
            text ->
                found.add(attention("limits", text, "sbp config set llm.daily_call_limit 100")));
    llm.problems().forEach(text -> found.add(attention("models", text, "sbp log --ops")));
    return found;
  }

  private static String brief(Node node, MadeThings.Loss loss) {
    return "%s was lost (%s)".formatted(node.made().where(loss), loss.thing().contents());
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
            "runtime/access/%s%s; what was read last without an error is in force"
                .formatted(
                    PeerText.plain(problems.getFirst().toString()),
                    problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)"));
  }

  private static Optional<Reason> server(Node node) {
    if (NodeLock.holder(NodeLock.server(node.home())).isPresent()) {
      return Optional.empty();
    }
    return NodeLock.holder(NodeLock.up(node.home())).isPresent()
        ? Optional.of(attention("server", "sbp up is starting the server", "sbp status"))
        : Optional.of(
            new Reason("server", State.DOWN, "the server does not run", "sbp service install"));
  }

  private static Optional<Reason> late(Node node, Optional<JsonObject> state) {
    Optional<Timestamp> last = lastTick(state);
    if (NodeLock.holder(NodeLock.tick(node.home())).isPresent()
        || last.filter(at -> TimeJudge.isPausing(at, TICK_IS_LATE, node.now())).isPresent()) {
      return Optional.empty();
    }
    String text = last.map(at -> "no tick since " + since(at, node)).orElse("no tick ran yet");
    return Optional.of(
        new Reason(
            "timer", last.isPresent() ? State.DOWN : State.ATTENTION, text, "sbp service install"));
  }

  private static String since(Timestamp at, Node node) {
    boolean isAhead = TimeJudge.isBeyond(at, Duration.ZERO, node.now());
    return isAhead ? "the clock was set back from " + at : at.toString();
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

  private static List<Reason> failedComponents(Optional<JsonObject> state) {
    JsonObject exits = state.flatMap(json -> json.object("last_exit")).orElse(JsonObject.empty());
    return exits.members().keySet().stream()
        .flatMap(name -> failed(name, exits.object(name).orElse(JsonObject.empty())).stream())
        .toList();
  }

  private static Optional<Reason> failed(String component, JsonObject exit) {
    String outcome = exit.string("outcome").orElse("");
    String ended = outcome.equals("timeout") ? " was ended at its time limit" : " failed";
    return outcome.equals("failed") || outcome.equals("timeout")
        ? Optional.of(
            attention(
                component,
                component + ended + exit.string("at").map(at -> " at " + at).orElse(""),
                "sbp log --ops"))
        : Optional.empty();
  }

  private static String rows(int count) {
    return count == 1 ? "1 row" : count + " rows";
  }

  /** Returns a line for a person: {@code all well}, or the problems. */
  public String line() {
    if (reasons.isEmpty()) {
      return "all well";
    }
    String first =
        reasons.stream()
            .limit(REASONS_ON_A_LINE)
            .map(Reason::text)
            .collect(Collectors.joining("; "));
    int more = reasons.size() - REASONS_ON_A_LINE;
    return state
        + ": "
        + first
        + (more > 0 ? "; and " + more + " more" : "")
        + " ("
        + (reasons.size() == 1 ? reasons.getFirst().remedy() : "sbp doctor")
        + ")";
  }
}
