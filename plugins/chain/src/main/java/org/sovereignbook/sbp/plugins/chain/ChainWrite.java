package org.sovereignbook.sbp.plugins.chain;

import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Prepared;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Signed;
import org.sovereignbook.sbp.plugins.chain.ChainTransaction.State;
import picocli.CommandLine.Option;

/**
 * A command that writes to the chain: settles what waits, shows the transaction with its fee, asks,
 * signs and stores it, sends it, and waits for the receipt.
 */
abstract class ChainWrite extends ChainCall {
  private static final BigInteger GWEI = BigInteger.valueOf(1_000_000_000);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  @Option(names = "--dry-run", description = "show the transaction and its fee, and sign nothing")
  boolean dryRun;

  @Option(names = "--yes", description = "do not ask")
  boolean yes;

  @Option(
      names = "--wait-seconds",
      paramLabel = "N",
      description = "how long to wait for the receipt (60)")
  int waitSeconds = 60;

  /**
   * A transaction with its fate.
   *
   * @param dryRun whether nothing was signed
   * @param data the call in hexadecimal digits; JSON on the mock
   * @param transaction empty when nothing was signed
   */
  record Written(
      boolean dryRun,
      String kind,
      String from,
      String to,
      String data,
      long gas,
      String maxFeeWei,
      Optional<ChainTransaction> transaction) {}

  /** Returns what to write; empty when it is there already. */
  abstract Optional<ChainAction> action(Open chain) throws Exception;

  /** Returns the line that says that it is there already. */
  abstract String already();

  /** Returns the words of the command, for its audit row. */
  abstract String command();

  @Override
  final ExitCode run(Open chain) throws Exception {
    List<ChainTransaction> waiting = chain.sender().advance();
    Optional<ChainAction> action = action(chain);
    if (action.isEmpty()) {
      chain.session().output().line(already());
      return ExitCode.NOTHING_TO_DO;
    }
    Prepared draft = chain.client().prepare(action.get());
    requireCheap(chain, draft);
    show(chain.session().output(), draft);
    if (dryRun) {
      return ended(chain, draft, Optional.empty());
    }
    if (!waiting.isEmpty()) {
      throw CliException.refused(
          "transaction " + waiting.getFirst().hash() + " is not settled", "sbp chain status");
    }
    requireConsent(chain.session());
    ChainTransaction stored = stored(chain, draft);
    return ended(chain, draft, Optional.of(settled(chain, stored)));
  }

  private static void requireCheap(Open chain, Prepared draft) {
    ChainSender.tooDear(chain.ledger().node().config(), draft)
        .ifPresent(
            why -> {
              throw CliException.refused(why, "sbp config list chain");
            });
  }

  private static void show(Output output, Prepared draft) {
    output.line("%s from %s to %s".formatted(draft.action().word(), draft.from(), draft.to()));
    output.line("data: " + draft.data());
    output.line(
        "gas: %d, at most %s gwei in all"
            .formatted(draft.gas(), draft.maxFeeWei().divide(GWEI).toString()));
  }

  private void requireConsent(Session session) throws IOException {
    if (yes) {
      return;
    }
    Question question = new Question(session);
    if (!question.canBeAsked()) {
      throw CliException.refused("nobody is here to agree", "the same command with --yes");
    }
    if (!question.consents("Sign and send?")) {
      throw CliException.refused("not signed");
    }
  }

  /** Signs and stores it; the number is that which the chain expects next. */
  private ChainTransaction stored(Open chain, Prepared draft)
      throws ChainException, InterruptedException {
    long nonce = chain.client().nextNonce(draft.from());
    Signed signed = chain.client().sign(draft, nonce);
    return Permissions.run(
        chain.ledger(),
        SocietyCommand.call(chain.session(), command(), List.of()),
        (tx, caller) -> new ChainLog(tx).store(caller, chain.network(), draft, signed, nonce));
  }

  private ChainTransaction settled(Open chain, ChainTransaction stored)
      throws ChainException, InterruptedException {
    Polling polling = new Polling(chain.session().world().clock(), BETWEEN_LOOKS);
    long looks = Duration.ofSeconds(waitSeconds).dividedBy(BETWEEN_LOOKS);
    for (long look = 0; !chain.sender().advance().isEmpty() && look < looks; look++) {
      polling.pause();
    }
    return chain.sender().row(stored.id());
  }

  private ExitCode ended(Open chain, Prepared draft, Optional<ChainTransaction> row) {
    Output output = chain.session().output();
    row.ifPresent(one -> print(output, one));
    output.json(
        new Written(
            row.isEmpty(),
            draft.action().word().toString(),
            draft.from(),
            draft.to(),
            draft.data(),
            draft.gas(),
            draft.maxFeeWei().toString(),
            row));
    return row.filter(one -> one.state() != State.SETTLED && one.state() != State.SIGNED)
            .isPresent()
        ? ExitCode.NOT_VALID
        : ExitCode.DONE;
  }

  private static void print(Output output, ChainTransaction row) {
    switch (row.state()) {
      case SETTLED ->
          output.line(
              row.hash() + " is settled" + row.result().map(text -> ": number " + text).orElse(""));
      case SIGNED ->
          output.line(row.hash() + " is sent and not settled yet; look again: sbp chain status");
      case FAILED -> output.line(row.hash() + " was refused by the contract; the fee is paid");
      case REPLACED -> output.line(row.hash() + " was replaced by another one of this account");
    }
  }

  /** Returns the agent of this name or id. */
  static Agent agent(Open chain, String name) {
    return chain.ledger().read(tx -> Agents.named(tx, name));
  }
}
