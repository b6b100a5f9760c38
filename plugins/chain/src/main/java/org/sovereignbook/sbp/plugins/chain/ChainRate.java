package org.sovereignbook.sbp.plugins.chain;

import java.math.BigDecimal;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.society.board.Board;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp chain rate}: gives feedback on an agent, with the signed receipt of a task. */
@Command(
    name = "rate",
    description = "give feedback on an agent, for a task that it did",
    footer = "The feedback refers to a receipt that this node signs: task, result, score.")
@Example("sbp chain rate --help")
@Prints(ChainWrite.Written.class)
@Exit(
    code = ExitCode.REFUSED,
    means = "it is not registered, a key is missing, or a limit is reached")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "this task was rated with this score")
@Exit(code = ExitCode.NOT_VALID, means = "the contract refused it; the fee is paid")
final class ChainRate extends ChainWrite {
  private static final int DECIMALS = 2;
  private static final int MAX_POINTS = 100;

  @Parameters(index = "0", paramLabel = "AGENT", description = "its name or id")
  String name = "";

  @Parameters(index = "1", paramLabel = "TASK", description = "a task that it has finished")
  String task = "";

  @Parameters(
      index = "2",
      paramLabel = "SCORE",
      description = "0 to 100, with two decimals at most")
  BigDecimal score = BigDecimal.ZERO;

  @Override
  Optional<ChainAction> action(Open chain) throws ChainException, InterruptedException {
    long value = hundredths();
    Agent agent = agent(chain, name);
    ChainLog.Registered known =
        chain
            .ledger()
            .read(tx -> new ChainLog(tx).registered(chain.network(), agent.id()))
            .orElseThrow(
                () ->
                    CliException.refused(
                        agent.name() + " is not registered on this chain",
                        "sbp chain register " + agent.name()));
    TaskRating.Done done = done(chain, agent);
    boolean isKnown =
        chain
            .ledger()
            .<Boolean>read(
                tx ->
                    new ChainLog(tx)
                        .lastRating(chain.network(), agent.id())
                        .filter(row -> row.task().equals(Optional.of(done.task())))
                        .filter(row -> row.rated().equals(Optional.of(value)))
                        .isPresent());
    return isKnown
        ? Optional.empty()
        : Optional.of(
            TaskRating.of(
                chain.ledger().node(),
                chain.client(),
                known,
                done,
                TaskRating.Value.verdict(value)));
  }

  private long hundredths() {
    try {
      long value = score.movePointRight(DECIMALS).longValueExact();
      if (value >= 0 && value <= MAX_POINTS * 100L) {
        return value;
      }
    } catch (ArithmeticException e) {
      throw CliException.wrong(score + ": a score has two decimals at most");
    }
    throw CliException.wrong(score + ": a score is from 0 to 100");
  }

  private TaskRating.Done done(Open chain, Agent agent) {
    return chain
        .ledger()
        .read(tx -> TaskRating.done(tx, agent.id(), Board.in(tx).idOf(task)))
        .orElseThrow(
            () ->
                CliException.refused(
                    agent.name() + " has submitted no result of task " + task,
                    "sbp task show " + task));
  }

  @Override
  String already() {
    return "the last feedback on " + name + " is for this task, with this score";
  }

  @Override
  String command() {
    return "chain rate";
  }
}
