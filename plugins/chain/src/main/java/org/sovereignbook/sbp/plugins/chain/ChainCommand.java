package org.sovereignbook.sbp.plugins.chain;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import picocli.CommandLine.Command;

/** {@code sbp chain}: reputation on a chain (AGENT-STACK §10). */
@Command(
    description = "reputation on a chain",
    subcommands = {
      ChainCommand.Status.class,
      ChainList.class,
      ChainRegister.class,
      ChainRate.class,
      ChainRevoke.class,
      ChainRead.class
    })
@Synonyms(
    whole = {
      "chain enable: config set chain.backend NAME",
      "chain start: config set chain.backend NAME"
    })
@Prints(ChainCommand.Overview.class)
public final class ChainCommand extends ChainOverview {
  /** The newest transactions that a status lists. */
  static final int NEWEST = 20;

  /**
   * The chain, this node's part in it, and its newest transactions.
   *
   * @param rater the address that gives feedback; empty without its key
   */
  record Overview(
      String backend,
      String chainId,
      String registry,
      String identityRegistry,
      String version,
      Optional<String> rater,
      Optional<String> balanceWei,
      int usedThisHour,
      int maxPerHour,
      int usedThisDay,
      int maxPerDay,
      List<ChainTransaction> transactions) {}

  /** {@code sbp chain status}, the same as {@code sbp chain}. */
  @Command(
      name = "status",
      description = "the chain and what was written to it; sends again what waits")
  @Synonyms("balance")
  @Example("sbp chain status")
  @Prints(Overview.class)
  @Exit(code = ExitCode.REFUSED, means = "a variable is not set, or the contract is not the one")
  static final class Status extends ChainOverview {}
}
