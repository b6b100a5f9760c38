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
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Judge of a simulation: checks at every event what may never happen, and after the quiet days what
 * must have come about. Sees bytes, answers and files only, and shares no code with the program.
 */
final class Oracle implements Judge {
  private static final Duration NOTICED_WITHIN = Duration.ofSeconds(5);
  private static final Duration MAX_AGE = Duration.ofDays(2);
  private static final Duration MAX_FUTURE = Duration.ofMinutes(10);
  private static final int MAX_INBOX = 300;
  private static final int ACCEPTED = 202;
  private static final String INBOX = "runtime/inbox/";

  /** Member of an item that was sent at least once; one that is new has the next tick. */
  private static final String TRIED = "\"_timestamp\"";

  private static final Pattern NOTE = Pattern.compile("note-\\d+-\\d+;");
  private static final Pattern NAME = Pattern.compile("n\\d+");

  private final Supplier<Instant> now;
  private final List<String> violations = new ArrayList<>();
  private final SeenSignatures signatures = new SeenSignatures();
  private final Map<String, Long> checks = new TreeMap<>();
  private final Map<Integer, Seen> seen = new HashMap<>();
  private final Map<Integer, Machine> running = new HashMap<>();
  private final Map<String, Integer> owners = new HashMap<>();
  private final List<Written> written = new ArrayList<>();
  private final List<Noted> noted = new ArrayList<>();

  /** Texts of messages that their peers have refused. */
  private final Set<String> refused = new HashSet<>();

  /** Texts sent by a clock that was ahead; what is in doubt when it is right is signed anew. */
  private final Set<String> sentAhead = new HashSet<>();

  /**
   * Keys that were rotated away: whoever has stolen one is that node to those who know no other.
   */
  private final Set<String> retired = new HashSet<>();

  /** Texts to such keys that somebody took who names no receipt, as every node of ours does. */
  private final Set<String> stolen = new HashSet<>();

  private static final class Seen {
    private final Map<String, String> pending = new TreeMap<>();
    private final Map<String, Instant> accepted = new HashMap<>();
    private final Map<String, Instant> blocked = new HashMap<>();
    private final Map<String, Given> given = new HashMap<>();
    private final Set<String> keys = new HashSet<>();
    private final Set<String> everBlocked = new HashSet<>();
    private final Set<String> handled = new HashSet<>();
    private final Map<String, Long> fences = new HashMap<>();
    private final Set<Integer> members = new HashSet<>();
    private final Set<Integer> followers = new HashSet<>();
    private int crashes;

    /** An envelope in doubt is signed anew then, which its recipient cannot know again. */
    private boolean hasRotated;

    /** By such a clock the time to try has passed. */
    private boolean wasAhead;

    /** Peers that have not heard of it cannot reach the node. */
    private boolean hasMoved;

    /** Whom the node knew at each move and rotation: others are told when they are known. */
    private final List<Set<Integer>> told = new ArrayList<>();
  }

  /** An object that a peer has acknowledged, and how often the sender had crashed by then. */
  private record Given(String envelope, int crashes) {}

  private record Written(int from, int to, String token) {}

  /** A text of a group, and the nodes that were members when it was written, or became so later. */
  private record Noted(int owner, String token, Set<Integer> readers) {}

  Oracle(Supplier<Instant> now) {
    this.now = now;
  }

  List<String> violations() {
    return violations;
  }

  Map<String, Long> checks() {
    return checks;
  }

  private Seen of(Machine node) {
    return seen.computeIfAbsent(node.index(), _ -> new Seen());
  }

  private void check(String promise, boolean holds, Supplier<String> otherwise) {
    checks.merge(promise, 1L, Long::sum);
    if (!holds) {
      violations.add(now.get() + " " + promise + ": " + otherwise.get());
    }
  }

  // What may never happen.

  @Override
  public void posted(Machine from, String endpoint, byte[] envelope) {
    PlainEnvelope sent = PlainEnvelope.of(envelope);
    String recipient = sent.recipient();
    check(
        "what leaves is signed by its node",
        ownKeys(from).contains(sent.sender()) && signatures.isSigned(sent.json(), "sender_key"),
        () -> from.index() + " sent to " + endpoint);
    check(
        "blocked peers get nothing but a farewell",
        !of(from).blocked.containsKey(recipient) || sent.type().equals("unsubscribe"),
        () -> from.index() + " sent a " + sent.type() + " to " + recipient);
    check(
        "no secret leaves",
        secrets(from).stream().noneMatch(new String(envelope, StandardCharsets.UTF_8)::contains),
        () -> from.index() + " sent a private key to " + endpoint);
    sent.object().ifPresent(object -> checkGivenOnce(from, recipient + " " + object, sent));
    if (from.clock().isAfter(now.get().plus(MAX_FUTURE))) {
      sent.object().ifPresent(sentAhead::add);
    }
  }

