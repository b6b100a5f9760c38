package org.sovereignbook.sbp.plugins.team;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.reputation.Factors;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.society.reputation.ReviewVerdict;
import org.sovereignbook.sbp.society.reputation.ScoreChange;
import org.sovereignbook.sbp.society.reputation.ScoreMove;
import org.sovereignbook.sbp.society.reputation.StoredReview;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp team why}: each factor of a verdict, or each signal of an agent's scores. */
@Command(
    name = "why",
    description = "show the reasons of a verdict on a task, or of an agent's scores",
    footer = {
      "A review's weight is the product of its factors: the reviewer's reputation, mutual high",
      "scores, deviation from other reviewers, favouritism, information and verification."
    })
@Example("sbp team why reviewer")
@Prints(TeamWhy.Reasons.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "there is no verdict and no signal yet")
final class TeamWhy extends NodeCommand {
  @Parameters(paramLabel = "TASK|AGENT", description = "a task's id or its beginning, or a name")
  String about = "";

  @Option(names = "--limit", paramLabel = "N", description = "the most signals to show, the latest")
  int limit = 50;

  /**
   * Output for programs: of a task, or of an agent.
   *
   * @param verdict on the latest attempt that has one, from 0 to 100
   * @param thin whether fewer than three agents reviewed it
   * @param verified whether the owner's score decided
   * @param calls the number of models' answers that the reviews took
   */
  record Reasons(
      Optional<String> task,
      Optional<Integer> attempt,
      Optional<Double> verdict,
      Optional<Double> spread,
      Optional<Boolean> thin,
      Optional<Boolean> verified,
      Optional<Long> calls,
      List<Review> reviews,
      Optional<TeamScores.One> of,
      List<ScoreMove> changes) {}

  /** Review with its weight, and what it was weighed by. */
  record Review(String reviewer, double score, double weight, Factors factors) {}

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    Reasons reasons;
    try (Ledger ledger = session.ledger(node)) {
      reasons = ledger.read(this::reasons);
    }
    List<String> lines = lines(reasons);
    session.output().lines(lines);
    session.output().json(reasons);
    return reasons.verdict().isEmpty() && reasons.changes().isEmpty()
        ? ExitCode.NOTHING_TO_DO
        : ExitCode.DONE;
  }

  private Reasons reasons(Transaction tx) {
    Optional<Principal> agent =
        Agents.living(tx, about)
            .or(() -> Agents.removed(tx, about))
            .map(Agent::principal)
            .or(() -> peer(tx));
    return agent.isPresent() ? ofAgent(tx, agent.get()) : ofTask(tx);
  }

  /** Returns the peer, if its principal was given as {@code sbp team scores} prints it. */
  private Optional<Principal> peer(Transaction tx) {
    return about.startsWith("peer:")
        ? Reputation.in(tx).all(Integer.MAX_VALUE).stream()
            .map(Reputation.Rated::principal)
            .filter(principal -> principal.text().equals(about))
            .findFirst()
        : Optional.empty();
  }

  private Reasons ofAgent(Transaction tx, Principal agent) {
    if (limit < 1) {
      throw CliException.wrong("team why: --limit is at least 1", "sbp team why AGENT --limit 10");
    }
    return new Reasons(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.of(TeamScores.One.of(tx, agent)),
        Reputation.in(tx).moves(agent, limit));
  }

  private Reasons ofTask(Transaction tx) {
    Board board = Board.in(tx);
    String task = board.task(board.idOf(about)).id();
    Optional<ReviewVerdict> verdict = Reputation.in(tx).verdict(task);
    List<Review> reviews = new ArrayList<>();
    if (verdict.isPresent()) {
      for (StoredReview each : Reputation.in(tx).reviews(task, verdict.get().attempt())) {
        reviews.add(
            new Review(board.name(each.reviewer()), each.score(), each.weight(), each.factors()));
      }
    }
    return new Reasons(
        Optional.of(task),
        verdict.map(ReviewVerdict::attempt),
        verdict.map(ReviewVerdict::verdict),
        verdict.map(ReviewVerdict::spread),
        verdict.map(ReviewVerdict::thin),
        verdict.map(ReviewVerdict::verified),
        verdict.map(it -> board.reviewCalls(task, it.attempt())),
        reviews,
        Optional.empty(),
        List.of());
  }

  private static List<String> lines(Reasons reasons) {
    return reasons.of().isPresent() ? ofAgent(reasons.of().get(), reasons) : ofTask(reasons);
  }

  private static List<String> ofAgent(TeamScores.One one, Reasons reasons) {
    List<String> lines = new ArrayList<>();
    lines.add(one.line());
    Table table = Table.of("task", "attempt", "cause", "signals", "composite", "state");
    for (ScoreMove move : reasons.changes()) {
      ScoreChange change = move.change();
      table.row(
          change.task(),
          Integer.toString(change.attempt()),
          change.cause(),
          change.signals().present().entrySet().stream()
              .map(each -> each.getKey() + " " + TeamScores.shown(each.getValue()))
              .collect(Collectors.joining(", ")),
          TeamScores.shown(change.composite()),
          change.state().toString());
    }
    lines.addAll(table.isEmpty() ? List.of("no signals yet") : table.lines());
    if (!reasons.changes().isEmpty()) {
      lines.add("last: " + reasons.changes().getLast().why());
    }
    return lines;
  }

  private static List<String> ofTask(Reasons reasons) {
    if (reasons.verdict().isEmpty()) {
      return List.of("no attempt has been reviewed yet");
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "attempt %d: %s of 100%s%s, %s, %s, spread %s"
            .formatted(
                reasons.attempt().orElseThrow(),
                TeamScores.shown(reasons.verdict().get()),
                reasons.verified().orElse(false) ? " (the owner's score)" : "",
                reasons.thin().orElse(false) ? ", thin" : "",
                Wording.counted(reasons.reviews().size(), "review"),
                Wording.counted(reasons.calls().orElse(0L), "call"),
                TeamScores.shown(reasons.spread().orElse(0.0))));
    Table table = Table.of("reviewer", "score", "weight", "bias", "factors").whole("reviewer");
    for (Review review : reasons.reviews()) {
      table.row(
          review.reviewer(),
          TeamScores.shown(review.score()),
          String.format(Locale.ROOT, "%.3f", review.weight()),
          String.format(Locale.ROOT, "%+.1f", review.factors().bias()),
          factors(review.factors()));
    }
    lines.addAll(table.lines());
    return lines;
  }

  private static String factors(Factors factors) {
    return Map.of(
            "reputation", factors.reputation(),
            "mutual", factors.mutual(),
            "deviation", factors.deviation(),
            "favouritism", factors.favouritism(),
            "information", factors.information(),
            "verification", factors.verification())
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .map(each -> "%s %.2f".formatted(each.getKey(), each.getValue()))
        .collect(Collectors.joining(", "));
  }
}
