package org.sovereignbook.sbp.store;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Announces of our identity document within a day, {@code operational/reciprocated-announces.json}:
 * a key or {@code host NAME} → when. Two nodes must not answer each other's announces for ever, and
 * a sender that names a third party's endpoint under many keys must not make us write there for
 * each of them. Peers that are {@linkplain Peer#isClose close} get an announce whatever their host.
 * Not thread-safe.
 */
public final class Announced {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String HOST = "host ";

  private final LastDay day;

  private Announced(LastDay day) {
    this.day = day;
  }

  public static Announced load(Store store, Timestamp now) {
    return new Announced(LastDay.load(store, StateDocument.RECIPROCATED_ANNOUNCES, now));
  }

  /** Returns whether a peer got an announce within the last day. */
  public boolean has(PublicKey peer) {
    return day.has(peer);
  }

  /** Returns whether any peer at this host got an announce within the last day. */
  public boolean has(Endpoint endpoint) {
    return day.has(HOST + endpoint.host());
  }

  /** Counts the peers that got an announce within the last hour. */
  public int withinAnHour() {
    return day.within(HOUR, what -> !what.startsWith(HOST));
  }

  public void add(PublicKey peer) {
    day.add(peer);
  }

  public void add(Endpoint endpoint) {
    day.add(HOST + endpoint.host());
  }

  /** Returns the change that stores new announces. */
  public Optional<Change> change() {
    return day.change();
  }
}
