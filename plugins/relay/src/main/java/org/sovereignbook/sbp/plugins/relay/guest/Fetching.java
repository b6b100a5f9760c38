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
import java.util.stream.IntStream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.peer.server.HeldPost;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;

/**
 * Fetches what a relay holds. It is told that an envelope is here once that is in the inbox, so a
 * crash on either side neither loses nor doubles any. Not thread-safe.
 */
final class Fetching {
  /** Requests that are answered of those that come at once. */
  private static final int MOST_REQUESTS = 8;

  /** Bounds what the relay's numbers can add to a counter. */
  private static final long MOST_MISSING = 1_000_000;

  /** Bounds a counter. */
  private static final long MOST_COUNTED = 1_000_000_000_000L;

  /** No relay brings more at once, or has longer ids. */
  private static final int MOST_LETTERS = 1_000;

  private static final int MAX_ID = 100;

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
   * Number behind which the next request begins; 0 for the first that waits. What finds no place in
   * the inbox stays at the relay, and holds up nothing that comes after it.
   */
  private long after;

  /**
   * Result of a round.
   *
   * @param stored envelopes that are in the inbox now
   * @param isWhole whether the relay has no more to bring
   */
  record Round(int stored, boolean isWhole) {}

  /** An envelope as the relay brings it. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  private record Letter(
      String id, long number, Instant received, byte[] body, Optional<JsonObject> json) {
    Optional<String> hash() {
      return json.map(it -> ContentHash.of(it).toString());
    }

    Instant signed() {
      return json.flatMap(it -> it.parsed("timestamp", Timestamp::parse))
          .map(Timestamp::instant)
          .orElse(received);
    }
  }

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
                .with("after", after)
                .with("wait_seconds", wait.toSeconds()));
    told = Set.copyOf(received);
    received = List.of();
    Instant now = ledger.node().clock().instant();
    Instant there = calls.timeOf(answer);
    answer.array("requests").map(JsonArray::objects).orElse(List.of()).stream()
        .limit(MOST_REQUESTS)
        .forEach(passedOn);
    List<Letter> letters = letters(answer, now);
    Joined state =
        ledger.<Joined>read(tx -> new JoinedRelays(tx).find(joined.relay()).orElse(joined));
    List<Taken> outcomes = take(letters, state, now);
    store(letters, outcomes, answer, there);
    received = acknowledged(letters, outcomes);
    after = following(letters, outcomes);
    int stored = (int) outcomes.stream().filter(Taken.STORED::equals).count();
    return new Round(stored, letters.isEmpty());
  }

  /** Returns where the next request begins: behind what finds no place now, else at the first. */
  private long following(List<Letter> letters, List<Taken> outcomes) {
    boolean isBehind = after > 0 || outcomes.contains(Taken.LATER);
    return isBehind ? letters.stream().mapToLong(Letter::number).max().orElse(0) : 0;
  }

  private static List<Letter> letters(JsonObject answer, Instant now) {
    List<Letter> letters = new ArrayList<>();
    for (JsonObject one : answer.array("post").map(JsonArray::objects).orElse(List.of())) {
      Optional<String> id = one.string("id");
      Optional<String> envelope = one.string("envelope");
      OptionalLong received = one.integer("received_ms");
      if (letters.size() < MOST_LETTERS
          && id.filter(it -> it.length() <= MAX_ID).isPresent()
          && envelope.isPresent()
          && received.isPresent()) {
        Instant at = Instant.ofEpochMilli(received.getAsLong());
        byte[] body = envelope.get().getBytes(StandardCharsets.UTF_8);
        letters.add(
            new Letter(
                id.get(),
                Math.max(0, one.integer("number").orElse(0)),
                at.isAfter(now) ? now : at,
                body,
                Checked.object(body).toOptional()));
      }
    }
    return letters;
  }

