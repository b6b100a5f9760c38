package org.sovereignbook.sbp.plugins.evolution;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.Reputation;

/**
 * Evolution of agents within one transaction (AGENT-STACK §9). An agent has at most one open
 * change; each step of it is in the trail. Not thread-safe.
 */
final class Evolution {
  /** The number of attempts after a change before the next one is proposed. */
  private static final int COOL_DOWN_ATTEMPTS = 10;

  private static final int MOST_CHANGES = 200;
  private static final double MILLIONTHS = 1_000_000;

  private record Prompt(@Rows.Key Principal principal, @Rows.Key int version, JsonObject bullets) {
    static final Rows<Prompt> ROWS = new Rows<>("evolution_prompt", Prompt.class);
  }

  private record Bullets(List<Bullet> bullets) {
    static final Shape<Bullets> SHAPE = Shape.of(Bullets.class);
  }

  private record Used(@Rows.Key Principal principal, int version) {
    static final Rows<Used> ROWS = new Rows<>("evolution_prompt_used", Used.class);
  }

  private record Vote(
      @Rows.Key String changeId, @Rows.Key Principal voter, boolean approves, Instant at) {
    static final Rows<Vote> ROWS = new Rows<>("evolution_vote", Vote.class);
  }

  private final Transaction tx;

  private Evolution(Transaction tx) {
    this.tx = tx;
  }

  public static Evolution in(Transaction tx) {
    return new Evolution(tx);
  }

  /**
   * Result of a look at an agent.
   *
   * @param begun the change that was begun
   * @param rest the rest that was begun because nothing has helped
   */
  public record Look(Optional<EvolutionChange> begun, Optional<EvolutionRest> rest) {
    private static final Look NOTHING = new Look(Optional.empty(), Optional.empty());
  }

  /** Diagnoses an agent after a verdict on its attempt, when that is due. */
  public Look afterVerdict(Principal agent) {
    AgentStanding standing = Reputation.in(tx).standing(agent);
    boolean mayChange =
        standing.state() == AgentStanding.State.EVOLVE
            && open(agent).isEmpty()
            && hasCooledDown(agent, standing.attempts())
            && !EvolutionPast.of(tx, agent).isResting();
    if (!mayChange && !Diagnosis.isDue(standing.state(), standing.attempts())) {
      return Look.NOTHING;
    }
    Diagnosis diagnosis =
        Diagnosis.of(standing.scores(), Reputation.in(tx).attempts(agent, Diagnosis.ATTEMPTS));
    tell(
        agent,
        Optional.empty(),
        "diagnosed",
        JsonObject.builder()
            .put(
                "error_patterns",
                JsonArray.ofStrings(diagnosis.faults().stream().map(Object::toString).toList()))
            .put("sample", diagnosis.sample())
            .put("confidence_percent", Math.round(100 * diagnosis.confidence()))
            .put("state", standing.state().toString())
            .build());
    return mayChange && diagnosis.isSure() ? next(agent, standing, diagnosis) : Look.NOTHING;
  }

  /** Begins the least invasive change that is left, or a rest when none is. */
  private Look next(Principal agent, AgentStanding standing, Diagnosis diagnosis) {
    EvolutionPast past = EvolutionPast.of(tx, agent);
    Optional<EvolutionChange.Path> path =
        diagnosis.path(
            past.lately(EvolutionChange.Path.PROMPT), past.lately(EvolutionChange.Path.ROLE));
    if (path.isPresent()) {
      return new Look(Optional.of(begin(agent, standing, diagnosis, path.get())), Optional.empty());
    }
    EvolutionRest rest = past.nextRest();
    tell(agent, Optional.empty(), EvolutionRest.KIND, Shape.write(rest));
    return new Look(Optional.empty(), Optional.of(rest));
  }

  private boolean hasCooledDown(Principal agent, int attempts) {
    return newest(agent)
        .map(change -> attempts - change.attempts() >= COOL_DOWN_ATTEMPTS)
        .orElse(true);
  }

