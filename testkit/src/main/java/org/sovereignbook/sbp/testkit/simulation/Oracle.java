package org.sovereignbook.sbp.testkit.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Judge of a simulation: checks at every event what may never happen, and after the quiet days what
 * must have come about. Sees bytes, answers and files only, and shares no code with the program.
 */
final class Oracle implements Judge {
  private static final Duration NOTICED_WITHIN = Duration.ofSeconds(5);
  private static final Duration MAX_AGE = Duration.ofDays(2);
  private static final Duration MAX_FUTURE = Duration.ofMinutes(10);
  private static final Duration REPEATED_AGE = Duration.ofHours(47);
  private static final int MAX_INBOX = 300;
  private static final int ACCEPTED = 202;

  private final Supplier<Instant> now;
  private final Verdicts verdicts;
  private final SocietyOracle society;
  private final SeenSignatures signatures = new SeenSignatures();
  private final Map<Integer, SeenNode> seen = new HashMap<>();
  private final Map<Integer, Machine> running = new HashMap<>();
  private final Map<String, Integer> owners = new HashMap<>();
  private final List<Written> written = new ArrayList<>();

  /** Texts of messages that their peers have refused. */
  private final Set<String> refused = new HashSet<>();

  /** Texts sent by a wrong clock: what is in doubt when it is right again is signed anew. */
  private final Set<String> sentWrongly = new HashSet<>();

  /** Keys rotated away: whoever has stolen one is that node to those who know no other. */
  private final Set<String> retired = new HashSet<>();

  /** Texts to such keys that somebody took who names no receipt, as every node of ours does. */
  private final Set<String> stolen = new HashSet<>();

  private record Written(int from, int to, String token, Instant at) {}

  Oracle(Supplier<Instant> now) {
    this.now = now;
    this.verdicts = new Verdicts(now);
    this.society = new SocietyOracle(now, verdicts);
  }

  SocietyOracle society() {
    return society;
  }

  Verdicts verdicts() {
    return verdicts;
  }

  private SeenNode of(Machine node) {
    return seen.computeIfAbsent(node.index(), _ -> new SeenNode());
  }

  // What may never happen.

  @Override
  public void posted(Machine from, String endpoint, byte[] envelope) {
    PlainEnvelope sent = PlainEnvelope.of(envelope);
    String recipient = sent.recipient();
    String text = new String(envelope, StandardCharsets.UTF_8);
    verdicts.check(
        "what leaves is signed by its node",
        ownKeys(from).contains(sent.sender()) && signatures.isSigned(sent.json(), "sender_key"),
        () -> from.index() + " sent to " + endpoint);
    verdicts.check(
        "blocked peers get nothing but a farewell",
        !of(from).blocked.containsKey(recipient) || sent.type().equals("unsubscribe"),
        () -> from.index() + " sent a " + sent.type() + " to " + recipient);
    society.posted(from, sent, text);
    verdicts.check(
        "no secret leaves",
        PlainNode.secrets(from).stream().noneMatch(text::contains),
        () -> from.index() + " sent a private key to " + endpoint);
    sent.object().ifPresent(object -> checkGivenOnce(from, recipient + " " + object, sent));
    if (from.clock().isAfter(now.get().plus(MAX_FUTURE))
        || from.clock().isBefore(now.get().minus(Duration.ofDays(1)))) {
      sent.object().ifPresent(sentWrongly::add);
    }
  }

  private void checkGivenOnce(Machine from, String object, PlainEnvelope envelope) {
    Optional<SeenNode.Given> before = Optional.ofNullable(of(from).given.get(object));
    boolean isRepeated =
        before
            .filter(it -> it.losses() < of(from).losses)
            .filter(
                it ->
                    it.envelope().equals(envelope.hash()) || !isFresh(from, it.at(), REPEATED_AGE))
            .isPresent();
    verdicts.check(
        "nothing is given twice",
        from.isRestored() || before.isEmpty() || isRepeated,
        () -> from.index() + " gave again: " + object);
  }

