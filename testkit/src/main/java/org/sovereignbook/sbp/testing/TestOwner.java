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

/** Owner of a society, who decides on rights: policies, answers to requests, grants. */
public record TestOwner(TestSociety society) {
  public static final Authority AUTHORITY = Authority.of(Principal.OWNER, "command");

  /** Peer whose rights a test decides on. */
  public static final Principal PEER = Principal.peer(TestKeys.alice().publicKey());

  /** Returns the rights of the peer by this channel when it has this trust. */
  public static Authority causedByPeer(Transaction tx, TrustState trust, String channel) {
    return Access.decide(
            tx, Entities.peer(tx, TestKeys.alice().publicKey(), trust), Access.here(tx, channel))
        .authority();
  }

  /** Adds a file of policies. */
  public void policies(String yaml) {
    society
        .node()
        .node()
        .writeText(society.node().node().home().access().resolve("owner.yaml"), yaml);
  }

  /** Returns the open requests. */
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

  /** Gives a grant without a request. */
  public Grants.Given give(Grants.To to, Grants.What what, Optional<Duration> time) {
    return give(to, what, time, Optional.empty());
  }

  public Grants.Given give(
      Grants.To to, Grants.What what, Optional<Duration> time, Optional<String> request) {
    return society.ledger().write(tx -> new Grants(tx).give(AUTHORITY, to, what, time, request));
  }

  /** Gives a grant without an end to one principal. */
  public Grants.Given give(Principal to, Grants.What what) {
    return give(Grants.To.principal(to), what, Optional.empty());
  }

  public Grants.Given revoke(String grant) {
    return society.ledger().write(tx -> new Grants(tx).revoke(AUTHORITY, grant));
  }
}