  private EvolutionChange begin(
      Principal agent, AgentStanding standing, Diagnosis diagnosis, EvolutionChange.Path path) {
    EvolutionChange change =
        new EvolutionChange(
            0,
            tx.newId(),
            agent,
            path,
            EvolutionChange.State.DRAFTING,
            String.join(", ", diagnosis.faults().stream().map(Object::toString).toList()),
            ChangeProposal.NONE.json(),
            standing.attempts(),
            true,
            tx.now(),
            tx.now(),
            Optional.empty(),
            ChangeCost.NONE);
    EvolutionChange.ROWS.insert(tx, change);
    tell(
        change,
        "begun",
        JsonObject.builder()
            .put("recommended_path", path.toString())
            .put("root_cause", change.reason())
            .put("confidence_percent", Math.round(100 * diagnosis.confidence()))
            .build());
    return change;
  }

  /** Returns the agent's open change. */
  public Optional<EvolutionChange> open(Principal agent) {
    return EvolutionChange.ROWS.first(tx, "WHERE principal = ? AND ended_ms IS NULL", agent.text());
  }

  /** Returns the agent's newest change. */
  public Optional<EvolutionChange> newest(Principal agent) {
    return changes(agent, 1).stream().findFirst();
  }

  /** Returns the agent's newest change that was adopted and not taken back. */
  public Optional<EvolutionChange> newestInUse(Principal agent) {
    return changes(agent, MOST_CHANGES).stream().filter(Evolution::isInUse).findFirst();
  }

  /** Returns the agent's latest changes, newest first. */
  public List<EvolutionChange> changes(Principal agent, int most) {
    return EvolutionChange.ROWS.list(
        tx, "WHERE principal = ? ORDER BY number DESC LIMIT ?", agent.text(), most);
  }

  /** Returns all open changes, and those whose files have to be written; oldest first. */
  public List<EvolutionChange> waiting() {
    return EvolutionChange.ROWS.list(
        tx, "WHERE ended_ms IS NULL OR written = 0 ORDER BY number LIMIT ?", MOST_CHANGES);
  }

  public Optional<EvolutionChange> find(String id) {
    return EvolutionChange.ROWS.first(tx, "WHERE id = ?", id);
  }

  /** Counts the agent's attempts since a change reached its state. */
  public int attemptsSince(EvolutionChange change) {
    return Reputation.in(tx).standing(change.principal()).attempts() - change.attempts();
  }

  /** Returns a change for the rest of the transaction; of several processes one has it. */
  public EvolutionChange locked(String id) {
    return EvolutionChange.ROWS
        .first(tx, "WHERE id = ?" + tx.dialect().forUpdate(), id)
        .orElseThrow();
  }

  /** Stores the proposal of a change, in a state that follows. */
  public EvolutionChange propose(
      EvolutionChange change, EvolutionChange.State state, ChangeProposal proposal) {
    return move(change, state, proposal, true);
  }

  /**
   * Adopts a change. Its files are written next, by whoever comes first; until then a crash loses
   * nothing.
   */
  public EvolutionChange adopt(EvolutionChange change) {
    ChangeProposal proposal = change.content();
    if (change.path() == EvolutionChange.Path.PROMPT) {
      int version = newestVersion(change.principal()) + 1;
      Prompt.ROWS.insert(
          tx,
          new Prompt(change.principal(), version, Shape.write(new Bullets(proposal.bullets()))));
      use(change.principal(), version);
      return move(change, EvolutionChange.State.LIVE, proposal, false);
    }
    return move(
        change,
        change.path() == EvolutionChange.Path.MODEL
            ? EvolutionChange.State.LIVE
            : EvolutionChange.State.KEPT,
        proposal,
        false);
  }

  /**
   * Goes on with another part of an agent because the one that was planned has nothing left to try.
   */
  public EvolutionChange turn(EvolutionChange change, EvolutionChange.Path path, String why) {
    EvolutionChange next = change.onPath(path);
    EvolutionChange.ROWS.put(tx, next);
    tell(
        next,
        "turned",
        JsonObject.empty().with("recommended_path", path.toString()).with("reason", why));
    return next;
  }