  private void checkGivenOnce(Machine from, String object, PlainEnvelope envelope) {
    Optional<Given> before = Optional.ofNullable(of(from).given.get(object));
    check(
        "nothing is given twice",
        from.isRestored()
            || before.isEmpty()
            || (before.get().crashes() < of(from).crashes
                && before.get().envelope().equals(envelope.hash())),
        () -> from.index() + " gave again: " + object);
  }

  @Override
  public void learned(Machine from, byte[] envelope, int status, byte[] answer) {
    PlainEnvelope sent = PlainEnvelope.of(envelope);
    Map<String, Object> said = PlainJson.object(answer).orElse(Map.of());
    if (status == ACCEPTED && PlainJson.text(said, "hash").equals(sent.hash())) {
      String to = sent.recipient() + " ";
      Given given = new Given(sent.hash(), of(from).crashes);
      sent.object().ifPresent(it -> of(from).given.put(to + it, given));
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
    String sender = sent.sender();
    String hash = sent.hash();
    check(
        "only what is signed is accepted",
        signatures.isSigned(sent.json(), "sender_key"),
        () -> by.index() + " accepted " + new String(envelope, StandardCharsets.UTF_8));
    check(
        "only what is for the node is accepted",
        ownKeys(by).contains(sent.recipient()),
        () -> by.index() + " accepted a message to " + sent.recipient());
    checkTime(by, PlainJson.text(sent.json(), "timestamp"));
    Optional<Instant> blocked = Optional.ofNullable(of(by).blocked.get(sender));
    check(
        "blocked stays blocked",
        blocked.filter(at -> at.plus(NOTICED_WITHIN).isBefore(now.get())).isEmpty(),
        () -> by.index() + " accepted a message of " + sender);
    check(
        "a receipt names what was taken",
        PlainJson.text(said, "hash").equals(hash),
        () -> by.index() + " answered " + said);
    if (PlainJson.text(said, "status").equals("accepted")) {
      accepted(by, PlainJson.text(said, "id"), hash);
    }
  }

  private void checkTime(Machine by, String timestamp) {
    Instant at = Instant.parse(timestamp);
    Instant clock = by.clock();
    check(
        "only what is fresh is accepted",
        !at.isAfter(clock.plus(MAX_FUTURE)) && !at.isBefore(clock.minus(MAX_AGE)),
        () -> by.index() + " accepted a message of " + at + " at " + clock);
  }

  private void accepted(Machine by, String id, String hash) {
    Optional<Instant> before = Optional.ofNullable(of(by).accepted.put(hash, now.get()));
    check(
        "nothing is accepted twice",
        by.isRestored() || before.filter(at -> at.plus(MAX_AGE).isAfter(now.get())).isEmpty(),
        () -> by.index() + " accepted again " + hash + " as " + id);
    of(by).pending.put(id, hash);
  }

  @Override
  public void stepEnded(Machine node, String component, int exit) {
    check(
        "a step ends in order",
        exit == 0 || exit == 3 || node.isFaulty(),
        () -> node.index() + " " + component + " ended with " + exit);
    running.put(node.index(), node);
    Set<String> _ = ownKeys(node);
    of(node).wasAhead |= node.clock().isAfter(now.get().plus(MAX_AGE));
    Map<Integer, Map<String, String>> followers = rows(node);
    followers.values().removeIf(row -> !"true".equals(row.get("subscriber")));
    of(node).followers.addAll(followers.keySet());
    if (component.contains("reader") && !node.isFaulty()) {
      checkKept(node);
      checkAgreed(node);
    }
  }

  private void checkAgreed(Machine node) {
    rows(node)
        .forEach(
            (other, row) ->
                check(
                    "a subscription counts once the peer has agreed",
                    !"true".equals(row.get("subscribed")) || hasAgreed(other, node.index()),
                    () -> node.index() + " follows " + other + " unasked: " + row));
  }

  private boolean hasAgreed(int node, int follower) {
    Optional<Machine> peer = Optional.ofNullable(running.get(node));
    return peer.isEmpty()
        || of(peer.get()).followers.contains(follower)
        || "true".equals(rows(peer.get()).getOrDefault(follower, Map.of()).get("subscriber"));
  }

  private void checkKept(Machine node) {
    Map<String, byte[]> files = node.below("runtime/inbox");
    long waiting = files.keySet().stream().filter(name -> isEntry(name, "")).count();
    check("the inbox keeps its limit", waiting <= MAX_INBOX, () -> node.index() + ": " + waiting);
    Map<String, String> pending = of(node).pending;
    if (pending.isEmpty()) {
      return;
    }
    Set<String> handled = handled(node);
    for (Map.Entry<String, String> one : new TreeMap<>(pending).entrySet()) {
      if (files.keySet().stream().noneMatch(name -> isEntry(name, one.getKey()))) {
        check(
            "nothing acknowledged is lost before it was handled",
            handled.contains(one.getValue()),
            () -> node.index() + " has lost " + one.getKey());
        pending.remove(one.getKey());
      }
    }
  }

  private static boolean isEntry(String file, String id) {
    return file.startsWith(INBOX + id) && file.indexOf('/', INBOX.length()) < 0;
  }

  private static Set<String> handled(Machine node) {
    return node.below("runtime/operational/seen-envelopes").values().stream()
        .flatMap(day -> new String(day, StandardCharsets.UTF_8).lines())
        .map(line -> line.split(" ", 2)[0])
        .collect(Collectors.toSet());
  }

  @Override
  public void stepFailed(Machine node, String component, RuntimeException why) {
    boolean isTold =
        String.valueOf(why.getMessage()).contains("the clock of this machine says")
            && node.clock().isBefore(now.get());
    check(
        "no step ends for one item's sake",
        node.isFaulty() || isTold,
        () -> node.index() + " " + component + ": " + why + " at " + why.getStackTrace()[0]);
  }

  @Override
  public void crashed(Machine node) {
    of(node).crashes++;
  }

  @Override
  public void restored(Machine node) {
    of(node).pending.clear();
    of(node).blocked.clear();
    of(node).handled.clear();
    of(node).fences.clear();
  }

  @Override
  public void wrote(Machine from, int to, String token) {
    written.add(new Written(from.index(), to, token));
  }

  @Override
  public void blocked(Machine node, String key, boolean isBlocked) {
    if (isBlocked) {
      of(node).everBlocked.add(key);
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
    Map<Integer, Map<String, String>> known = rows(node);
    known.values().removeIf(row -> "unknown".equals(row.get("trust")));
    of(node).told.add(known.keySet());
  }

  @Override
  public void moved(Machine node) {
    of(node).hasMoved = true;
    tells(node);
  }

  // The society.

  @Override
  public void handled(Machine node, String what) {
    check(
        "nothing is handled twice",
        of(node).handled.add(what),
        () -> node.index() + " handled again: " + what);
  }

  @Override
  public void claimed(Machine node, String task, long fence) {
    long before = Optional.ofNullable(of(node).fences.put(task, fence)).orElse(0L);
    check(
        "one lease holder per fence",
        fence > before,
        () -> node.index() + " gave " + task + " with fence " + fence + " after " + before);
  }

  @Override
  public void submitted(Machine node, String task, long fence) {
    check(
        "a result needs the newest lease",
        fence == of(node).fences.getOrDefault(task, fence)
            && of(node).handled.add("result of " + task + " " + fence),
        () -> node.index() + " took a result of " + task + " with fence " + fence);
  }

  @Override
  public void member(Machine owner, int node, boolean isMember) {
    if (isMember) {
      of(owner).members.add(node);
      noted.stream()
          .filter(note -> note.owner() == owner.index())
          .forEach(note -> note.readers().add(node));
    } else {
      of(owner).members.remove(node);
    }
  }

  @Override
  public void noted(Machine owner, String token) {
    noted.add(new Noted(owner.index(), token, new HashSet<>(of(owner).members)));
  }

  private void checkSociety(Machine node) {
    if (node.isRestored()) {
      return;
    }
    checkRows(
        node,
        "every mail ends",
        "SELECT recipient, state FROM mail WHERE way = 'out'"
            + " AND state NOT IN ('handled', 'expired', 'refused', 'failed') AND expires_ms < "
            + now.get().toEpochMilli());
    checkRows(
        node, "every offer ends", "SELECT * FROM offer WHERE state IN ('offered', 'accepted')");
    checkRows(
        node,
        "every lease ends",
        "SELECT id, lease_until_ms FROM task WHERE state = 'claimed' AND lease_until_ms < "
            + now.get().minus(Duration.ofDays(1)).toEpochMilli());
    checkRows(
        node,
        "hash chains are whole",
        "SELECT trail, lane, number FROM audit_chain c WHERE trail <> 'before' AND (NOT EXISTS"
            + " (SELECT 1 FROM audit a WHERE a.trail = c.trail AND a.lane = c.lane AND a.number ="
            + " c.number AND a.hash = c.hash) OR (SELECT COUNT(*) <> MAX(number) - MIN(number) + 1"
            + " FROM audit a WHERE a.trail = c.trail AND a.lane = c.lane))");
    Set<String> texts =
        node.rows("SELECT text FROM content WHERE text LIKE '%note-%'").stream()
            .flatMap(row -> NOTE.matcher(row.getOrDefault("text", "")).results())
            .map(MatchResult::group)
            .collect(Collectors.toSet());
    for (Noted note : noted) {
      check(
          "a group's text reaches members only",
          note.owner() == node.index()
              || note.readers().contains(node.index())
              || !texts.contains(note.token()),
          () -> node.index() + " has " + note);
    }
  }

  private void checkRows(Machine node, String promise, String query) {
    check(promise, node.rows(query).isEmpty(), () -> node.index() + " has " + node.rows(query));
  }

  // What must have come about in the end.

  void end(Collection<? extends Machine> nodes) {
    Map<Integer, Machine> all = new TreeMap<>();
    nodes.forEach(node -> all.put(node.index(), node));
    nodes.forEach(this::checkBelieved);
    nodes.forEach(this::checkBlockedRows);
    nodes.forEach(this::checkOutbox);
    nodes.forEach(this::checkSociety);
    written.forEach(one -> checkEnd(one, all));
    Map<Integer, Map<Integer, Map<String, String>>> tables = new TreeMap<>();
    nodes.forEach(node -> tables.put(node.index(), rows(node)));
    for (Machine node : nodes) {
      for (Map<String, String> row : table(node)) {
        indexOf(row).ifPresent(other -> checkPair(node, other, row, all, tables));
      }
    }
  }

  private void checkBelieved(Machine node) {
    Map<String, String> kinds =
        Map.of(
            "runtime/content/received", "author_key",
            "runtime/endorsements/received", "endorser_key",
            "runtime/identity/peers", "public_key");
    kinds.forEach(
        (folder, key) ->
            node.below(folder)
                .forEach(
                    (name, bytes) ->
                        check(
                            "only what is signed is believed",
                            PlainJson.object(bytes)
                                .filter(it -> signatures.isSigned(it, key))
                                .isPresent(),
                            () -> node.index() + " has kept " + name)));
  }

  private void checkBlockedRows(Machine node) {
    Set<String> blocked = of(node).blocked.keySet();
    table(node)
        .forEach(
            row ->
                check(
                    "blocked stays blocked",
                    !blocked.contains(row.get("public_key")) || "blocked".equals(row.get("trust")),
                    () -> node.index() + " has unblocked " + row));
  }

  private void checkOutbox(Machine node) {
    node.below("runtime/outbox")
        .forEach(
            (name, bytes) -> {
              String item = new String(bytes, StandardCharsets.UTF_8);
              check(
                  "every message ends",
                  name.startsWith("runtime/outbox/failed") || !item.contains(TRIED),
                  () -> node.index() + " still sends " + name + " " + item.replaceAll("\\s+", " "));
            });
  }

  private void checkEnd(Written one, Map<Integer, Machine> all) {
    Machine from = Objects.requireNonNull(all.get(one.from()));
    Optional<Machine> to = Optional.ofNullable(all.get(one.to()));
    long arrived = to.map(it -> count(it, "runtime/messages", one.token())).orElse(0L);
    boolean isTold = count(from, "runtime/outbox/failed", one.token()) > 0;
    boolean isExcused = from.isRestored() || to.isEmpty() || to.get().isRestored();
    check(
        "every message ends as delivered or as failed and told",
        isExcused
            || arrived > 0
            || stolen.contains(one.token())
            || (isTold
                && (refused.contains(one.token()) || of(from).wasAhead || of(to.get()).hasMoved))
            || hasBlocked(from, to.get())
            || hasBlocked(to.get(), from),
        () -> one + (isTold ? " failed, and nobody has refused it" : " is nowhere"));
    check(
        "no message is shown twice",
        isExcused || of(from).hasRotated || sentAhead.contains(one.token()) || arrived <= 1,
        () -> one + " arrived " + arrived + " times");
  }

  /** Returns whether an owner has blocked the other once, who drops what waits from or for it. */
  private boolean hasBlocked(Machine node, Machine other) {
    return ownKeys(other).stream().anyMatch(of(node).everBlocked::contains);
  }

  private static long count(Machine node, String folder, String token) {
    return node.below(folder).values().stream()
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(text -> PlainEnvelope.token(text).equals(Optional.of(token)))
        .count();
  }

  private void checkPair(
      Machine node,
      int other,
      Map<String, String> row,
      Map<Integer, Machine> all,
      Map<Integer, Map<Integer, Map<String, String>>> tables) {
    Optional<Machine> peer = Optional.ofNullable(all.get(other));
    check("a node is no peer of itself", other != node.index(), () -> other + " has " + row);
    if (peer.isEmpty() || node.isRestored() || peer.get().isRestored()) {
      return;
    }
    Optional<Map<String, String>> back =
        Optional.ofNullable(tables.get(other)).map(rows -> rows.get(node.index()));
    boolean isBlocked =
        "blocked".equals(row.get("trust"))
            || back.filter(it -> "blocked".equals(it.get("trust"))).isPresent();
    if (isBlocked || back.isEmpty()) {
      return;
    }
    boolean wasBlocked = hasBlocked(node, peer.get()) || hasBlocked(peer.get(), node);
    boolean wasStranger =
        of(peer.get()).told.stream().anyMatch(known -> !known.contains(node.index()));
    check(
        "rotations converge",
        wasStranger || identity(peer.get(), "public_key").equals(row.get("public_key")),
        () -> node.index() + " knows an old key of " + other + ": " + row);
    check(
        "moves converge",
        of(node).hasMoved
            || wasBlocked
            || wasStranger
            || identity(peer.get(), "endpoint").equals(row.get("endpoint")),
        () -> node.index() + " has another place of " + other + ": " + row);
    check(
        "follows converge",
        wasBlocked
            || Objects.equals(row.get("subscribed"), back.get().get("subscriber"))
            // Its owner was told that the follower was away for so long that it lost its seat.
            || text(peer.get(), "runtime/ops-log.md")
                .contains("n%d\" follows us no more".formatted(node.index())),
        () -> node.index() + " of " + other + ": " + row + "; and back: " + back.get());
  }

  // Files of a node, as people read them.

  private static String text(Machine node, String file) {
    return new String(node.file(file).orElse(new byte[0]), StandardCharsets.UTF_8);
  }

  private Set<String> ownKeys(Machine node) {
    Set<String> keys = of(node).keys;
    keys.add(identity(node, "public_key"));
    keys.forEach(key -> owners.put(key, node.index()));
    return keys;
  }

  private static String identity(Machine node, String member) {
    return node.file("runtime/identity/identity.json")
        .flatMap(PlainJson::object)
        .map(document -> PlainJson.text(document, member))
        .orElse("");
  }

  private static List<String> secrets(Machine node) {
    return List.of("runtime/identity/keypair.json", "runtime/identity/next-keypair.json").stream()
        .flatMap(name -> node.file(name).stream())
        .flatMap(bytes -> PlainJson.object(bytes).stream())
        .map(keys -> PlainJson.text(keys, "private_key"))
        .filter(key -> !key.isEmpty())
        .toList();
  }

  /** Returns the rows of peers.md that are of a node of this simulation, by its index. */
  private Map<Integer, Map<String, String>> rows(Machine node) {
    Map<Integer, Map<String, String>> rows = new TreeMap<>();
    table(node).forEach(row -> indexOf(row).ifPresent(other -> rows.put(other, row)));
    return rows;
  }

  /** Returns whose row it is, by its key; by its name if it was never seen. */
  private Optional<Integer> indexOf(Map<String, String> row) {
    return Optional.ofNullable(owners.get(row.getOrDefault("public_key", "")))
        .or(
            () ->
                Optional.of(row.getOrDefault("name", ""))
                    .filter(name -> NAME.matcher(name).matches())
                    .map(name -> Integer.parseInt(name.substring(1))));
  }

  private static List<Map<String, String>> table(Machine node) {
    return PlainTable.rows(text(node, "runtime/peers.md"));
  }
}