  @Override
  public void learned(Machine from, byte[] envelope, int status, byte[] answer) {
    PlainEnvelope sent = PlainEnvelope.of(envelope);
    Map<String, Object> said = PlainJson.object(answer).orElse(Map.of());
    if (status == ACCEPTED && PlainJson.text(said, "hash").equals(sent.hash())) {
      SeenNode.Given given = new SeenNode.Given(sent.hash(), of(from).losses, sent.at());
      sent.object().ifPresent(it -> of(from).given.put(sent.recipient() + " " + it, given));
    } else if (status == ACCEPTED && retired.contains(sent.recipient())) {
      sent.object().ifPresent(stolen::add);
    }
  }

  @Override
  public void answered(Machine by, byte[] envelope, int status, byte[] answer) {
    PlainEnvelope sent = PlainEnvelope.of(envelope);
    if (status != ACCEPTED) {
      sent.object().ifPresent(refused::add);
      return;
    }
    Map<String, Object> said = PlainJson.object(answer).orElse(Map.of());
    verdicts.check(
        "only what is signed is accepted",
        signatures.isSigned(sent.json(), "sender_key"),
        () -> by.index() + " accepted " + new String(envelope, StandardCharsets.UTF_8));
    verdicts.check(
        "only what is for the node is accepted",
        ownKeys(by).contains(sent.recipient()),
        () -> by.index() + " accepted a message to " + sent.recipient());
    verdicts.check(
        "only what is fresh is accepted",
        isFresh(by, sent.at(), MAX_AGE),
        () -> by.index() + " accepted a message of " + sent.at() + " at " + by.clock());
    Optional<Instant> blocked = Optional.ofNullable(of(by).blocked.get(sent.sender()));
    verdicts.check(
        "blocked stays blocked",
        blocked.filter(at -> at.plus(NOTICED_WITHIN).isBefore(now.get())).isEmpty(),
        () -> by.index() + " accepted a message of " + sent.sender());
    verdicts.check(
        "a receipt names what was taken",
        PlainJson.text(said, "hash").equals(sent.hash()),
        () -> by.index() + " answered " + said);
    if (PlainJson.text(said, "status").equals("accepted")) {
      accepted(by, PlainJson.text(said, "id"), sent.hash());
    }
  }

  private static boolean isFresh(Machine node, Instant at, Duration age) {
    Instant clock = node.clock();
    return !at.isAfter(clock.plus(MAX_FUTURE)) && !at.isBefore(clock.minus(age));
  }

  private void accepted(Machine by, String id, String hash) {
    Optional<Instant> before = Optional.ofNullable(of(by).accepted.put(hash, now.get()));
    verdicts.check(
        "nothing is accepted twice",
        by.isRestored() || before.filter(at -> at.plus(MAX_AGE).isAfter(now.get())).isEmpty(),
        () -> by.index() + " accepted again " + hash + " as " + id);
    of(by).pending.put(id, hash);
  }

  @Override
  public void stepEnded(Machine node, String component, int exit) {
    boolean isInOrder = exit == 0 || exit == 3;
    verdicts.check(
        "a step ends in order",
        isInOrder || node.isFaulty(),
        () -> node.index() + " " + component + " ended with " + exit);
    of(node).noteStep(component, isInOrder, node.isFaulty());
    running.put(node.index(), node);
    Set<String> _ = ownKeys(node);
    if (node.clock().isAfter(now.get().plus(MAX_AGE))) {
      of(node).ahead = now.get();
    }
    of(node).followers.addAll(PlainNode.indexes(node, owners, PlainPeer::isFollower));
    of(node).noteEnds(node);
    if (component.contains("reader") && !node.isFaulty()) {
      checkKept(node);
      checkAgreed(node);
      society.checkLists(node);
    }
  }

  @Override
  public void ticked(Machine node, BooleanSupplier saysAllIsWell) {
    boolean isWell = !node.isFaulty() && of(node).broken.isEmpty();
    verdicts.check(
        "no node says that all is well when it is not",
        isWell || !saysAllIsWell.getAsBoolean(),
        () -> node.index() + " is well, it says; failed: " + of(node).broken);
  }

