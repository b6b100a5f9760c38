package org.sovereignbook.sbp.plugins.relay.host;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/**
 * A node whose post this node holds.
 *
 * @param id the last part of its address: the fingerprint, without its prefix, of the key with
 *     which it came
 * @param publicKey its key as it is now
 * @param name as its identity document has it; a claim
 * @param days of silence after which its post is refused
 * @param bytes that it may take up here
 * @param until when its address ends; empty for never
 * @param joined whether it has come
 * @param identity its document, as signed
 * @param waiting how many messages wait for it
 * @param remembered how many messages are known, with those that it has
 * @param taken how many messages were taken for it in all
 * @param empty the latest time at which it was told that nothing waits
 * @param heard when it was heard of last
 * @param left when it has left; the epoch while it stays
 */
record Guest(
    String id,
    PublicKey publicKey,
    String name,
    int days,
    long bytes,
    Optional<Instant> until,
    boolean joined,
    Optional<String> identity,
    int waiting,
    long waitingBytes,
    int remembered,
    long objectBytes,
    long taken,
    Instant empty,
    Instant heard,
    Instant left,
    Instant createdAt) {
  static final Rows<Guest> ROWS = new Rows<>("relay_guest", Guest.class);

  /** Where this node's routes for guests are, below its endpoint. */
  static final String ROUTES = "/x/relay/";

  /** State of a guest, by which its address answers. */
  enum State {
    /** It may come. */
    INVITED,
    /** Its post is taken. */
    HERE,
    /** It was silent for longer than agreed: its post is refused for now. */
    AWAY,
    /** It has another address now, and its last messages are waited for. */
    LEFT,
    /** It has no address here any more. */
    GONE
  }

  private static final String PREFIX = "sbp1:";

  /** Makes one that may come. */
  static Guest invited(
      PublicKey key, String name, int days, long bytes, Optional<Instant> until, Instant now) {
    return new Guest(
        id(key),
        key,
        name,
        days,
        bytes,
        until,
        false,
        Optional.empty(),
        0,
        0,
        0,
        0,
        0,
        Instant.EPOCH,
        now,
        Instant.EPOCH,
        now);
  }

  static String id(PublicKey key) {
    return word(Fingerprint.of(key).toString());
  }

  /** Returns a fingerprint without its prefix; a text that has none as it is. */
  static String word(String fingerprint) {
    return fingerprint.startsWith(PREFIX) ? fingerprint.substring(PREFIX.length()) : fingerprint;
  }

  Endpoint address(Endpoint relay) {
    return Endpoint.parse(relay + ROUTES + id);
  }

  State state(Instant now) {
    Duration silent = Duration.between(heard, now);
    Duration agreed = Duration.ofDays(days);
    boolean hasLeft = left.isAfter(Instant.EPOCH);
    if (until.filter(end -> !now.isBefore(end)).isPresent()
        || silent.compareTo(agreed.multipliedBy(2)) > 0) {
      return State.GONE;
    }
    if (!joined) {
      return State.INVITED;
    }
    if (hasLeft) {
      return State.LEFT;
    }
    return silent.compareTo(agreed) > 0 ? State.AWAY : State.HERE;
  }

  Subject subject() {
    return new Subject("relay_guest", id);
  }
}
