package org.sovereignbook.sbp.peer.server;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.httpserver.ClientAddress;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.peer.server.InboxShares.Place;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * Request budgets of each sender and each address (THREATS). Reading has a budget of its own, so
 * that it never uses up the one for messages. Survives restarts in {@code
 * operational/rate-limit-state.json}; a server that was killed gives back a tenth of each burst.
 * Thread-safe.
 */
final class Budgets {
  private final TokenBuckets senders;
  private final TokenBuckets addresses;
  private final TokenBuckets readers;
  private final Map<TrustState, TokenBuckets.Rate> bySender = new EnumMap<>(TrustState.class);
  private final TokenBuckets.Rate stranger;
  private final TokenBuckets.Rate address;
  private Optional<State> written = Optional.empty();

  /**
   * State that must survive a restart.
   *
   * @param running whether the server that wrote this continued; if it still says so when the next
   *     one starts, that server was killed, and later use is lost
   * @param waiting the entries waiting in the inbox, by id
   */
  private record State(
      SequencedMap<String, TokenBuckets.Used> senders,
      SequencedMap<String, TokenBuckets.Used> addresses,
      Optional<Boolean> running,
      Optional<SequencedMap<String, Place>> waiting) {}

  Budgets(Config config) {
    int maxTracked = config.get(ServerSettings.TRACKED_ENTRIES);
    this.senders = new TokenBuckets(maxTracked);
    this.addresses = new TokenBuckets(maxTracked);
    this.readers = new TokenBuckets(maxTracked);
    bySender.put(TrustState.KNOWN, rate(config, ServerSettings.KNOWN_BUDGET));
    bySender.put(TrustState.ENDORSED, rate(config, ServerSettings.ENDORSED_BUDGET));
    bySender.put(TrustState.TRUSTED, rate(config, ServerSettings.TRUSTED_BUDGET));
    this.stranger = rate(config, ServerSettings.UNKNOWN_BUDGET);
    this.address = rate(config, ServerSettings.ADDRESS_BUDGET);
  }

  private static TokenBuckets.Rate rate(Config config, Setting<Integer> budget) {
    int perMinute = config.get(budget);
    long burst = (long) perMinute * config.get(ServerSettings.BURST_FACTOR);
    return new TokenBuckets.Rate(perMinute, (int) Math.min(Integer.MAX_VALUE, burst));
  }

  /** Charges a message to its sender; gives the time to wait when there is no budget left. */
  Optional<Duration> chargeSender(PublicKey sender, TrustState trust, Instant now) {
    TokenBuckets.Rate rate = bySender.getOrDefault(trust, stranger);
    return senders.charge(sender.toString(), rate, now);
  }

  /** Charges a message to the address it came from. */
  Optional<Duration> chargeAddress(InetAddress from, Instant now) {
    return addresses.charge(ClientAddress.budgetKey(from), address, now);
  }

  /** Charges a fetched document to the address that fetches it. */
  Optional<Duration> chargeReader(InetAddress from, Instant now) {
    return readers.charge(ClientAddress.budgetKey(from), address, now);
  }

  /** Takes up the budgets, and what waits in the inbox, where the last server left them. */
  void load(Store store, Consumer<Map<String, Place>> waiting, ServerLog log, Instant now) {
    try {
      store
          .state(StateDocument.RATE_LIMITS)
          .map(Shape.of(State.class)::read)
          .ifPresent(state -> load(state, waiting, now));
    } catch (NodeException | IllegalArgumentException e) {
      log.error("all budgets start anew: " + e.getMessage());
    }
  }

  /** Takes up the budgets where {@link #written} has left them. */
  void load(JsonObject written, Instant now) {
    load(Shape.of(State.class).read(written), _ -> {}, now);
  }

  private void load(State state, Consumer<Map<String, Place>> waiting, Instant now) {
    state.waiting().ifPresent(waiting);
    if (state.running().orElse(false)) {
      senders.assumeUsedUp(now);
      addresses.assumeUsedUp(now);
    } else {
      senders.restore(state.senders());
      addresses.restore(state.addresses());
    }
  }

  /**
   * Stores the budgets, if they have changed.
   *
   * @param waiting the entries waiting in the inbox, by id
   * @param running whether the server continues
   */
  synchronized void save(
      Store store, SequencedMap<String, Place> waiting, boolean running, InstantSource clock) {
    Optional<State> state = Optional.of(state(waiting, running, clock.instant()));
    if (!state.equals(written)) {
      synchronized (store) {
        store.writeState(StateDocument.RATE_LIMITS, Shape.write(state.get()));
      }
      written = state;
    }
  }

  /** Returns the budgets as they are to be stored; of those that run, a loss costs no more. */
  JsonObject written(boolean running, Instant now) {
    return Shape.write(state(new LinkedHashMap<>(), running, now));
  }

  private State state(SequencedMap<String, Place> waiting, boolean running, Instant now) {
    return new State(
        senders.used(now), addresses.used(now), Optional.of(running), Optional.of(waiting));
  }
}
