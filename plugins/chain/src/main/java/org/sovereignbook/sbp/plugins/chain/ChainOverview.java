package org.sovereignbook.sbp.plugins.chain;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.plugins.chain.ChainCommand.Overview;

/** Status of a chain: settles what waits, then shows everything. */
abstract class ChainOverview extends ChainCall {
  private static final BigInteger GWEI = BigInteger.valueOf(1_000_000_000);

  @Override
  final ExitCode run(Open chain) throws ChainException, InterruptedException {
    advance(chain);
    Overview overview = overview(chain);
    print(chain.session().output(), overview, waiting(chain));
    return chain.session().output().done(overview);
  }

  /** Goes on with what waits; the status shows it even if the chain refuses it. */
  private static void advance(Open chain) throws InterruptedException {
    try {
      List<ChainTransaction> _ = chain.sender().advance();
    } catch (ChainException e) {
      chain.session().output().warning(e.getMessage());
    }
  }

  private static int waiting(Open chain) {
    return chain.ledger().read(tx -> new ChainLog(tx).open(chain.network()).size());
  }

  private static Overview overview(Open chain) throws ChainException, InterruptedException {
    Config config = chain.ledger().node().config();
    Optional<String> rater = rater(chain, config.get(ChainSettings.KEY));
    Optional<BigInteger> balance =
        rater.isPresent() ? Optional.of(chain.client().balanceWei(rater.get())) : Optional.empty();
    return chain
        .ledger()
        .read(
            tx -> {
              ChainLog log = new ChainLog(tx);
              ChainLog.Used used = log.used();
              return new Overview(
                  chain.name(),
                  chain.network().chainId(),
                  chain.network().registry(),
                  chain.network().identity(),
                  chain.network().version(),
                  rater,
                  balance.map(BigInteger::toString),
                  used.hour(),
                  config.get(ChainSettings.PER_HOUR),
                  used.day(),
                  config.get(ChainSettings.PER_DAY),
                  log.newest(ChainCommand.NEWEST));
            });
  }

  /** Returns the address that gives feedback; a status needs none. */
  private static Optional<String> rater(Open chain, String variable) {
    try {
      return Optional.of(chain.client().address(variable));
    } catch (ChainException e) {
      chain.session().output().note(e.getMessage() + ", so this command can give no feedback");
      return Optional.empty();
    }
  }

  private static void print(Output output, Overview overview, int waiting) {
    output.line(
        "%s, chain %s, registry %s (version %s)"
            .formatted(
                overview.backend(), overview.chainId(), overview.registry(), overview.version()));
    overview
        .rater()
        .ifPresent(
            rater ->
                output.line(
                    "feedback comes from %s, which has %s gwei"
                        .formatted(
                            rater,
                            overview
                                .balanceWei()
                                .map(wei -> new BigInteger(wei).divide(GWEI).toString())
                                .orElse("0"))));
    output.line(
        "transactions: %d of %d this hour, %d of %d this day%s"
            .formatted(
                overview.usedThisHour(),
                overview.maxPerHour(),
                overview.usedThisDay(),
                overview.maxPerDay(),
                waiting == 0 ? "" : "; " + waiting + " not settled yet"));
    output.table(table(overview.transactions()), "nothing was written to it");
  }

  /** Returns transactions as a table for people. */
  static Table table(List<ChainTransaction> transactions) {
    Table table = Table.of("SIGNED", "KIND", "AGENT", "RATED", "STATE", "RESULT", "HASH");
    transactions.forEach(
        row ->
            table.row(
                row.signedAt().toString(),
                row.kind().toString(),
                row.agent().hex().substring(0, 8),
                row.rated().map(ChainOverview::points).orElse(""),
                row.state().toString(),
                row.result().orElse(""),
                row.hash()));
    return table;
  }

  /** Returns hundredths as points. */
  static String points(long hundredths) {
    return "%d.%02d".formatted(hundredths / 100, Math.abs(hundredths % 100));
  }
}
