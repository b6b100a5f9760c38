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
 * A tool that was refused, as programs see it.
 *
 * @param who who lacks the tool, by its name where it is an agent
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

  /** Whether a peer has sent what was refused: it was not called, and waits in the inbox. */
  boolean isOfPeer() {
    return to.peerKey().isPresent() && caller.equals(to);
  }

  /** What has become of the task that it was made for; the call itself is forgotten then. */
  Optional<String> whyWithdrawn() {
    return outcome.filter(_ -> status.equals("withdrawn"));
  }

  /** A principal, by its name where it is an agent or a person. */
  public static String name(Transaction tx, Principal principal) {
    boolean isNamed = principal.agentId().isPresent() || principal.text().startsWith("person:");
    return isNamed ? Entities.requester(tx, principal).name() : principal.text();
  }
}
