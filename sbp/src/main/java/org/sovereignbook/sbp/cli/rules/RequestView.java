package org.sovereignbook.sbp.cli.rules;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.screen.RequestText;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/**
 * A request for a denied tool, as programs see it.
 *
 * @param who the principal without the tool; for an agent its name
 * @param call the words of the call; empty when they were not stored, or are erased
 * @param cause the principals outside of the node that have caused the call
 * @param session the session of its turn
 * @param approvedChannel the channel on which an approval for a time applies
 */
@Shape.Def("access_request")
@Shape.Order(
    "id who to caller channel tool reason call arguments_sha256 cause turn session approved_channel"
        + " status at expires answer grant ran_at outcome")
public record RequestView(
    @Shape.Inline AccessRequest request,
    String who,
    Optional<List<String>> call,
    List<Principal> cause,
    Optional<String> session,
    String approvedChannel) {
  static RequestView of(Transaction tx, AccessRequest request) {
    RequestText text = RequestText.of(tx, request);
    return new RequestView(
        request,
        name(tx, request.to()),
        text.call(),
        text.causes(),
        request.turn().flatMap(new TurnThread(tx)::find).map(AgentTurn::session),
        request.approvedChannel());
  }

  /** Returns a copy for the request as it is now, with the words of the call as they were. */
  RequestView with(AccessRequest now) {
    return new RequestView(now, who, call, cause, session, now.approvedChannel());
  }

  /** Returns its words for people. */
  RequestText text() {
    return new RequestText(request, call, cause);
  }

  /** Returns whether the denied call is a peer's mail, which waits in the inbox. */
  boolean isOfPeer() {
    return request.isOfPeer();
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
