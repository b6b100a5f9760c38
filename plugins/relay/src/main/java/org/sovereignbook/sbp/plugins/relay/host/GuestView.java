package org.sovereignbook.sbp.plugins.relay.host;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/**
 * A guest as commands show it.
 *
 * @param name as its identity document has it; a claim, and empty before it has come
 * @param bytes of the messages that wait, and of what it publishes
 * @param megabytes that it may take up
 * @param taken messages for it in all
 */
@Shape.Def("relay_guest")
public record GuestView(
    PublicKey key,
    String name,
    String state,
    Endpoint address,
    int days,
    long megabytes,
    Optional<Instant> untilAt,
    Instant heardAt,
    int waiting,
    long bytes,
    long taken) {
  private static final long BYTES_OF_MEGABYTE = 1_000_000;

  /** Returns all guests, the first that came first. */
  public static List<GuestView> all(Transaction tx) {
    return new GuestTable(tx).all().stream().map(one -> of(tx, one)).toList();
  }

  static GuestView of(Transaction tx, Guest one) {
    return new GuestView(
        one.publicKey(),
        one.name(),
        Words.of(one.state(tx.now())),
        one.address(tx.node().identity().endpoint()),
        one.days(),
        one.bytes() / BYTES_OF_MEGABYTE,
        one.until(),
        one.heard(),
        one.waiting(),
        one.waitingBytes() + one.objectBytes(),
        one.taken());
  }
}