  private void checkAgreed(Machine node) {
    PlainNode.rows(node, owners)
        .forEach(
            (other, row) ->
                verdicts.check(
                    "a subscription counts once the peer has agreed",
                    !row.isFollowed() || hasAgreed(other, node.index()),
                    () -> node.index() + " follows " + other + " unasked: " + row));
  }

  private boolean hasAgreed(int node, int follower) {
    Optional<Machine> peer = Optional.ofNullable(running.get(node));
    return peer.isEmpty()
        || of(peer.get()).followers.contains(follower)
        || PlainNode.indexes(peer.get(), owners, PlainPeer::isFollower).contains(follower);
  }

  private void checkKept(Machine node) {
    Map<String, byte[]> files = node.below("runtime/inbox");
    long waiting = files.keySet().stream().filter(name -> PlainNode.isEntry(name, "")).count();
    verdicts.check(
        "the inbox keeps its limit", waiting <= MAX_INBOX, () -> node.index() + ": " + waiting);
    List<String> back = PlainNode.retiredAndBack(node, of(node).everBlocked);
    verdicts.none("a retired key does not come back", node, back);
    Map<String, String> gone = new TreeMap<>(of(node).pending);
    gone.keySet()
        .removeIf(id -> files.keySet().stream().anyMatch(name -> PlainNode.isEntry(name, id)));
    of(node).pending.keySet().removeAll(gone.keySet());
    Set<String> handled = gone.isEmpty() ? Set.of() : PlainNode.handled(node);
    gone.forEach(
        (id, hash) ->
            verdicts.check(
                "nothing acknowledged is lost before it was handled",
                handled.contains(hash),
                () -> node.index() + " has lost " + id));
  }

  @Override
  public void stepFailed(Machine node, String component, RuntimeException why) {
    boolean isTold =
        String.valueOf(why.getMessage()).contains("the clock of this machine says")
            && node.clock().isBefore(now.get());
    of(node).losses += node.isFaulty() ? 1 : 0;
    verdicts.check(
        "no step ends for one item's sake",
        node.isFaulty() || isTold,
        () -> node.index() + " " + component + ": " + why + " at " + why.getStackTrace()[0]);
  }

  @Override
  public void crashed(Machine node) {
    of(node).losses++;
  }

  @Override
  public void restored(Machine node) {
    of(node).pending.clear();
    of(node).blocked.clear();
    society.restored(node);
  }

  @Override
  public void wrote(Machine from, int to, String token) {
    written.add(new Written(from.index(), to, token, now.get()));
  }

  @Override
  public void blocked(Machine node, String key, boolean isBlocked) {
    of(node).everBlocked.add(key);
    if (isBlocked) {
      of(node).blocked.put(key, now.get());
    } else {
      of(node).blocked.remove(key);
    }
  }

  @Override
  public void rotated(Machine node, String from, String to) {
    of(node).keys.addAll(Set.of(from, to));
    of(node).hasRotated = true;
    retired.add(from);
    tells(node);
  }

  private void tells(Machine node) {
    of(node).told.add(PlainNode.indexes(node, owners, peer -> !peer.isUnknown()));
  }

  @Override
  public void moved(Machine node) {
    of(node).hasMoved = true;
    tells(node);
  }

  // What must have come about in the end.

  void end(Collection<? extends Machine> nodes) {
    nodes.forEach(node -> running.put(node.index(), node));
    nodes.forEach(node -> of(node).noteEnds(node));
    nodes.forEach(this::checkKeeping);
    nodes.forEach(society::end);
    written.forEach(this::checkEnd);
    for (Machine node : nodes) {
      for (PlainPeer row : PlainNode.table(node)) {
        PlainNode.indexOf(row, owners).ifPresent(other -> checkPair(node, other, row));
      }
    }
  }

