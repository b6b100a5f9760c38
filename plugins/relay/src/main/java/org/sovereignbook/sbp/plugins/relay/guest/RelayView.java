package org.sovereignbook.sbp.plugins.relay.guest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/**
 * A relay of this node as commands show it.
 *
 * @param isEndpoint whether the node's endpoint is its address there
 * @param waiting messages that wait there, as it said last
 * @param stored messages that it has brought
 * @param repeated messages that it brought again although it knew that they are here
 * @param refused messages that were not valid
 * @param missing messages that it took and did not bring
 */
@Shape.Def("relay")
public record RelayView(
    Endpoint relay,
    PublicKey key,
    String name,
    State state,
    Endpoint address,
    @Shape.Named("endpoint") boolean isEndpoint,
    int days,
    int megabytes,
    Optional<Instant> untilAt,
    Instant heardAt,
    int waiting,
    long stored,
    long repeated,
    long refused,
    long missing,
    Optional<String> problem) {
  /** State of a relay. */
  public enum State {
    /** It answers. */
    HOLDING,
    /** It does not answer. */
    SILENT,
    /** It holds nothing for this node any more. */
    ENDED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns all relays of the node, the first that it joined first. */
  public static List<RelayView> all(Transaction tx) {
    return new JoinedRelays(tx).all().stream().map(one -> of(tx, one)).toList();
  }

  static RelayView of(Transaction tx, Joined one) {
    State state =
        one.ended() ? State.ENDED : one.failing().isPresent() ? State.SILENT : State.HOLDING;
    return new RelayView(
        one.relay(),
        one.relayKey(),
        one.name(),
        state,
        one.address(),
        one.address().equals(tx.node().identity().endpoint()),
        one.days(),
        one.megabytes(),
        one.until(),
        one.heard(),
        one.waiting(),
        one.stored(),
        one.repeated(),
        one.refused(),
        one.missing(),
        one.problem());
  }
}
