package org.sovereignbook.sbp.plugins.relay.guest;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.peer.server.HeldPost;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;

/**
 * Fetches what a relay holds. It is told that an envelope is here once that is in the inbox, so a
 * crash on either side neither loses nor doubles any. Not thread-safe.
 */
final class Fetching {
  /** How far both clocks may differ; what is received ahead of ours would be refused later. */
  private static final Duration SKEW = Duration.ofMinutes(5);

  /** Requests that are answered of those that come at once. */
  private static final int MOST_REQUESTS = 8;

  /** Bounds what the relay's numbers can add to a counter. */
  private static final long MOST_MISSING = 1_000_000;

  private final Ledger ledger;
  private final RelayCalls calls;
  private final HeldPost post;
  private final Joined joined;
  private final Consumer<JsonObject> passedOn;

  /** Ids of envelopes that are here, of which the relay is still to be told. */
  private List<String> received = List.of();

  /** Ids of envelopes of which it was told by the last request. */
  private Set<String> told = Set.of();

  /**
   * Result of a round.
   *
   * @param stored envelopes that are in the inbox now
   * @param isWhole whether nothing more waits that could be taken
   */
  record Round(int stored, boolean isWhole) {}

  /** An envelope as the relay brings it. */
  private record Letter(String id, long number, Instant received, byte[] body) {}

  /** Taken of one, as far as the relay and the counters are concerned. */
  private enum Taken {
    STORED,
    /** It is here already, and the relay cannot know that. */
    HERE,
    /** The relay was told that it is here. */
    REPEATED,
    REFUSED,
    DROPPED,
    LATER
  }

  /**
   * Prepares for a relay.
   *
   * @param passedOn answers a request that the relay passes on; returns at once
   */
  Fetching(
      Ledger ledger,
      RelayCalls calls,
      HeldPost post,
      Joined joined,
      Consumer<JsonObject> passedOn) {
    this.passedOn = passedOn;
    this.ledger = ledger;
    this.calls = calls;
    this.post = post;
    this.joined = joined;
  }

  /**
   * Asks for the next envelopes and takes them.
   *
   * @param wait how long the relay waits for one, where it can
   */
  Round next(Duration wait) throws RelayCalls.FailedException, InterruptedException {
    JsonObject answer =
        calls.ask(
            joined.relay(),
            joined.relayKey(),
            RelayRequest.Operation.FETCH,
            JsonObject.empty()
                .with("received", JsonArray.ofStrings(received))
                .with("wait_seconds", wait.toSeconds()));
    told = Set.copyOf(received);
    received = List.of();
    Instant now = ledger.node().clock().instant();
    Instant there =
        Instant.ofEpochMilli(
            answer
                .integer("now_ms")
                .orElseThrow(() -> new RelayCalls.FailedException("", "it does not say its time")));
    if (Duration.between(now, there).abs().compareTo(SKEW) > 0) {
      throw new RelayCalls.FailedException(
          "clock", "its clock and this node's differ by more than 5 minutes; nothing is fetched");
    }
    answer.array("requests").map(JsonArray::objects).orElse(List.of()).stream()
        .limit(MOST_REQUESTS)
        .forEach(passedOn);
    List<Letter> letters = letters(answer, now);
    Joined state =
        ledger.<Joined>read(tx -> new JoinedRelays(tx).find(joined.relay()).orElse(joined));
    List<Taken> outcomes = take(letters, state, now);
    store(letters, outcomes, answer, there);
    received = acknowledged(letters, outcomes);
    int stored = (int) outcomes.stream().filter(Taken.STORED::equals).count();
    return new Round(stored, received.isEmpty());
  }

  private static List<Letter> letters(JsonObject answer, Instant now) {
    List<Letter> letters = new ArrayList<>();
    for (JsonObject one : answer.array("post").map(JsonArray::objects).orElse(List.of())) {
      Optional<String> id = one.string("id");
      Optional<String> envelope = one.string("envelope");
      OptionalLong received = one.integer("received_ms");
      if (id.isPresent() && envelope.isPresent() && received.isPresent()) {
        Instant at = Instant.ofEpochMilli(received.getAsLong());
        letters.add(
            new Letter(
                id.get(),
                one.integer("number").orElse(0),
                at.isAfter(now) ? now : at,
                envelope.get().getBytes(StandardCharsets.UTF_8)));
      }
    }
    return letters;
  }

