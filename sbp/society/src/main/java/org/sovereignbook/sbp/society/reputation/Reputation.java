package org.sovereignbook.sbp.society.reputation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Reputation of agents and peers within one transaction (AGENT-STACK §7, §8): it changes once for
 * each attempt, after the verdict. Only tasks that were done for this node count. Not thread-safe.
 */
public final class Reputation implements ReviewHistory {
  private static final String NEWEST = "WHERE number > ? ORDER BY number";
  private static final int SIMILAR_VERDICTS = 9;
  private static final double BEST = 100;

  private record Row(@Rows.Key Principal principal, AgentStanding standing) {
    static final Rows<Row> ROWS = new Rows<>("reputation", Row.class);
  }

  /** Agent or peer with its standing. */
  public record Rated(Principal principal, AgentStanding standing) {}

  /**
   * Attempt that has ended.
   *
   * @param worker the agent that worked on it
   * @param bucket the role that the task requires, or empty
   */
  public record Ended(
      String task, int attempt, Principal worker, String bucket, EndedAttempt.Ending ending) {}

  private final Transaction tx;
  private final Map<String, List<PastReview>> past = new HashMap<>();

  private Reputation(Transaction tx) {
    this.tx = tx;
  }

  public static Reputation in(Transaction tx) {
    return new Reputation(tx);
  }

  /**
   * Returns the standing of an agent or peer; {@link AgentStanding#START} when nothing is known.
   */
  public AgentStanding standing(Principal principal) {
    return standing(principal, "");
  }

  private AgentStanding standing(Principal principal, String lock) {
    return Row.ROWS
        .first(tx, "WHERE principal = ?" + lock, principal.text())
        .map(Row::standing)
        .orElse(AgentStanding.START);
  }

  /** Returns all agents and peers with a reputation, in the order of their ids. */
  public List<Rated> all(int most) {
    return Row.ROWS.list(tx, "ORDER BY principal LIMIT ?", most).stream()
        .map(row -> new Rated(row.principal(), row.standing()))
        .toList();
  }

  @Override
  public double reputation(String agent) {
    return standing(new Principal(agent)).scores().composite();
  }

  @Override
  public List<PastReview> by(String reviewer) {
    return past.computeIfAbsent(
        reviewer,
        given ->
            StoredReview.ROWS
                .list(tx, "WHERE reviewer = ? ORDER BY number DESC LIMIT ?", given, LATEST)
                .stream()
                .map(StoredReview::past)
                .toList());
  }

  /**
   * A reviewer and one whose work it reviewed.
   *
   * @param reviews the number of latest reviews that are looked at
   * @param mean their mean score
   * @param factors of the weight that a next review would have
   */
  public record Pair(
      Principal reviewer, Principal target, int reviews, double mean, Factors factors) {}

  /** Returns whom an agent or peer has reviewed lately, in the order of the ids. */
  public List<Pair> pairs(Principal reviewer) {
    Map<String, List<Double>> scores = new TreeMap<>();
    by(reviewer.text())
        .forEach(
            review ->
                scores
                    .computeIfAbsent(review.target(), _ -> new ArrayList<>())
                    .add(review.score()));
    ReviewWeights weights = new ReviewWeights(this);
    return scores.entrySet().stream()
        .map(
            each ->
                new Pair(
                    reviewer,
                    new Principal(each.getKey()),
                    each.getValue().size(),
                    Statistics.mean(each.getValue()),
                    weights.of(reviewer.text(), each.getKey())))
        .toList();
  }

  /** Weighs the reviews of work by the target. */
  public Judgment judge(Principal target, List<Judgment.Score> scores) {
    return Judgment.of(this, target, scores);
  }

