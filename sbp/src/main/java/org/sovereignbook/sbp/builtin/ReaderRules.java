package org.sovereignbook.sbp.builtin;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.agent.JobRun;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.llm.LlmAnswer;
import org.sovereignbook.sbp.llm.LlmRequest;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.reader.Action;
import org.sovereignbook.sbp.reader.DigestItem;
import org.sovereignbook.sbp.reader.ReaderJob;

/** The built-in rules for the inbox. Used for one request. */
final class ReaderRules {
  private final LlmRequest request;
  private final double threshold;
  private final Interests interests;
  private final String self;
  private final List<JsonObject> endorsed;
  private final List<JsonValue> decisions = new ArrayList<>();
  private final Map<String, Set<String>> endorsedNow = new HashMap<>();
  private final Set<String> honoured = new HashSet<>();
  private final Set<String> greeted = new HashSet<>();
  private int unread;

  ReaderRules(LlmRequest request) {
    this.request = request;
    this.threshold = request.settings().get(BuiltinSettings.ENDORSE_THRESHOLD);
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
    items.forEach(this::decide);
    int pieces = endorsedNow.values().stream().mapToInt(Set::size).sum();
    String notes =
        "Built-in rules: "
            + JobRun.counted(items.size(), "item")
            + ", "
            + JobRun.counted(pieces, "piece")
            + " and "
            + JobRun.counted(honoured.size(), "peer")
            + " endorsed"
            + (unread == 0
                ? "."
                : "; " + JobRun.counted(unread, "message") + " left unread: sbp messages.");
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
      case "direct" -> unread++; // Without a decision it stays unread until somebody reads it.
      default -> ignore(item, "no rule for this message type");
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

  /** An announce answers an announce only once, or two nodes would greet each other for ever. */
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
    Optional<String> hash = item.contentHash();
    if (hash.isEmpty()) {
      ignore(item, "an endorsement, noted");
    } else if (item.authorKey().equals(self)) {
      ignore(item, "our own piece");
    } else if (item.authorTrust() == TrustState.BLOCKED) {
      ignore(item, "the author is blocked");
    } else if (isEndorsed(hash.get())) {
      ignore(item, "endorsed before");
    } else {
      judge(item, hash.get());
    }
  }

  private void judge(DigestItem item, String hash) {
    Interests.Closeness closeness =
        interests.closeness(item.contentTitle(), item.contentTags(), item.contentBody());
    String found =
        closeness.points()
            + " of "
            + threshold
            + " points"
            + (closeness.points() > 0 ? " for " + closeness.words() : "");
    if (closeness.points() < threshold) {
      ignore(item, "not close to the interests: " + found);
      return;
    }
    endorsedNow.computeIfAbsent(item.authorKey(), key -> new HashSet<>()).add(hash);
    decisions.add(
        decision(item, Action.ENDORSE_CONTENT)
            .put("target_hash", hash)
            .put("log", "close to the interests: " + found)
            .build());
    honour(item);
  }

  /** Endorses the author too, once, after enough pieces over enough runs. */
  private void honour(DigestItem item) {
    String author = item.authorKey();
    Set<String> pieces = new HashSet<>(endorsedNow.getOrDefault(author, Set.of()));
    Set<String> runs =
        new HashSet<>(Set.of(new Timestamp(request.context().clock().instant()).toString()));
    for (JsonObject entry : endorsed) {
      if (isEntry(entry, "content", "author_key", author)) {
        entry.string("target_ref").ifPresent(pieces::add);
        entry.string("created_at").ifPresent(runs::add);
      }
    }
    boolean before =
        endorsed.stream().anyMatch(entry -> isEntry(entry, "identity", "target_ref", author));
    boolean enough =
        pieces.size() >= request.settings().get(BuiltinSettings.IDENTITY_AFTER_PIECES)
            && runs.size() >= request.settings().get(BuiltinSettings.IDENTITY_AFTER_RUNS);
    if (!enough
        || before
        || item.authorTrust() == TrustState.UNKNOWN // has no endpoint to be found at
        || !honoured.add(author)) {
      return;
    }
    String reason =
        JobRun.counted(pieces.size(), "piece")
            + " endorsed over "
            + JobRun.counted(runs.size(), "session");
    decisions.add(
        decision(item, Action.ENDORSE_IDENTITY)
            .put("target_key", author)
            .put("note", reason + ".")
            .put("log", reason)
            .build());
  }

  private boolean isEndorsed(String hash) {
    return endorsedNow.values().stream().anyMatch(hashes -> hashes.contains(hash))
        || endorsed.stream().anyMatch(entry -> isEntry(entry, "content", "target_ref", hash));
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

  /** An input that is a JSON object; empty when there is none. */
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