  /** Adds what calls of models for a change have cost. */
  public void spent(EvolutionChange change, ChangeCost cost) {
    EvolutionChange.ROWS.put(tx, locked(change.id()).plus(cost));
  }

  /** Takes an adopted change back: the pointer shows the version before it. */
  public EvolutionChange rollBack(EvolutionChange change, String why) {
    if (!isInUse(change)) {
      throw SocietyException.refused(
          "not-in-use", "the change " + change.id() + " is " + change.state());
    }
    if (change.path() == EvolutionChange.Path.PROMPT) {
      use(change.principal(), change.content().version());
    }
    return move(change, EvolutionChange.State.ROLLED_BACK, change.content().withNote(why), false);
  }

  private static boolean isInUse(EvolutionChange change) {
    return change.state() == EvolutionChange.State.LIVE
        || change.state() == EvolutionChange.State.KEPT;
  }

  /** Ends a change, or moves it on, for a reason. */
  public EvolutionChange end(EvolutionChange change, EvolutionChange.State state, String why) {
    return move(change, state, change.content().withNote(why), change.written());
  }

  private EvolutionChange move(
      EvolutionChange change,
      EvolutionChange.State state,
      ChangeProposal proposal,
      boolean written) {
    EvolutionChange next =
        new EvolutionChange(
            change.number(),
            change.id(),
            change.principal(),
            change.path(),
            state,
            change.reason(),
            proposal.json(),
            Reputation.in(tx).standing(change.principal()).attempts(),
            written,
            change.createdAt(),
            tx.now(),
            state.isOpen() ? Optional.empty() : Optional.of(tx.now()),
            find(change.id()).map(EvolutionChange::cost).orElse(ChangeCost.NONE));
    EvolutionChange.ROWS.put(tx, next);
    tell(next, state.toString(), next.proposal());
    return next;
  }

  /**
   * Records that the files have what a change demands, unless it has moved on since they were
   * written: then they are written again.
   */
  public void written(EvolutionChange change) {
    int changed =
        tx.update(
            "UPDATE evolution_change SET written = 1 WHERE id = ? AND state = ?",
            change.id(),
            change.state().toString());
    if (changed > 0) {
      tell(change, "written", JsonObject.empty());
    }
  }

  /** Records that the files refuse a change; one that was adopted waits for the owner again. */
  public void unwritable(EvolutionChange change, String why) {
    boolean isAlone =
        open(change.principal()).map(EvolutionChange::id).orElse(change.id()).equals(change.id());
    boolean isAdopted = isInUse(change) && isAlone && change.path() != EvolutionChange.Path.PROMPT;
    EvolutionChange _ =
        isAdopted
            ? move(change, EvolutionChange.State.PROPOSED, change.content().withNote(why), true)
            : move(change, change.state(), change.content().withNote(why), true);
  }

  private void use(Principal agent, int version) {
    Used.ROWS.put(tx, new Used(agent, version));
  }

  /** Returns the version of an agent's bullets that is in use; 0 for none. */
  public int version(Principal agent) {
    return Used.ROWS.first(tx, "WHERE principal = ?", agent.text()).map(Used::version).orElse(0);
  }

  private int newestVersion(Principal agent) {
    return Prompt.ROWS
        .first(tx, "WHERE principal = ? ORDER BY version DESC", agent.text())
        .map(Prompt::version)
        .orElse(0);
  }

  /** Returns the bullets that are in use. */
  public List<Bullet> bullets(Principal agent) {
    return bullets(agent, version(agent));
  }

  /** Returns the bullets of a version. */
  public List<Bullet> bullets(Principal agent, int version) {
    return Prompt.ROWS
        .first(tx, "WHERE principal = ? AND version = ?", agent.text(), version)
        .map(prompt -> Bullets.SHAPE.read(prompt.bullets()).bullets())
        .orElse(List.of());
  }

  /** Records the vote of a principal; a later one replaces it. */
  public void vote(EvolutionChange change, Principal voter, boolean approves) {
    Vote.ROWS.put(tx, new Vote(change.id(), voter, approves, tx.now()));
    tell(
        change, "voted", JsonObject.empty().with("voter", voter.text()).with("approves", approves));
  }

