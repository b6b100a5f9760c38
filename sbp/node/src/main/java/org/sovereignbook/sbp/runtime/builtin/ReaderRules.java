package org.sovereignbook.sbp.runtime.builtin;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.judgment.JobRun;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.reader.Action;
import org.sovereignbook.sbp.peer.reader.DigestItem;
import org.sovereignbook.sbp.peer.reader.ReaderJob;

/** Built-in rules for the inbox. Used for one request. */
final class ReaderRules {
  private final LlmRequest request;
  private final double threshold;
  private final Duration gap;
  private final Timestamp now;
  private final Interests interests;
  private final String self;
  private final List<JsonObject> endorsed;
  private final List<JsonValue> decisions = new ArrayList<>();
  private final Map<String, Set<String>> endorsedNow = new HashMap<>();
  private final Set<String> honoured = new HashSet<>();
  private final Set<String> steering = new HashSet<>();
  private final Set<String> greeted = new HashSet<>();
  private int unread;

  ReaderRules(LlmRequest request) {
    this.request = request;
    this.threshold = request.settings().get(BuiltinSettings.ENDORSE_THRESHOLD);
    this.gap = request.settings().get(BuiltinSettings.IDENTITY_GAP);
    this.now = new Timestamp(request.context().clock().instant());
    this.interests = Interests.of(request.input(JobRun.ETHOS));
    this.self = request.context().identity().get().publicKey().toString();
    this.endorsed =
        json(request, ReaderJob.ENDORSED)
            .array("endorsed")
            .map(JsonArray::objects)
            .orElse(List.of());
  }

  LlmAnswer answer() {
    List<DigestItem> items = DigestItem.of(json(request, ReaderJob.DIGEST));
    items.stream()
        .filter(item -> !item.steeringPhrases().isEmpty())
        .forEach(item -> steering.add(item.authorKey()));
    items.forEach(this::decide);
    int pieces = endorsedNow.values().stream().mapToInt(Set::size).sum();
    String notes =
        "Built-in rules: "
            + Wording.counted(items.size(), "item")
            + ", "
            + Wording.counted(pieces, "piece")
            + " and "
            + Wording.counted(honoured.size(), "peer")
            + " endorsed"
            + (unread == 0
                ? "."
                : "; " + Wording.counted(unread, "message") + " left unread: sbp messages.");
    JsonObject output =
        JsonObject.builder()
            .put("decisions", new JsonArray(decisions))
            .put("session_notes", notes)
            .build();
    return new LlmAnswer(JsonWriter.pretty(output), "");
  }

  private void decide(DigestItem item) {
    if (item.senderTrust() == TrustState.BLOCKED) {
      ignore(item, "the sender is blocked");
      return;
    }
    switch (item.messageType()) {
      case "share" -> share(item);
      case "announce" -> announce(item);
      case "subscribe" -> subscribe(item);
      case "unsubscribe" -> add(item, Action.ACCEPT_UNSUBSCRIBE, "peer_key", "as asked");
      case "direct" -> direct(item);
      default -> ignore(item, "no rule for this message type");
    }
  }

  /**
   * Leaves a direct message unread for a person to read. A piece that was fetched because of it is
   * judged like a shared one.
   */
  private void direct(DigestItem item) {
    unread++;
    if (item.contentHash().isPresent() && item.senderTrust() != TrustState.UNKNOWN) {
      unlessEndorsed(item);
    }
  }

  private void subscribe(DigestItem item) {
    if (item.isAtCapacity()) {
      decisions.add(
          decision(item, Action.REJECT_SUBSCRIBE)
              .put("peer_key", item.senderKey())
              .put("reason", "capacity-exceeded")
              .put("log", "as many subscribers as network_config.max_subscribers allows")
              .build());
    } else {
      add(item, Action.ACCEPT_SUBSCRIBE, "peer_key", "under capacity");
    }
  }

  /** Answers an announce only once, or two nodes would greet each other for ever. */
  private void announce(DigestItem item) {
    if (!item.hasValidIdentity()) {
      ignore(item, "the identity document is not valid");
    } else if (item.isAlreadyKnown() || !greeted.add(item.senderKey())) {
      ignore(item, "already known");
    } else {
      add(item, Action.RECIPROCATE_ANNOUNCE, "peer_key", "new peer with a valid identity");
      decisions.add(
          decision(item, Action.UPDATE_TRUST)
              .put("peer_key", item.senderKey())
              .put("new_trust", TrustState.KNOWN.toString())
              .put("log", "first contact")
              .build());
    }
  }

  private void share(DigestItem item) {
    unlessEndorsed(item).ifPresent(why -> ignore(item, why));
  }

  /** Endorses the piece of an item, or returns why not. */
  private Optional<String> unlessEndorsed(DigestItem item) {
    Optional<String> hash = item.contentHash();
    if (hash.isEmpty()) {
      return Optional.of("an endorsement, noted");
    }
    if (item.authorKey().equals(self)) {
      return Optional.of("our own piece");
    }
    if (item.authorTrust() == TrustState.BLOCKED) {
      return Optional.of("the author is blocked");
    }
    if (isEndorsed(hash.get())) {
      return Optional.of("endorsed before");
    }
    if (!item.steeringPhrases().isEmpty()) {
      String phrases = String.join(", ", item.steeringPhrases());
      return Optional.of("suspected prompt injection, it speaks to its reader: " + phrases);
    }
    Interests.Closeness closeness =
        interests.closeness(item.contentTitle(), item.contentTags(), item.contentBody());
    String found =
        closeness.points()
            + " of "
            + threshold
            + " points"
            + (closeness.points() > 0 ? " for " + closeness.words() : "");
    if (closeness.points() < threshold) {
      return Optional.of("not close to the interests: " + found);
    }
    endorse(item, hash.get(), closeness.points(), found);
    return Optional.empty();
  }

