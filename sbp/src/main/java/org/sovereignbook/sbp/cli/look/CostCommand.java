package org.sovereignbook.sbp.cli.look;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.cli.rules.RequestView;
import org.sovereignbook.sbp.frontend.command.BareCommand;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.model.judgment.Costs;
import org.sovereignbook.sbp.model.judgment.DailyLimits;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code sbp cost}: the cost of model calls by day, role and backend, and today's cost by causer.
 */
@Command(description = "what the models have cost")
@Synonyms({"budget", "price", "prices", "spend", "usage"})
@Example("sbp cost --days 30")
@Prints(CostCommand.Spent.class)
public final class CostCommand extends BareCommand {
  private static final int MAX_DAYS = 3_660;
  private static final int MAX_SHOWN = 20;
  private static final String PERSON = "person:";

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "the number of UTC days, today included (default: ${DEFAULT-VALUE})")
  @Range.Of(min = 1, max = MAX_DAYS)
  int days = 7;

  /**
   * Today's cost of the calls on behalf of one principal.
   *
   * @param who the principal's name
   */
  record OfPrincipal(String who, String principal, @Shape.Inline Costs.Sum sum) {}

  /** A day's cost of the calls on behalf of one principal. */
  record OnDay(String day, @Shape.Inline OfPrincipal of) {}

  /**
   * The output of the command.
   *
   * @param today the largest causer first
   * @param principals by day
   * @param limits the limits of a day
   * @param bound what counts towards them today: an upper bound, which is no spending
   */
  record Spent(
      @Shape.Inline Costs costs,
      List<OfPrincipal> today,
      List<OnDay> principals,
      DailyLimits limits,
      CallLedger.Spending bound) {}

  @Override
  public ExitCode run(Session session) {
    Output output = session.output();
    Costs costs = Costs.of(session.node(), days);
    session.node().made().missing(NodeThing.MODEL_CALLS).ifPresent(output::note);
    Table table = Table.of("DAY", "ROLE", "BACKEND", "CALLS", "TOKENS", "COST");
    for (Costs.Row row : costs.rows()) {
      table.row(
          row.day(),
          PeerText.plain(row.role()),
          PeerText.plain(row.backend()),
          row.sum().calls(),
          row.sum().tokensText(),
          row.sum().costText());
    }
    String when = "in the last " + Wording.counted(days, "day");
    output.table(table, "no model was asked " + when);
    if (!table.isEmpty()) {
      output.line(
          "%s, %s %s"
              .formatted(
                  Wording.counted(costs.total().calls(), "call"), costs.total().words(), when));
    }
    List<OnDay> principals = principals(session, costs.parts());
    List<OfPrincipal> today = on(principals, Costs.today(session.node()));
    show(output, today);
    DailyLimits limits = DailyLimits.of(session.node().config());
    CallLedger.Spending bound = CallLedger.countedToday(session.node());
    String towards = LlmStatus.towards(bound, limits);
    if (!table.isEmpty() && !towards.isEmpty()) {
      output.line("today towards the limits: " + towards);
    }
    return output.done(new Spent(costs, today, principals, limits, bound));
  }

  /** Prints today's causers, unless the node itself caused all calls. */
  private static void show(Output output, List<OfPrincipal> today) {
    if (today.stream().allMatch(one -> one.principal().equals(Costs.ITSELF))) {
      return;
    }
    Table table = Table.of("TODAY FOR", "CALLS", "TOKENS", "COST");
    for (OfPrincipal one : today.subList(0, Math.min(MAX_SHOWN, today.size()))) {
      table.row(
          PeerText.plain(one.who()),
          one.sum().calls(),
          one.sum().tokensText(),
          one.sum().costText());
    }
    output.line("");
    output.table(table, "");
    if (today.size() > MAX_SHOWN) {
      output.line("and %d more:  sbp cost --json".formatted(today.size() - MAX_SHOWN));
    }
  }

  private static List<OnDay> principals(Session session, List<Costs.Part> parts) {
    ScreenNames names = new ScreenNames(session, people(session, parts));
    return parts.stream()
        .map(
            part ->
                new OnDay(
                    part.day(),
                    new OfPrincipal(who(part.principal(), names), part.principal(), part.sum())))
        .toList();
  }

  private static List<OfPrincipal> on(List<OnDay> all, String day) {
    return all.stream()
        .filter(one -> one.day().equals(day))
        .map(OnDay::of)
        .sorted(
            Comparator.comparing((OfPrincipal one) -> one.sum().cost().orElse(BigDecimal.ZERO))
                .thenComparingLong(one -> one.sum().tokens())
                .reversed()
                .thenComparing(OfPrincipal::principal))
        .toList();
  }

  private static String who(String principal, ScreenNames names) {
    return principal.equals(Costs.ITSELF) ? "this node" : names.of(principal);
  }

  /**
   * Returns names from the society's database, which is opened only if a causer has no other name.
   */
  private static Map<String, String> people(Session session, List<Costs.Part> parts) {
    List<String> people =
        parts.stream()
            .map(Costs.Part::principal)
            .filter(one -> one.startsWith(PERSON))
            .distinct()
            .toList();
    Optional<Ledger> opened =
        people.isEmpty() ? Optional.empty() : session.ledgerIfAny(session.node());
    if (opened.isEmpty()) {
      return Map.of();
    }
    try (Ledger ledger = opened.get()) {
      return ledger.read(tx -> names(tx, people));
    }
  }

  private static Map<String, String> names(Transaction tx, List<String> people) {
    Map<String, String> names = new TreeMap<>();
    for (String one : people) {
      names.put(one, RequestView.name(tx, Principal.parse(one)));
    }
    return names;
  }
}