  /** Records the verdict on an attempt, with the factors of each review, and all signals of it. */
  public void settle(Ended ended, Judgment judgment) {
    OptionalDouble verdict = judgment.verdict();
    lock(ended.worker(), judgment);
    if (verdict.isPresent()) {
      keep(ended, judgment, verdict.getAsDouble());
    }
    record(ended, verdict);
    for (Consensus.Weighed review : judgment.reviews()) {
      OptionalDouble compared =
          judgment.verified().isPresent() ? judgment.verified() : review.others();
      if (compared.isPresent()) {
        double accuracy = BEST - Math.abs(review.review().score() - compared.getAsDouble());
        Principal reviewer = new Principal(review.review().reviewer());
        AgentStanding now = standing(reviewer).withSignal(Dimension.REVIEW_ACCURACY, accuracy);
        put(
            ended,
            reviewer,
            ScoreChange.REVIEWED,
            OptionalDouble.empty(),
            Map.of(Dimension.REVIEW_ACCURACY, accuracy),
            now);
      }
    }
  }

  /**
   * Locks the rows of all who take part, always in the same order, so that no change is lost and no
   * two transactions wait for each other.
   */
  private void lock(Principal worker, Judgment judgment) {
    SortedSet<Principal> all = new TreeSet<>();
    all.add(worker);
    judgment.reviews().forEach(each -> all.add(new Principal(each.review().reviewer())));
    for (Principal each : all) {
      boolean _ = Row.ROWS.insertIfNew(tx, new Row(each, AgentStanding.START));
      AgentStanding _ = standing(each, tx.dialect().forUpdate());
    }
  }

  private void record(Ended ended, OptionalDouble verdict) {
    if (ended.worker().equals(Principal.OWNER)) {
      return;
    }
    List<Double> similar = similar(ended);
    verdict.ifPresent(similar::add);
    Map<Dimension, Double> signals = new EndedAttempt(ended.ending(), verdict, similar).signals();
    AgentStanding now = standing(ended.worker()).after(signals);
    put(ended, ended.worker(), ended.ending().toString(), verdict, signals, now);
  }

  /** Returns the latest verdicts on the worker's attempts at tasks of the same role. */
  private List<Double> similar(Ended ended) {
    List<ScoreChange> changes =
        ScoreChange.ROWS.list(
            tx,
            "WHERE principal = ? AND bucket = ? AND verdict IS NOT NULL"
                + " ORDER BY number DESC LIMIT ?",
            ended.worker().text(),
            ended.bucket(),
            SIMILAR_VERDICTS);
    List<Double> verdicts = new ArrayList<>();
    changes.reversed().forEach(change -> change.verdict().ifPresent(verdicts::add));
    return verdicts;
  }

  private void put(
      Ended ended,
      Principal principal,
      String cause,
      OptionalDouble verdict,
      Map<Dimension, Double> signals,
      AgentStanding now) {
    Row.ROWS.put(tx, new Row(principal, now));
    ScoreChange.ROWS.insert(
        tx,
        new ScoreChange(
            0,
            principal,
            ended.task(),
            ended.attempt(),
            cause,
            ended.bucket(),
            optional(verdict),
            ScoreChange.Signals.of(signals),
            now.scores(),
            now.scores().composite(),
            now.state(),
            tx.now()));
  }

  private void keep(Ended ended, Judgment judgment, double verdict) {
    int reviews = judgment.reviews().size();
    ReviewVerdict.ROWS.insert(
        tx,
        new ReviewVerdict(
            ended.task(),
            ended.attempt(),
            ended.worker(),
            verdict,
            judgment.spread(),
            reviews < ReviewVerdict.ENOUGH_REVIEWS,
            judgment.verified().isPresent(),
            reviews,
            tx.now()));
    for (Consensus.Weighed each : judgment.reviews()) {
      StoredReview.ROWS.insert(
          tx,
          new StoredReview(
              0,
              ended.task(),
              ended.attempt(),
              new Principal(each.review().reviewer()),
              ended.worker(),
              each.review().score(),
              each.corrected(),
              each.weight(),
              each.factors(),
              optional(each.others()),
              optional(judgment.verified()),
              tx.now()));
    }
  }

  private static Optional<Double> optional(OptionalDouble value) {
    return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
  }

  /** Returns the latest verdict on a task. */
  public Optional<ReviewVerdict> verdict(String task) {
    return ReviewVerdict.ROWS.first(tx, "WHERE task = ? ORDER BY attempt DESC", task);
  }

