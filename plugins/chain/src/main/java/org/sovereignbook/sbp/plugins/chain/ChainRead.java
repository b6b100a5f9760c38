package org.sovereignbook.sbp.plugins.chain;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Feedback;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp chain read}: feedback on an agent, with those that are verified. */
@Command(
    name = "read",
    description = "feedback on an agent, and what of it is verified",
    footer = {
      "Verified is feedback whose receipt was signed by a node that you endorse or trust, for",
      "this very feedback. Only that counts."
    })
@Example("sbp chain read reader")
@Prints(ChainRead.Feedbacks.class)
@Exit(code = ExitCode.REFUSED, means = "there is no such agent on the chain")
final class ChainRead extends ChainCall {
  private static final int MOST = 200;

  @Parameters(paramLabel = "AGENT", description = "an agent of this node, or a number on the chain")
  String name = "";

  /**
   * Feedback on an agent.
   *
   * @param count how much of it is verified
   * @param valueHundredths the mean of the verified values of single tasks, in hundredths
   * @param composites how many of the verified are composites of an agent
   * @param compositeHundredths the mean of the verified composites, in hundredths
   * @param others how much is not verified
   */
  record Feedbacks(
      String agent,
      String owner,
      String wallet,
      int count,
      Optional<Long> valueHundredths,
      int composites,
      Optional<Long> compositeHundredths,
      int others,
      List<Row> feedback) {}

  /** Kind of a rating by its value: values of different kinds have no mean. */
  enum Kind {
    /** Rating of one task. */
    VERDICT,
    /** Rating of all that the agent did before; its receipt has the axes. */
    COMPOSITE;

    static Kind of(TaskReceipt receipt) {
      return receipt.signals().isPresent() ? COMPOSITE : VERDICT;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * One feedback.
   *
   * @param kind by its receipt; empty without one
   * @param why the reason why it does not count; empty when it is verified
   * @param node the node that signed the receipt
   */
  record Row(
      String rater,
      long index,
      String value,
      String tag1,
      String tag2,
      Optional<Kind> kind,
      boolean revoked,
      boolean verified,
      Optional<String> why,
      Optional<String> node,
      Optional<String> task) {}

  @Override
  ExitCode run(Open chain) throws ChainException, InterruptedException {
    String number = number(chain);
    String owner = chain.client().owner(number);
    String wallet = chain.client().wallet(number);
    List<Feedback> all = chain.client().feedback(number, MOST);
    Feedbacks shown = chain.ledger().read(tx -> judged(tx, chain, number, owner, wallet, all));
    print(chain.session().output(), shown);
    return chain.session().output().done(shown);
  }

  private String number(Open chain) {
    if (name.matches("\\d{1,78}")) {
      return name;
    }
    return chain
        .ledger()
        .read(
            tx -> {
              Agent agent = Agents.named(tx, name);
              return new ChainLog(tx).registered(chain.network(), agent.id());
            })
        .map(ChainLog.Registered::number)
        .orElseThrow(
            () ->
                CliException.refused(
                    name + " is not registered on this chain", "sbp chain register " + name));
  }

  private static Feedbacks judged(
      Transaction tx, Open chain, String number, String owner, String wallet, List<Feedback> all) {
    List<Row> rows =
        all.stream().map(one -> row(one, why(tx, chain, number, owner, wallet, one))).toList();
    List<BigDecimal> verdicts = counted(rows, Kind.VERDICT);
    List<BigDecimal> composites = counted(rows, Kind.COMPOSITE);
    int count = verdicts.size() + composites.size();
    return new Feedbacks(
        number,
        owner,
        wallet,
        count,
        mean(verdicts),
        composites.size(),
        mean(composites),
        rows.size() - count,
        rows);
  }

  private static List<BigDecimal> counted(List<Row> rows, Kind kind) {
    return rows.stream()
        .filter(row -> row.verified() && row.kind().equals(Optional.of(kind)))
        .map(row -> new BigDecimal(row.value()))
        .toList();
  }

  private static Optional<Long> mean(List<BigDecimal> values) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal sum = values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    return Optional.of(
        sum.movePointRight(2)
            .divide(BigDecimal.valueOf(values.size()), 0, RoundingMode.HALF_EVEN)
            .longValueExact());
  }

  /** Returns why a feedback does not count. */
  private static Optional<String> why(
      Transaction tx, Open chain, String number, String owner, String wallet, Feedback one) {
    if (one.revoked()) {
      return Optional.of("withdrawn");
    }
    if (one.rater().equalsIgnoreCase(owner) || one.rater().equalsIgnoreCase(wallet)) {
      return Optional.of("from its own owner or wallet");
    }
    Optional<TaskReceipt> receipt =
        one.receipt().filter(_ -> one.intact()).flatMap(TaskReceipt::verified);
    if (receipt.isEmpty()) {
      return Optional.of("no signed receipt");
    }
    if (!receipt.get().isFor(chain.network(), number, one)) {
      return Optional.of("the receipt of another feedback");
    }
    if (receipt.get().at().instant().isAfter(tx.now().plus(Limits.MAX_FUTURE))) {
      return Optional.of("a receipt of the future");
    }
    boolean isOwn = receipt.get().node().equals(tx.node().keys().publicKey());
    boolean isTrusted =
        tx.trust(receipt.get().node()).filter(TrustState::isEndorsedOrTrusted).isPresent();
    return isOwn || isTrusted
        ? Optional.empty()
        : Optional.of("from a node that you neither endorse nor trust");
  }

  private static Row row(Feedback one, Optional<String> why) {
    Optional<TaskReceipt> receipt = one.receipt().flatMap(TaskReceipt::verified);
    return new Row(
        one.rater(),
        one.index(),
        BigDecimal.valueOf(one.value(), one.decimals()).toPlainString(),
        one.tag1(),
        one.tag2(),
        receipt.map(Kind::of),
        one.revoked(),
        why.isEmpty(),
        why,
        receipt.map(it -> it.node().toString()),
        receipt.map(TaskReceipt::task));
  }

  private static void print(Output output, Feedbacks shown) {
    output.line(
        "agent %s, owner %s, wallet %s".formatted(shown.agent(), shown.owner(), shown.wallet()));
    List<String> parts = new ArrayList<>();
    shown
        .valueHundredths()
        .ifPresent(
            value ->
                parts.add(
                    "%s from %d verified"
                        .formatted(
                            ChainOverview.points(value), shown.count() - shown.composites())));
    shown
        .compositeHundredths()
        .ifPresent(
            value ->
                parts.add(
                    "composites %s from %d verified"
                        .formatted(ChainOverview.points(value), shown.composites())));
    String found = parts.isEmpty() ? "no verified feedback" : String.join("; ", parts);
    output.line(found + "; " + shown.others() + " others do not count");
    Table table = Table.of("RATER", "INDEX", "VALUE", "KIND", "TAGS", "COUNTS");
    shown
        .feedback()
        .forEach(
            row ->
                table.row(
                    row.rater(),
                    Long.toString(row.index()),
                    row.value(),
                    row.kind().map(Kind::toString).orElse(""),
                    row.tag1() + " " + row.tag2(),
                    row.why().orElse("verified")));
    output.table(table, "no feedback");
  }
}