  private void checkKeeping(Machine node) {
    Set<String> blocked = of(node).blocked.keySet();
    verdicts.none(
        "only what is signed is believed",
        node,
        PlainNode.kept(node).stream()
            .filter(kept -> !signatures.isSigned(kept.json(), kept.keyMember()))
            .toList());
    verdicts.none(
        "blocked stays blocked",
        node,
        PlainNode.table(node).stream()
            .filter(row -> blocked.contains(row.key()) && !row.isBlocked())
            .toList());
    verdicts.none("every message ends", node, PlainNode.tried(node));
  }

  private void checkEnd(Written one) {
    Machine from = Objects.requireNonNull(running.get(one.from()));
    Optional<Machine> there = Optional.ofNullable(running.get(one.to()));
    if (from.isRestored() || there.isEmpty() || there.get().isRestored()) {
      return;
    }
    Machine to = there.get();
    String token = one.token();
    boolean isTold = of(from).ended.contains(token);
    boolean isLate = of(from).ahead.isAfter(one.at()) || of(to).hasMoved;
    verdicts.check(
        "every message ends as delivered or as failed and told",
        of(to).ended.contains(token)
            || stolen.contains(token)
            || (isTold && (refused.contains(token) || isLate))
            || haveBlocked(from, to),
        () -> one + (isTold ? " failed, and nobody has refused it" : " is nowhere"));
    long arrived = PlainNode.count(to, "runtime/messages", token);
    verdicts.check(
        "no message is shown twice",
        of(from).hasRotated || of(to).hasRotated || sentWrongly.contains(token) || arrived <= 1,
        () -> one + " arrived " + arrived + " times");
  }

  /** Returns whether one has blocked the other once, and dropped what waits from or for it. */
  private boolean haveBlocked(Machine one, Machine other) {
    return ownKeys(other).stream().anyMatch(of(one).everBlocked::contains)
        || ownKeys(one).stream().anyMatch(of(other).everBlocked::contains);
  }

  private void checkPair(Machine node, int other, PlainPeer row) {
    Optional<Machine> peer = Optional.ofNullable(running.get(other));
    verdicts.check(
        "a node is no peer of itself", other != node.index(), () -> other + " has " + row);
    if (peer.isEmpty() || node.isRestored() || peer.get().isRestored()) {
      return;
    }
    Optional<PlainPeer> back =
        Optional.ofNullable(PlainNode.rows(peer.get(), owners).get(node.index()));
    if (row.isBlocked() || back.isEmpty() || back.get().isBlocked()) {
      return;
    }
    boolean wasBlocked = haveBlocked(node, peer.get());
    boolean wasStranger =
        of(peer.get()).told.stream().anyMatch(known -> !known.contains(node.index()));
    // Both are elsewhere, and neither has been reached to be told; or a third node told of it once.
    boolean isLost = of(node).hasMoved && of(peer.get()).hasMoved;
    verdicts.check(
        "rotations converge",
        isLost
            || wasStranger
            || row.isHearsay()
            || PlainNode.identity(peer.get(), "public_key").equals(row.key()),
        () -> node.index() + " knows an old key of " + other + ": " + row);
    verdicts.check(
        "moves converge",
        isLost
            || row.isHearsay()
            || wasBlocked
            || wasStranger
            || PlainNode.identity(peer.get(), "endpoint").equals(row.endpoint()),
        () -> node.index() + " has another place of " + other + ": " + row);
    verdicts.check(
        "follows converge",
        wasBlocked
            || row.isFollowed() == back.get().isFollower()
            // The follower was away for so long that it lost its seat, and the owner was told.
            || (row.isFollowed()
                && PlainNode.isTold(
                    peer.get(), "n%d\" follows us no more".formatted(node.index()))),
        () -> node.index() + " of " + other + ": " + row + "; and back: " + back.get());
  }

  private Set<String> ownKeys(Machine node) {
    Set<String> keys = of(node).keys;
    keys.add(PlainNode.identity(node, "public_key"));
    keys.forEach(key -> owners.put(key, node.index()));
    return keys;
  }
}