  private List<Taken> take(List<Letter> letters, Joined state, Instant now)
      throws InterruptedException {
    List<Taken> outcomes = new ArrayList<>();
    List<HeldPost.Held> offered = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (Letter letter : letters) {
      Taken before = before(letter, state, now);
      outcomes.add(before);
      if (before == Taken.LATER) {
        places.add(outcomes.size() - 1);
        offered.add(new HeldPost.Held(letter.body(), letter.received()));
      }
    }
    List<HeldPost.Fate> fates = post.take(offered);
    ledger.run(tx -> remember(tx, fates));
    for (int i = 0; i < fates.size(); i++) {
      Letter letter = letters.get(places.get(i));
      outcomes.set(places.get(i), outcome(fates.get(i), letter, state));
    }
    return outcomes;
  }

  /** Refuses what no honest relay brings; all else is for the inbox to judge. */
  private Taken before(Letter letter, Joined state, Instant now) {
    if (letter.received().isBefore(state.earliest(now))) {
      return Taken.REFUSED;
    }
    Optional<String> hash =
        Checked.object(letter.body()).toOptional().map(json -> ContentHash.of(json).toString());
    boolean isSeen =
        hash.isPresent() && ledger.<Boolean>read(tx -> new JoinedRelays(tx).isSeen(hash.get()));
    return isSeen ? repeated(letter, state) : Taken.LATER;
  }

  /** Returns whether a relay that brings an envelope again was told before that it is here. */
  private Taken repeated(Letter letter, Joined state) {
    return letter.number() > state.lastNumber() || told.contains(letter.id())
        ? Taken.REPEATED
        : Taken.HERE;
  }

  private static void remember(Transaction tx, List<HeldPost.Fate> fates) {
    JoinedRelays relays = new JoinedRelays(tx);
    for (HeldPost.Fate fate : fates) {
      if (fate instanceof HeldPost.Fate.Stored(ContentHash envelope, Instant signed)) {
        relays.see(envelope.toString(), signed);
      }
    }
  }

  private Taken outcome(HeldPost.Fate fate, Letter letter, Joined state) {
    return switch (fate) {
      case HeldPost.Fate.Stored _ -> Taken.STORED;
      case HeldPost.Fate.Repeated _ -> repeated(letter, state);
      case HeldPost.Fate.Invalid _ -> Taken.REFUSED;
      case HeldPost.Fate.Blocked _ -> Taken.DROPPED;
      case HeldPost.Fate.Full _ -> Taken.LATER;
    };
  }

  private void store(List<Letter> letters, List<Taken> outcomes, JsonObject answer, Instant there) {
    boolean isWhole = letters.isEmpty();
    ledger.run(
        tx -> {
          JoinedRelays relays = new JoinedRelays(tx);
          Joined state = relays.find(joined.relay()).orElse(joined);
          relays.heard(state);
          long last = state.lastNumber();
          long missing = 0;
          for (Letter letter : letters) {
            long next = Math.min(letter.number(), last + MOST_MISSING);
            missing += Math.max(0, next - last - 1);
            last = Math.max(last, next);
          }
          tx.update(
              "UPDATE relay_joined SET last_number = ?, missing = missing + ?, stored = stored + ?,"
                  + " repeated = repeated + ?, refused = refused + ?, waiting = ?, whole_ms = ?,"
                  + " days = ?, until_ms = ? WHERE relay = ?",
              last,
              missing,
              count(outcomes, Taken.STORED),
              count(outcomes, Taken.REPEATED),
              count(outcomes, Taken.REFUSED),
              Math.max(0, answer.integer("waiting").orElse(0) - letters.size()),
              (isWhole && there.isAfter(state.whole()) ? there : state.whole()).toEpochMilli(),
              answer.integer("days").orElse(state.days()),
              optional(answer.integer("until_ms")),
              joined.relay().toString());
        });
  }

  private static Optional<Long> optional(OptionalLong value) {
    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
  }

  private static long count(List<Taken> outcomes, Taken which) {
    return outcomes.stream().filter(which::equals).count();
  }

  private static List<String> acknowledged(List<Letter> letters, List<Taken> outcomes) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < letters.size(); i++) {
      if (outcomes.get(i) != Taken.LATER) {
        ids.add(letters.get(i).id());
      }
    }
    return ids;
  }
}