  public boolean hasVoted(EvolutionChange change, Principal voter) {
    return tx.exists(
        "SELECT 1 FROM evolution_vote WHERE change_id = ? AND voter = ?",
        change.id(),
        voter.text());
  }

  /** Returns the votes on a change: whether each voter approves. */
  public Map<Principal, Boolean> votes(EvolutionChange change) {
    Map<Principal, Boolean> votes = new TreeMap<>();
    Vote.ROWS
        .list(tx, "WHERE change_id = ?", change.id())
        .forEach(vote -> votes.put(vote.voter(), vote.approves()));
    return votes;
  }

  /** Counts the votes on a change. */
  public Ballot ballot(EvolutionChange change, double threshold) {
    List<Vote> votes = Vote.ROWS.list(tx, "WHERE change_id = ?", change.id());
    int yes = (int) votes.stream().filter(Vote::approves).count();
    return new Ballot(change.content().voters().size(), yes, votes.size() - yes, threshold);
  }

  /** Begins to try a change on these tasks. */
  public EvolutionChange beginTrial(
      EvolutionChange change, Map<TrialPair.Part, List<String>> tasks, String note) {
    tasks.forEach((part, ids) -> ids.forEach(id -> addPair(change, part, id)));
    return move(change, EvolutionChange.State.TRIAL, change.content().withNote(note), true);
  }

  /** Adds a task on which the change is tried, unless it is among them. */
  public void addPair(EvolutionChange change, TrialPair.Part part, String task) {
    List<TrialPair> pairs = pairs(change);
    int place = (int) pairs.stream().filter(pair -> pair.part() == part).count();
    if (pairs.stream().noneMatch(pair -> pair.task().equals(task))) {
      TrialPair.ROWS.insert(
          tx,
          new TrialPair(
              change.id(),
              part,
              place,
              task,
              Optional.empty(),
              Optional.empty(),
              0,
              Optional.empty()));
    }
  }

  /** Returns the tasks on which a change is tried: held-out, confirmation, anchors, live ones. */
  public List<TrialPair> pairs(EvolutionChange change) {
    return TrialPair.ROWS.list(tx, "WHERE change_id = ? ORDER BY place", change.id()).stream()
        .sorted(Comparator.comparing(TrialPair::part))
        .toList();
  }

  /** Stores the judgment on both answers, unless there is one. */
  public void judge(TrialPair pair, double oldScore, double newScore, int reviews) {
    int _ =
        tx.update(
            "UPDATE evolution_pair SET old_score = ?, new_score = ?, reviews = ?, judged_ms = ?"
                + " WHERE change_id = ? AND part = ? AND place = ? AND judged_ms IS NULL",
            Math.round(oldScore * MILLIONTHS),
            Math.round(newScore * MILLIONTHS),
            reviews,
            tx.nowMs(),
            pair.changeId(),
            pair.part().toString(),
            pair.place());
  }

  /** Adds to the trail. */
  public void tell(EvolutionChange change, String kind, JsonObject detail) {
    tell(change.principal(), Optional.of(change.id()), kind, detail);
  }

  private void tell(Principal agent, Optional<String> change, String kind, JsonObject detail) {
    TrailEvent.ROWS.insert(tx, new TrailEvent(0, agent, change, kind, detail, tx.now()));
  }

  /** Returns the agent's latest events, oldest first. */
  public List<TrailEvent> trail(Principal agent, int most) {
    return TrailEvent.ROWS
        .list(tx, "WHERE principal = ? ORDER BY number DESC LIMIT ?", agent.text(), most)
        .reversed();
  }

  /** Passes on all events, oldest first. */
  public void eachEvent(int newest, Consumer<TrailEvent> taker) {
    long end = tx.number("SELECT COALESCE(MAX(number), 0) FROM evolution_event");
    TrailEvent.ROWS.each(tx, "WHERE number > ? ORDER BY number", taker, end - newest);
  }
}
