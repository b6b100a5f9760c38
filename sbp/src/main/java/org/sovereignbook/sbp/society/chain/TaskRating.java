package org.sovereignbook.sbp.society.chain;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.TaskAttempt;

/** Feedback on an agent for a task that it did, with the receipt that this node signs. */
public final class TaskRating {
  private static final int DECIMALS = 2;
  private static final String TAG = "sbp";
  private static final String WHAT = "task";

  private TaskRating() {}

  /** A finished task with the hash of its result. */
  public record Done(String task, String resultHash) {}

  /** Returns the last result of a task that the agent submitted. */
  public static Optional<Done> done(Transaction tx, AgentId agent, String task) {
    return Board.in(tx).attempts(task).stream()
        .filter(attempt -> attempt.row().worker().text().equals("agent:" + agent.hex()))
        .filter(attempt -> attempt.row().submittedAt().isPresent())
        .reduce((_, later) -> later)
        .map(attempt -> new Done(task, hash(attempt)));
  }

  private static String hash(TaskAttempt attempt) {
    return ContentHash.ofBytes(attempt.result().orElse("").getBytes(StandardCharsets.UTF_8)).hex();
  }

  /**
   * Returns the feedback.
   *
   * @param hundredths the score
   * @throws ChainException when the account that gives feedback is the agent's
   */
  public static ChainAction.Rate of(
      Node node, ChainClient client, ChainLog.Registered known, Done done, long hundredths)
      throws ChainException, InterruptedException {
    String signer = node.config().get(ChainSettings.KEY);
    String rater = client.address(signer);
    if (rater.equals(client.address(known.wallet()))) {
      throw new ChainException(
          ChainException.Kind.REFUSED,
          known.wallet() + " and " + signer + " are the same account: it may not rate its agent");
    }
    ChainClient.ChainNetwork network = client.network();
    String receipt =
        new TaskReceipt(
                node.keys().publicKey(),
                network.chainId(),
                network.registry(),
                known.number(),
                rater,
                done.task(),
                done.resultHash(),
                hundredths,
                DECIMALS,
                node.now())
            .signed(node.keys());
    return new ChainAction.Rate(
        signer,
        known.agent().hex(),
        known.number(),
        done.task(),
        hundredths,
        DECIMALS,
        TAG,
        WHAT,
        receipt);
  }
}