  private List<Taken> take(List<Letter> letters, Joined state, Instant now)
      throws InterruptedException {
    List<Taken> outcomes =
        new ArrayList<>(
            ledger.<List<Taken>>read(
                tx -> letters.stream().map(one -> before(tx, one, state, now)).toList()));
    List<Integer> places =
        IntStream.range(0, letters.size())
            .filter(i -> outcomes.get(i) == Taken.LATER)
            .boxed()
            .toList();
    List<HeldPost.Fate> fates =
        post.take(
            places.stream()
                .map(letters::get)
                .map(one -> new HeldPost.Held(one.body(), one.received()))
                .toList());
    for (int i = 0; i < fates.size(); i++) {
      outcomes.set(places.get(i), outcome(fates.get(i)));
    }
    return outcomes;
  }

  /** Refuses what no honest relay brings; all else is for the inbox to judge. */
  private Taken before(Transaction tx, Letter letter, Joined state, Instant now) {
    if (letter.received().isBefore(state.earliest(now))) {
      return Taken.REFUSED;
    }
    JoinedRelays relays = new JoinedRelays(tx);
    Optional<String> hash = letter.hash().filter(relays::isSeen);
    if (hash.isEmpty()) {
      return Taken.LATER;
    }
    // A sender may post the same to two relays. One that has brought it and was told so may not
    // bring it again, under whatever name.
    boolean wasTold = letter.number() > state.lastNumber() || told.contains(letter.id());
    return wasTold && relays.isSeen(hash.get(), joined.relay()) ? Taken.REPEATED : Taken.HERE;
  }

  private static Taken outcome(HeldPost.Fate fate) {
    return switch (fate) {
      case HeldPost.Fate.Stored _ -> Taken.STORED;
      case HeldPost.Fate.Repeated _ -> Taken.HERE;
      case HeldPost.Fate.Invalid _ -> Taken.REFUSED;
      case HeldPost.Fate.Blocked _ -> Taken.DROPPED;
      case HeldPost.Fate.Full _ -> Taken.LATER;
    };
  }

  private void store(List<Letter> letters, List<Taken> outcomes, JsonObject answer, Instant there) {
    boolean isWhole = letters.isEmpty() && after == 0;
    RelayTerms terms = RelayTerms.of(answer, joined.days(), joined.megabytes());
    ledger.run(
        tx -> {
          JoinedRelays relays = new JoinedRelays(tx);
          Joined state = relays.find(joined.relay()).orElse(joined);
          relays.heard(state);
          see(relays, letters, outcomes);
          long last = state.lastNumber();
          long missing = state.missing();
          for (Letter letter : letters) {
            long next = Math.min(letter.number(), last + MOST_MISSING);
            missing += Math.max(0, next - last - 1);
            last = Math.max(last, next);
          }
          tx.update(
              "UPDATE relay_joined SET last_number = ?, missing = ?, stored = ?, repeated = ?,"
                  + " refused = ?, waiting = ?, whole_ms = ?, days = ?, until_ms = ? WHERE relay"
                  + " = ?",
              last,
              Math.min(missing, MOST_COUNTED),
              counted(state.stored(), outcomes, Taken.STORED),
              counted(state.repeated(), outcomes, Taken.REPEATED),
              counted(state.refused(), outcomes, Taken.REFUSED),
              Math.max(0, terms.waiting() - letters.size()),
              (isWhole && there.isAfter(state.whole()) ? there : state.whole()).toEpochMilli(),
              terms.days(),
              terms.until().map(Instant::toEpochMilli),
              joined.relay().toString());
        });
  }

  private void see(JoinedRelays relays, List<Letter> letters, List<Taken> outcomes) {
    for (int i = 0; i < letters.size(); i++) {
      Letter letter = letters.get(i);
      if (letter.hash().isPresent()
          && (outcomes.get(i) == Taken.STORED || outcomes.get(i) == Taken.HERE)) {
        relays.see(letter.hash().get(), joined.relay().toString(), letter.signed());
      }
    }
  }

  private static long counted(long before, List<Taken> outcomes, Taken which) {
    return Math.min(before + outcomes.stream().filter(which::equals).count(), MOST_COUNTED);
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
