package org.sovereignbook.sbp.society.sessions;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.StoredContent;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Tool call of a turn.
 *
 * @param number its place among the calls of the turn
 * @param asked the number of the message that asks for it
 * @param arguments JSON; empty once erased
 * @param sha256 the hash of the arguments
 * @param result the number of the message with its result
 */
public record TurnCall(
    String turn,
    int number,
    int asked,
    String name,
    Optional<String> arguments,
    String sha256,
    CallState state,
    Optional<Integer> result) {
  public TurnCall {
    sha256 = StoredContent.hashed(sha256, arguments);
  }

  static final Rows<TurnCall> ROWS =
      new Rows<>(
          "(SELECT k.turn, k.number, k.asked, k.name, c.text AS arguments, c.sha256, k.state,"
              + " k.result FROM agent_call k JOIN content c ON c.id = k.arguments_id"
              + " WHERE k.turn = ?) AS called",
          TurnCall.class);

  /** Returns its id in requests to models, unique in every conversation. */
  public String id() {
    return turn + "-" + number;
  }
}
