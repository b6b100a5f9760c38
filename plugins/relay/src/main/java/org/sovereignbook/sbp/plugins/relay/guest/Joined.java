package org.sovereignbook.sbp.plugins.relay.guest;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.store.SeenEnvelopes;

/**
 * A relay that holds this node's post.
 *
 * @param relay its endpoint
 * @param relayKey its key as it is now
 * @param name as its identity document has it; a claim
 * @param address of this node there
 * @param former the endpoint that this node had before it joined its first relay
 * @param formerBind where its server listened then; empty if that was not changed
 * @param until when the address ends; empty for never
 * @param identity hash of this node's identity document that it has
 * @param whole by the relay's clock, the last time when nothing more waited there
 * @param lastNumber of the last envelope that it brought
 * @param stored envelopes that it brought
 * @param repeated those that it brought again, after it was told that they are here
 * @param refused those that are not valid, or too old to be true
 * @param missing gaps in its numbers: what it took and did not bring
 * @param failing since when it does not answer; empty when it does
 * @param problem why
 * @param ended whether it holds nothing for this node any more
 */
record Joined(
    Endpoint relay,
    PublicKey relayKey,
    String name,
    Endpoint address,
    Endpoint former,
    Optional<String> formerBind,
    int days,
    int megabytes,
    Optional<Instant> until,
    Optional<String> identity,
    Instant whole,
    long lastNumber,
    int waiting,
    long stored,
    long repeated,
    long refused,
    long missing,
    Instant heard,
    Optional<Instant> failing,
    Optional<String> problem,
    boolean ended,
    Instant joinedAt) {
  static final Rows<Joined> ROWS = new Rows<>("relay_joined", Joined.class);

  /** No relay holds post for longer, so nothing that claims to be older is taken. */
  static final Duration LONGEST = Duration.ofDays(90);

  /** How far the relay's clock may go back between two of its answers. */
  private static final Duration SLACK = Duration.ofMinutes(10);

  /**
   * Terms that a relay has agreed to.
   *
   * @param taken messages that it has taken for this node before
   * @param now its time
   */
  record Agreed(Endpoint address, RelayTerms terms, long taken, Instant now) {}

  /** Makes one that was joined just now, of a node with this endpoint. */
  static Joined now(
      Endpoint relay, IdentityDocument identity, Agreed agreed, Endpoint former, Instant at) {
    return new Joined(
        relay,
        identity.publicKey(),
        identity.name(),
        agreed.address(),
        former,
        Optional.empty(),
        agreed.terms().days(),
        agreed.terms().megabytes(),
        agreed.terms().until(),
        Optional.empty(),
        agreed.now(),
        Math.max(0, agreed.taken() - agreed.terms().waiting()),
        agreed.terms().waiting(),
        0,
        0,
        0,
        0,
        at,
        Optional.empty(),
        Optional.empty(),
        false,
        at);
  }

  Subject subject() {
    return new Subject("relay_joined", relay.toString());
  }

  /**
   * Returns the earliest time, by its clock, at which the relay can have received what it brings
   * now: when nothing more waited, but at most 90 days ago.
   */
  Instant earliest(Instant now) {
    return earliest(whole, now);
  }

  private static Instant earliest(Instant whole, Instant now) {
    Instant since = whole.minus(SLACK);
    Instant most = now.minus(LONGEST);
    return since.isBefore(most) ? most : since;
  }

  /**
   * Returns the earliest time at which an envelope can have been signed that a relay may bring now
   * where nothing more waited at a time.
   */
  static Instant earliestSigned(Instant whole, Instant now) {
    return earliest(whole, now).minus(SeenEnvelopes.KEPT);
  }
}