  /** Returns the reviews of an attempt that has its verdict, in the order of the reviewers. */
  public List<ReviewVerdict> verdicts(Instant since, int most) {
    return ReviewVerdict.ROWS.list(
        tx, "WHERE at_ms >= ? ORDER BY at_ms, task, attempt LIMIT ?", since.toEpochMilli(), most);
  }

  public List<StoredReview> reviews(String task, int attempt) {
    return StoredReview.ROWS.list(
        tx, "WHERE task = ? AND attempt = ? ORDER BY reviewer", task, attempt);
  }

  /** Returns the latest changes of an agent's or peer's scores, oldest first. */
  public List<ScoreChange> changes(Principal principal, int most) {
    return ScoreChange.ROWS
        .list(tx, "WHERE principal = ? ORDER BY number DESC LIMIT ?", principal.text(), most)
        .reversed();
  }

  /** Returns the latest changes, oldest first, each with its reason. */
  public List<ScoreMove> moves(Principal principal, int most) {
    List<ScoreChange> found = changes(principal, most + 1);
    return found.size() <= most
        ? ScoreMove.of(found, AxisScores.START)
        : ScoreMove.of(found.subList(1, found.size()), found.getFirst().scores());
  }

  /** Returns the change of the worker's scores by a verdict. */
  public Optional<ScoreChange> after(ReviewVerdict verdict) {
    return ScoreChange.ROWS.first(
        tx,
        "WHERE principal = ? AND task = ? AND attempt = ? AND cause <> ? ORDER BY number",
        verdict.target().text(),
        verdict.task(),
        verdict.attempt(),
        ScoreChange.REVIEWED);
  }

  /** Returns the changes by an agent's latest attempts, newest first. */
  public List<ScoreChange> attempts(Principal principal, int most) {
    return ScoreChange.ROWS.list(
        tx,
        "WHERE principal = ? AND cause <> ? ORDER BY number DESC LIMIT ?",
        principal.text(),
        ScoreChange.REVIEWED,
        most);
  }

  /** Returns the latest verdicts on attempts at tasks that required a role, newest first. */
  public List<ScoreChange> judged(String bucket, int most) {
    return ScoreChange.ROWS.list(
        tx, "WHERE bucket = ? AND verdict IS NOT NULL ORDER BY number DESC LIMIT ?", bucket, most);
  }

  /**
   * Counts an agent's attempts since the last one after which it did well, in the state {@code
   * watch} or better; empty when no such attempt is kept.
   */
  public OptionalInt attemptsSinceWell(Principal principal) {
    Optional<ScoreChange> well =
        ScoreChange.ROWS.first(
            tx,
            "WHERE principal = ? AND cause <> ? AND state IN (?, ?) ORDER BY number DESC",
            principal.text(),
            ScoreChange.REVIEWED,
            AgentStanding.State.HEALTHY.toString(),
            AgentStanding.State.WATCH.toString());
    return well.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(
            (int)
                tx.number(
                    "SELECT COUNT(*) FROM reputation_change WHERE principal = ? AND cause <> ? AND"
                        + " number > ?",
                    principal.text(),
                    ScoreChange.REVIEWED,
                    well.get().number()));
  }

  /** Passes on all kept changes, oldest first. */
  public void eachChange(int newest, Consumer<ScoreChange> taker) {
    long end = tx.number("SELECT COALESCE(MAX(number), 0) FROM reputation_change");
    ScoreChange.ROWS.each(tx, NEWEST, taker, end - newest);
  }

  /** Passes on all kept reviews with their weights, oldest first. */
  public void eachReview(int newest, Consumer<StoredReview> taker) {
    long end = tx.number("SELECT COALESCE(MAX(number), 0) FROM peer_review");
    StoredReview.ROWS.each(tx, NEWEST, taker, end - newest);
  }

  /** Returns the direction in which a composite has moved lately. */
  public Trend trend(Principal principal) {
    return Trend.of(
        changes(principal, Trend.CHANGES).stream().map(ScoreChange::composite).toList());
  }
}
