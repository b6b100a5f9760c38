package org.sovereignbook.sbp.plugins.chain;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.reputation.AxisScores;
import org.sovereignbook.sbp.society.reputation.Dimension;

/** Feedback on an agent for a task that it did, with the receipt that this node signs. */
final class TaskRating {
  private static final int DECIMALS = 2;
  private static final String TAG = "sbp";
  private static final String WHAT = "task";
  private static final String COMPOSITE = "composite";

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
   * A value to write.
   *
   * @param hundredths the score
   * @param axes those of a composite; empty for the verdict on a task
   */
  public record Value(long hundredths, Optional<AxisScores> axes) {
    /** Returns the score of a task. */
    public static Value verdict(long hundredths) {
      return new Value(hundredths, Optional.empty());
    }

    /** Returns an agent's composite and axes. */
    static Value composite(AxisScores axes) {
      return new Value(Math.round(axes.composite() * 100), Optional.of(axes));
    }

    /** Returns the axes as the receipt has them: whole numbers, as everything that is signed. */
    private Optional<JsonObject> signals() {
      return axes.map(
          scores -> {
            JsonObject.Builder json = JsonObject.builder();
            for (Dimension dimension : Dimension.values()) {
              json.put(dimension.toString(), Math.round(scores.of(dimension) * 100));
            }
            return json.build();
          });
    }

    private String tag() {
      return axes.isPresent() ? COMPOSITE : WHAT;
    }
  }

  /**
   * Returns the feedback.
   *
   * @throws ChainException when the account that gives feedback is the agent's
   */
  public static ChainAction.Rate of(
      Node node, ChainClient client, ChainLog.Registered known, Done done, Value value)
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
                value.hundredths(),
                DECIMALS,
                node.now(),
                value.signals())
            .signed(node.keys());
    return new ChainAction.Rate(
        signer,
        known.agent().hex(),
        known.number(),
        done.task(),
        value.hundredths(),
        DECIMALS,
        TAG,
        value.tag(),
        receipt);
  }
}
