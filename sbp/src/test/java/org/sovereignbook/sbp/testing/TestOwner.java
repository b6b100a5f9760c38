package org.sovereignbook.sbp.testing;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.TrustState;

/** What the owner of a society says of who may do what: policies, answers, grants. */
public record TestOwner(TestSociety society) {
  public static final Authority AUTHORITY = Authority.of(Principal.OWNER, "command");

  /** The peer about whom there is something to say. */
  public static final Principal PEER = Principal.peer(TestKeys.alice().publicKey());

  /** Rights of the peer by this channel when it has this trust. */
  public static Authority causedByPeer(Transaction tx, TrustState trust, String channel) {
    return Access.decide(
            tx, Entities.peer(tx, TestKeys.alice().publicKey(), trust), Access.here(tx, channel))
        .authority();
  }

  /** Puts a file of policies beside those that there are. */
  public void policies(String yaml) {
    society
        .node()
        .node()
        .writeText(society.node().node().home().access().resolve("house.yaml"), yaml);
  }

  /** The requests that wait. */
  public static List<AccessRequest> pending(Ledger ledger) {
    return ledger.read(tx -> new AccessRequests(tx).pending());
  }

  public List<AccessRequest> pending() {
    return pending(society.ledger());
  }

  public static AccessRequest answer(Ledger ledger, String id, AccessRequests.Answer answer) {
    return ledger.write(tx -> new AccessRequests(tx).answer(AUTHORITY, id, answer));
  }

  public AccessRequest answer(String id, AccessRequests.Answer answer) {
    return answer(society.ledger(), id, answer);
  }

  /** A grant that nobody has asked for. */
  public Grants.Given give(Grants.To to, Grants.What what, Optional<Duration> time) {
    return give(to, what, time, Optional.empty());
  }

  public Grants.Given give(
      Grants.To to, Grants.What what, Optional<Duration> time, Optional<String> request) {
    return society.ledger().write(tx -> new Grants(tx).give(AUTHORITY, to, what, time, request));
  }

  /** The same for good, to one. */
  public Grants.Given give(Principal to, Grants.What what) {
    return give(Grants.To.principal(to), what, Optional.empty());
  }

  public Grants.Given revoke(String grant) {
    return society.ledger().write(tx -> new Grants(tx).revoke(AUTHORITY, grant));
  }
}
