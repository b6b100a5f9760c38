package org.sovereignbook.sbp.cli.rules;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * A request for a denied tool, as programs see it.
 *
 * @param who the principal without the tool; for an agent its name
 */
@Shape.Def("access_request")
public record RequestView(
    String id,
    String who,
    Principal to,
    Principal caller,
    String channel,
    String tool,
    String reason,
    Optional<List<String>> call,
    String status,
    Timestamp at,
    Timestamp expires,
    Optional<String> answer,
    Optional<String> grant,
    Optional<Timestamp> ranAt,
    Optional<String> outcome) {
  static RequestView of(Transaction tx, AccessRequest request) {
    Optional<JsonObject> again = new RequestedCalls(tx).again(request);
    return new RequestView(
        request.id(),
        name(tx, request.to()),
        request.to(),
        request.caller(),
        request.channel(),
        request.tool(),
        request.reason(),
        again.flatMap(call -> call.array("words")).flatMap(words -> words.strings()),
        request.status(),
        Timestamp.ofMillis(request.createdMs()),
        Timestamp.ofMillis(request.expiresMs()),
        request.answer(),
        request.grant(),
        request.rerunMs().map(Timestamp::ofMillis),
        request.rerunOutcome());
  }

  /** Returns whether the denied call is a peer's mail, which waits in the inbox. */
  boolean isOfPeer() {
    return to.peerKey().isPresent() && caller.equals(to);
  }

  /** Returns the outcome of the task for which the call was made; the request is then withdrawn. */
  Optional<String> whyWithdrawn() {
    return outcome.filter(_ -> status.equals("withdrawn"));
  }

  /** Returns a principal's name, or its id. */
  public static String name(Transaction tx, Principal principal) {
    boolean isNamed = principal.agentId().isPresent() || principal.text().startsWith("person:");
    return isNamed ? Entities.requester(tx, principal).name() : principal.text();
  }
}
