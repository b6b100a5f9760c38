package org.sovereignbook.sbp.plugins.team;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.AxisScores;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.society.reputation.ScoreChange;
import org.sovereignbook.sbp.society.reputation.Trend;
import org.sovereignbook.sbp.store.ItemFault;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp team scores}: reputation of each agent (AGENT-STACK §7, §12). */
@Command(
    name = "scores",
    description = "show the reputation of the agents: composite score, trend and state",
    footer = {
      "healthy from 80, watch from 60, warning from 40; evolve after two verdicts in a row below"
          + " 40",
      "and five attempts, until 50. Each signal of an agent:  sbp team why AGENT"
    })
@Synonyms({"reputation", "rating", "ratings", "score"})
@Example({"sbp team scores", "sbp team scores --plot"})
@Prints(TeamScores.All.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "nobody has a score yet")
final class TeamScores extends NodeCommand {
  private static final int MOST_AGENTS = 1_000;
  private static final int MOST_PAIRS = 1_000;
  private static final int PLOTTED_CHANGES = 60;
  private static final String HEADER =
      "%-15s %5s  %-9s  %s".formatted("AGENT", "SCORE", "TREND", "STATE");
  private static final String BARS = "▁▂▃▄▅▆▇█";

  @Option(names = "--plot", description = "add a line with each agent's latest composites")
  boolean plot;

  @Option(names = "--svg", paramLabel = "FILE", description = "draw the composites into this file")
  Optional<Path> svg = Optional.empty();

  @Option(
      names = "--export",
      paramLabel = "FOLDER",
      description = "write score_log.jsonl, peer_reviews.jsonl and the like into this folder")
  Optional<Path> export = Optional.empty();

  @Option(names = "--pairs", description = "add who reviewed whom")
  boolean pairs;

  /** Output for programs. */
  record All(
      List<One> agents,
      Optional<List<Pair>> pairs,
      Optional<String> svg,
      Optional<String> export) {}

  /**
   * A reviewer and one whose work it reviewed.
   *
   * @param weight that a next review would have
   * @param hot {@code favours}, {@code harms}, or absent
   */
  record Pair(
      String reviewer,
      String agent,
      int reviews,
      double mean,
      double weight,
      Optional<String> hot) {

    static Pair of(Transaction tx, Reputation.Pair pair) {
      Optional<String> hot =
          switch (pair.factors().hot()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of("favours");
            default -> Optional.of("harms");
          };
      return new Pair(
          Board.in(tx).name(pair.reviewer()),
          Board.in(tx).name(pair.target()),
          pair.reviews(),
          rounded(pair.mean()),
          rounded(pair.factors().weight()),
          hot);
    }

    private static double rounded(double value) {
      return Math.round(value * 100) / 100.0;
    }

    String line() {
      return "%-15s -> %-15s %3d reviews, mean %5.1f, weight %.2f %s"
          .formatted(reviewer, agent, reviews, mean, weight, hot.orElse(""))
          .stripTrailing();
    }
  }

  /**
   * Reputation of an agent.
   *
   * @param attempts the number of attempts with a verdict
   */
  record One(
      String agent,
      double composite,
      AgentStanding.State state,
      Trend trend,
      AxisScores dimensions,
      int attempts) {

    static One of(Transaction tx, Principal principal) {
      Reputation reputation = Reputation.in(tx);
      AgentStanding standing = reputation.standing(principal);
      return new One(
          Board.in(tx).name(principal),
          standing.scores().composite(),
          standing.state(),
          reputation.trend(principal),
          standing.scores(),
          standing.attempts());
    }

    /** Returns the line that the seed prints; an agent without a verdict has no score yet. */
    String line() {
      if (attempts == 0) {
        return "%-15s %5s  %-9s  new".formatted(agent, "-", "-");
      }
      return "%-15s %5.1f  %-9s  %s %s"
          .formatted(agent, composite, trend, state, icon(state))
          .stripTrailing();
    }

    private static String icon(AgentStanding.State state) {
      return switch (state) {
        case HEALTHY -> "✅";
        case WATCH -> "👀";
        case WARNING -> "⚠️";
        case EVOLVE -> "🔄";
      };
    }
  }

