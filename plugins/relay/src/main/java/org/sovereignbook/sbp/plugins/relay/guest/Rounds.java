package org.sovereignbook.sbp.plugins.relay.guest;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.peer.server.HeldPost;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.Store;

/**
 * Rounds with one relay: what this node publishes goes there, and what waits comes here. Not
 * thread-safe.
 */
final class Rounds {
  private static final Duration BETWEEN_REFUSALS = Duration.ofMinutes(15);

  /** Rounds in a row that bring nothing, as many as it takes to look behind a full relay's post. */
  private static final int MOST_VAIN = 20;

  private final Ledger ledger;
  private final RelayCalls calls;
  private final Store store;
  private final HeldPost post;
  private final Consumer<JsonObject> passedOn;
  private Joined joined;
  private Fetching fetching;

  /** Why the relay has not taken what this node publishes, and when that is tried again. */
  private Optional<String> unpublished = Optional.empty();

  private Instant publishAgain = Instant.EPOCH;

  /**
   * Prepares for a relay.
   *
   * @param passedOn answers a request that the relay passes on; returns at once
   */
  Rounds(
      Ledger ledger,
      RelayCalls calls,
      Store store,
      HeldPost post,
      Joined joined,
      Consumer<JsonObject> passedOn) {
    this.passedOn = passedOn;
    this.ledger = ledger;
    this.calls = calls;
    this.store = store;
    this.post = post;
    this.joined = joined;
    this.fetching = new Fetching(ledger, calls, post, joined, passedOn);
  }

  /**
   * Does one round; what goes wrong is stored with the relay.
   *
   * @param wait how long the relay may wait for the next message
   * @return what has come; empty when the relay could not be asked, or refused
   */
  Optional<Fetching.Round> next(Duration wait) throws InterruptedException {
    try {
      return Optional.of(attempt(wait));
    } catch (RelayCalls.FailedException e) {
      ledger.run(
          tx -> {
            JoinedRelays relays = new JoinedRelays(tx);
            if (e.isEnd()) {
              relays.ended(joined, String.valueOf(e.getMessage()));
            } else {
              relays.failed(joined, String.valueOf(e.getMessage()));
            }
          });
      return Optional.empty();
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      ledger.run(tx -> new JoinedRelays(tx).failed(joined, ItemFault.reason(e)));
      return Optional.empty();
    }
  }

  private Fetching.Round attempt(Duration wait)
      throws RelayCalls.FailedException, InterruptedException {
    try {
      return once(wait);
    } catch (RelayCalls.FailedException e) {
      if (!e.code().equals(RelayCalls.WRONG_RECIPIENT) || !hasFollowed()) {
        throw e;
      }
      return once(wait);
    }
  }

  private Fetching.Round once(Duration wait)
      throws RelayCalls.FailedException, InterruptedException {
    joined = ledger.<Joined>read(tx -> new JoinedRelays(tx).find(joined.relay()).orElse(joined));
    publish();
    Fetching.Round round = fetching.next(wait);
    unpublished.ifPresent(why -> ledger.run(tx -> new JoinedRelays(tx).problem(joined, why)));
    return round;
  }

  /** Publishes; a relay that refuses documents holds post all the same. */
  private void publish() throws RelayCalls.FailedException, InterruptedException {
    Instant now = ledger.node().clock().instant();
    if (unpublished.isPresent() && now.isBefore(publishAgain)) {
      return;
    }
    try {
      new Publishing(ledger, calls, joined).run(store);
      unpublished = Optional.empty();
    } catch (RelayCalls.FailedException e) {
      if (!e.isOfDocuments()) {
        throw e;
      }
      unpublished =
          Optional.of("what this node publishes is refused: " + String.valueOf(e.getMessage()));
      publishAgain = now.plus(BETWEEN_REFUSALS);
    }
  }

  /** Follows a rotation of the relay's key. Returns whether there was one. */
  private boolean hasFollowed() throws RelayCalls.FailedException, InterruptedException {
    IdentityDocument now = calls.identity(joined.relay());
    PublicKey key = now.publicKey();
    if (now.previousKey().filter(joined.relayKey()::equals).isEmpty()) {
      throw new RelayCalls.FailedException(
          "another-key",
          joined.relay() + " has another key now, and no rotation leads there; nothing is asked");
    }
    ledger.run(
        tx ->
            tx.update(
                "UPDATE relay_joined SET relay_key = ? WHERE relay = ?",
                key.toString(),
                joined.relay().toString()));
    joined = ledger.<Joined>read(tx -> new JoinedRelays(tx).find(joined.relay()).orElse(joined));
    fetching = new Fetching(ledger, calls, post, joined, passedOn);
    return true;
  }

  /** Does rounds without waiting until nothing more comes. Returns how many were stored. */
  int drain() throws InterruptedException {
    int stored = 0;
    int vain = 0;
    Optional<Fetching.Round> round = next(Duration.ZERO);
    while (round.isPresent() && !round.get().isWhole() && vain < MOST_VAIN) {
      stored += round.get().stored();
      vain = round.get().stored() == 0 ? vain + 1 : 0;
      round = next(Duration.ZERO);
    }
    return stored + round.map(Fetching.Round::stored).orElse(0);
  }
}
