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

/**
 * A request for a denied tool, as programs see it.
 *
 * @param who the principal without the tool; for an agent its name
 */
@Shape.Def("access_request")
@Shape.Order(
    "id who to caller channel tool reason call status at expires answer grant ran_at outcome")
public record RequestView(
    @Shape.Inline AccessRequest request, String who, Optional<List<String>> call) {
  static RequestView of(Transaction tx, AccessRequest request) {
    Optional<JsonObject> again = new RequestedCalls(tx).again(request);
    return new RequestView(
        request,
        name(tx, request.to()),
        again.flatMap(call -> call.array("words")).flatMap(words -> words.strings()));
  }

  /** Returns whether the denied call is a peer's mail, which waits in the inbox. */
  boolean isOfPeer() {
    return request.to().peerKey().isPresent() && request.caller().equals(request.to());
  }

  /** Returns the outcome of the task for which the call was made; the request is then withdrawn. */
  Optional<String> whyWithdrawn() {
    return request.outcome().filter(_ -> request.status().equals("withdrawn"));
  }

  /** Returns a principal's name, or its id. */
  public static String name(Transaction tx, Principal principal) {
    boolean isNamed = principal.agentId().isPresent() || principal.text().startsWith("person:");
    return isNamed ? Entities.requester(tx, principal).name() : principal.text();
  }
}