  private record Seen(One one, List<Double> composites) {}

  @Override
  public ExitCode run(Session session) throws Exception {
    Node node = session.node();
    List<Seen> seen;
    Optional<List<Pair>> reviewed = Optional.empty();
    try (Ledger ledger = session.ledger(node)) {
      seen = ledger.read(TeamScores::seen);
      if (pairs) {
        reviewed = Optional.of(ledger.read(TeamScores::reviewed));
      }
      if (export.isPresent()) {
        Path folder = session.world().path(export.get());
        export(session, ledger, folder);
        session.output().line("exported into " + folder);
      }
    }
    if (seen.isEmpty()) {
      session.output().line("No scores yet.");
    }
    if (!seen.isEmpty()) {
      session.output().line(Style.HEADING.on(HEADER));
    }
    for (Seen each : seen) {
      session.output().line(each.one().line());
      if (plot) {
        session.output().line("                " + bars(each.composites()));
      }
    }
    reviewed.ifPresent(all -> all.forEach(pair -> session.output().line(pair.line())));
    if (svg.isPresent()) {
      List<ScoresSvg.Line> lines =
          seen.stream()
              .map(each -> new ScoresSvg.Line(each.one().agent(), each.composites()))
              .toList();
      session
          .world()
          .disk()
          .write(
              session.world().path(svg.get()),
              ScoresSvg.of(lines).getBytes(StandardCharsets.UTF_8));
      session.output().line("drawn into " + svg.get());
    }
    session
        .output()
        .json(
            new All(
                seen.stream().map(Seen::one).toList(),
                reviewed,
                svg.map(Path::toString),
                export.map(Path::toString)));
    return seen.isEmpty() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  private static void export(Session session, Ledger ledger, Path folder) {
    Disk disk = session.world().disk();
    ReputationFiles.write(disk, folder, ledger.read(ReputationFiles::of));
    for (TeamFeature feature : ledger.features().of(TeamFeature.class)) {
      try {
        ReputationFiles.write(
            disk, folder, ledger.read(tx -> feature.files(tx, Integer.MAX_VALUE)));
      } catch (RuntimeException e) {
        if (!ItemFault.isOfItem(e)) {
          throw e;
        }
        session.output().note("no files of " + feature.name() + ": " + ItemFault.reason(e));
      }
    }
  }

  private static List<Pair> reviewed(Transaction tx) {
    Reputation reputation = Reputation.in(tx);
    return reputation.all(MOST_AGENTS).stream()
        .flatMap(rated -> reputation.pairs(rated.principal()).stream())
        .limit(MOST_PAIRS)
        .map(pair -> Pair.of(tx, pair))
        .toList();
  }

  /** Returns the members of the newest run, and everybody with a reputation, by name. */
  private static List<Seen> seen(Transaction tx) {
    TreeSet<Principal> principals = new TreeSet<>();
    Reputation.in(tx).all(MOST_AGENTS).forEach(rated -> principals.add(rated.principal()));
    for (TeamRuns.Member member :
        TeamRuns.newest(tx).map(run -> TeamRuns.members(tx, run.id())).orElse(List.of())) {
      Agents.living(tx, member.name()).map(Agent::principal).ifPresent(principals::add);
    }
    List<Seen> seen = new ArrayList<>();
    for (Principal principal : principals) {
      List<ScoreChange> changes = Reputation.in(tx).changes(principal, PLOTTED_CHANGES);
      seen.add(
          new Seen(One.of(tx, principal), changes.stream().map(ScoreChange::composite).toList()));
    }
    seen.sort((one, other) -> one.one().agent().compareTo(other.one().agent()));
    return seen;
  }

  /** Returns one bar for each composite. */
  private static String bars(List<Double> composites) {
    StringBuilder bars = new StringBuilder();
    for (double composite : composites) {
      bars.append(BARS.charAt((int) Math.min(BARS.length() - 1, composite * BARS.length() / 100)));
    }
    return bars.toString();
  }

  /** Returns a score for people, with one decimal. */
  static String shown(double score) {
    return String.format(Locale.ROOT, "%.1f", score);
  }
}