  private void endorse(DigestItem item, String hash, int points, String found) {
    endorsedNow.computeIfAbsent(item.authorKey(), key -> new HashSet<>()).add(hash);
    decisions.add(
        decision(item, Action.ENDORSE_CONTENT)
            .put("target_hash", hash)
            .put("log", "close to the interests: " + found)
            .build());
    if (isWorthPassingOn(item, points)) {
      decisions.add(
          decision(item, Action.RESHARE)
              .put("target_hash", hash)
              .put("log", "by a peer that is " + item.authorTrust() + ": " + found)
              .build());
    }
    honour(item);
  }

  /**
   * Returns whether to share the piece. Pieces of authors who are merely known are not shared, so
   * that chosen words cannot spread them.
   */
  private boolean isWorthPassingOn(DigestItem item, int points) {
    return switch (item.authorTrust()) {
      case TRUSTED -> true;
      case ENDORSED -> points >= request.settings().get(BuiltinSettings.RESHARE_THRESHOLD);
      default -> false;
    };
  }

  /** Endorses the author, once, after enough pieces over enough days. */
  private void honour(DigestItem item) {
    String author = item.authorKey();
    int pieces = piecesApart(author);
    if (pieces < request.settings().get(BuiltinSettings.IDENTITY_AFTER_PIECES)
        || !isKnownLongEnough(item)
        || steering.contains(author)
        || isEndorsed("identity", author)
        || honouredInAWeek() >= request.settings().get(BuiltinSettings.IDENTITIES_PER_WEEK)
        || !honoured.add(author)) {
      return;
    }
    String reason =
        Wording.counted(pieces, "piece")
            + " endorsed, each "
            + Wording.counted(gap.toDays(), "day")
            + " or more after the one before";
    decisions.add(
        decision(item, Action.ENDORSE_IDENTITY)
            .put("target_key", author)
            .put("note", reason + ".")
            .put("log", reason)
            .build());
  }

  /** Counts an author's endorsed pieces, without those too soon after the one before. */
  private int piecesApart(String author) {
    Stream<Timestamp> before =
        endorsed.stream()
            .filter(entry -> isEntry(entry, "content", "author_key", author))
            .flatMap(entry -> entry.parsed("created_at", Timestamp::parse).stream());
    Stream<Timestamp> today = endorsedNow.getOrDefault(author, Set.of()).stream().map(hash -> now);
    int count = 0;
    Optional<Timestamp> last = Optional.empty();
    for (Timestamp at : Stream.concat(before, today).sorted().toList()) {
      if (last.filter(one -> one.plus(gap).isAfter(at)).isEmpty()) {
        count++;
        last = Optional.of(at);
      }
    }
    return count;
  }

  /**
   * Returns whether the author has been known for long enough. An unknown author has no endpoint
   * either.
   */
  private boolean isKnownLongEnough(DigestItem item) {
    return item.authorTrust() != TrustState.UNKNOWN
        && item.authorFirstSeen().filter(at -> !at.plus(gap).isAfter(now)).isPresent();
  }

  private int honouredInAWeek() {
    return honoured.size()
        + (int)
            endorsed.stream()
                .filter(entry -> entry.string("target_kind").equals(Optional.of("identity")))
                .flatMap(entry -> entry.parsed("created_at", Timestamp::parse).stream())
                .filter(at -> at.plus(ReaderJob.WEEK).isAfter(now))
                .count();
  }

  private boolean isEndorsed(String hash) {
    return endorsedNow.values().stream().anyMatch(hashes -> hashes.contains(hash))
        || isEndorsed("content", hash);
  }

  private boolean isEndorsed(String kind, String ref) {
    return endorsed.stream().anyMatch(entry -> isEntry(entry, kind, "target_ref", ref));
  }

  private static boolean isEntry(JsonObject entry, String kind, String member, String value) {
    return entry.string("target_kind").equals(Optional.of(kind))
        && entry.string(member).equals(Optional.of(value));
  }

  private void add(DigestItem item, Action action, String keyMember, String log) {
    decisions.add(decision(item, action).put(keyMember, item.senderKey()).put("log", log).build());
  }

  private void ignore(DigestItem item, String why) {
    decisions.add(decision(item, Action.IGNORE).put("log", why).build());
  }

  private static JsonObject.Builder decision(DigestItem item, Action action) {
    return JsonObject.builder().put("inbox_id", item.id()).put("action", action.toString());
  }

  /** Returns an input as a JSON object; empty when there is none. */
  static JsonObject json(LlmRequest request, String input) {
    try {
      byte[] bytes = request.input(input).getBytes(StandardCharsets.UTF_8);
      if (bytes.length == 0) {
        return JsonObject.empty();
      }
      if (JsonReader.file(bytes) instanceof JsonObject json) {
        return json;
      }
    } catch (MalformedJson e) {
      throw new NodeException(input + " is damaged: " + e.getMessage(), e);
    }
    throw new NodeException(input + " is damaged: expected a JSON object");
  }
}
