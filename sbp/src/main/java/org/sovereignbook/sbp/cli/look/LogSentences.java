package org.sovereignbook.sbp.cli.look;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.screen.DeliveryAttempts;
import org.sovereignbook.sbp.frontend.screen.PeerLabels;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * Translation of log lines to sentences: names for keys, titles for hashes, without steps that did
 * nothing. Unknown lines stay unchanged. Not thread-safe.
 */
final class LogSentences {
  private static final String QUOTED = "\"(?:\\\\.|[^\"\\\\])*\"";
  private static final Pattern DECISION = Pattern.compile("([a-z_]+) item=\\S+ peer=.*");
  private static final Pattern PAIR = Pattern.compile("([a-z_]+)=(" + QUOTED + "|\\S+)");
  private static final Pattern COUNTS = Pattern.compile("(?:post: |summary: )?items=(\\d+) .*");
  private static final Pattern NOUGHT = Pattern.compile("(?:.* )?0(?: .*)?");
  private static final Pattern NOUGHT_ASIDE = Pattern.compile(" \\(0 [^)]*\\)");
  private static final Pattern ENUMERATION = Pattern.compile("(?:pre: processed|asked) \\d+.*");
  private static final Pattern OWN_DEED = Pattern.compile("(?:published|shared) \"");
  private static final Pattern QUEUED =
      Pattern.compile("([a-z ]+) to (" + QUOTED + ") \\(\\S+\\) queued as \\S+");
  private static final Pattern HASH_OF_TITLE = Pattern.compile("\" \\(sha256:[0-9a-f]{64}\\)");
  private static final Pattern HASH = Pattern.compile("sha256[:-]([0-9a-f]{64})");
  private static final Pattern KEY = Pattern.compile("\\b[A-Za-z0-9_-]{43}\\b");
  private static final int SHORT_CHARACTERS = 8;

  private final Store store;
  private final String self;
  private final Map<String, String> names;
  private final DeliveryAttempts attempts;
  private final Map<String, String> titles = new HashMap<>();

  /**
   * Makes sentences for one node.
   *
   * @param self the node's name
   */
  LogSentences(Store store, String self) {
    this.store = store;
    this.self = PeerText.plain(self);
    PeerLabels labels = PeerLabels.of(store);
    this.attempts = new DeliveryAttempts(labels.peers());
    this.names =
        labels.peers().peers().stream()
            .filter(peer -> !peer.name().isEmpty())
            .collect(
                Collectors.toMap(
                    peer -> peer.publicKey().toString(),
                    (Peer peer) ->
                        labels.names().isAmbiguous(peer.name(), peer.publicKey())
                            ? labels.of(peer)
                            : PeerText.plain(peer.name()),
                    (one, _) -> one));
  }

  String of(LogEntry entry) {
    String text = entry.message();
    Matcher decision = DECISION.matcher(text);
    Optional<MatchResult> delivery = DeliveryAttempts.parts(text);
    if (decision.matches()) {
      return decision(decision.group(1), fields(text));
    }
    if (delivery.isPresent()) {
      return delivery(delivery.get());
    }
    Matcher queued = QUEUED.matcher(text);
    if (queued.matches()) {
      return queued.group(1) + " to " + bare(queued.group(2)) + " was queued";
    }
    if (COUNTS.matcher(text).matches()) {
      return counts(fields(text));
    }
    if (ENUMERATION.matcher(text).matches()) {
      return withoutNoughts(text);
    }
    String titled = HASH_OF_TITLE.matcher(text).replaceAll("\"");
    return OWN_DEED.matcher(text).lookingAt() ? self + " " + readable(titled) : readable(titled);
  }

  Optional<DeliveryAttempts.Attempt> attempt(LogEntry entry) {
    return attempts.of(entry);
  }

  private static Map<String, String> fields(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    PAIR.matcher(text).results().forEach(pair -> fields.put(pair.group(1), bare(pair.group(2))));
    return fields;
  }

  /** Removes the quotation marks; other escapes stay. */
  private static String bare(String value) {
    return value.startsWith("\"")
        ? value.substring(1, value.length() - 1).replace("\\\"", "\"")
        : value;
  }

  private String decision(String action, Map<String, String> fields) {
    String peer = fields.getOrDefault("name", name(fields.getOrDefault("peer", "")));
    String author = Optional.ofNullable(fields.get("author")).map(this::name).orElse(peer);
    String because = fields.containsKey("log") ? ": " + fields.get("log") : "";
    String what =
        switch (action) {
          case "endorse_content" -> self + " endorsed " + piece(fields) + " by " + author;
          case "endorse_identity" -> self + " vouched for " + author;
          case "reply" ->
              fields.containsKey("waits_for_approval")
                  ? self + " would answer " + author + ", if you approve it"
                  : self + " answered " + author;
          case "reshare" -> self + " passed on " + piece(fields) + " by " + author;
          case "update_trust" -> trust(peer, fields.getOrDefault("trust", ""));
          case "accept_subscribe", "reject_subscribe" -> subscription(peer, fields);
          case "accept_unsubscribe" -> peer + " follows " + self + " no longer";
          case "reciprocate_announce" -> self + " introduced itself to " + peer;
          case "ignore" -> self + " left a message from " + peer + " as it is";
          default -> self + ": " + action.replace('_', ' ') + ", " + peer;
        };
    return what + because;
  }

  private String piece(Map<String, String> fields) {
    return fields.containsKey("title")
        ? '"' + fields.get("title") + '"'
        : readable(fields.getOrDefault("target", "a piece"));
  }

  private static String trust(String peer, String change) {
    String[] states = change.split("->", 2);
    boolean isSame = states.length < 2 || states[0].equals(states[1]);
    return isSame
        ? peer + " stays " + states[0]
        : peer + " is " + states[1] + " now, was " + states[0];
  }

  private String subscription(String peer, Map<String, String> fields) {
    return "accepted".equals(fields.get("status"))
        ? peer + " follows " + self + " now"
        : peer + " may not follow " + self;
  }

  private String delivery(MatchResult found) {
    String id = found.group(3);
    String what =
        switch (found.group(2)) {
          case "content" -> titleOf(id);
          case "endorsements" -> "an endorsement";
          case "replies" -> id.startsWith("sha256-") ? titleOf(id) : "a message";
          default -> note(id);
        };
    String to = bare(found.group(4));
    String why =
        Optional.ofNullable(found.group("reason")).map(text -> ": " + readable(text)).orElse("");
    return (found.group(1).equals("delivered") ? "sent " : found.group(1) + ": ")
        + what
        + " to "
        + readable(to)
        + why;
  }

  /** Returns the title of the piece that an outbox item is named after. */
  private String titleOf(String id) {
    Matcher hash = HASH.matcher(id);
    return hash.lookingAt() ? title(hash.group(1)) : id;
  }

  private static String note(String id) {
    return Stream.of("ack", "announce", "unsubscribe", "subscribe")
        .filter(id::contains)
        .findFirst()
        .map(type -> "its " + type)
        .orElse("a note");
  }

  private static String counts(Map<String, String> fields) {
    List<String> parts = new ArrayList<>();
    String items = fields.getOrDefault("items", "0");
    fields.forEach(
        (name, count) -> {
          if (!List.of("items", "executed").contains(name) && !count.equals("0")) {
            parts.add(count + " " + name.replace('_', ' '));
          }
        });
    String judged = Wording.counted(Long.parseLong(items), "message") + " judged";
    return parts.isEmpty() ? judged : judged + ": " + String.join(", ", parts);
  }

  private static String withoutNoughts(String text) {
    String parts =
        Stream.of(NOUGHT_ASIDE.matcher(text).replaceAll("").split(", "))
            .filter(part -> !NOUGHT.matcher(part).matches())
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? "nothing to do" : parts;
  }

  /** Replaces hashes and keys, or their beginnings, by titles and names. */
  private String readable(String text) {
    String titled = HASH.matcher(text).replaceAll(hash -> quoted(title(hash.group(1))));
    return KEY.matcher(titled).replaceAll(key -> quoted(name(key.group())));
  }

  private static String quoted(String replacement) {
    return Matcher.quoteReplacement(replacement);
  }

  private String name(String key) {
    String known = names.get(key);
    return known != null ? known : key.substring(0, Math.min(SHORT_CHARACTERS, key.length()));
  }

  private String title(String hex) {
    return titles.computeIfAbsent(
        hex,
        _ ->
            Stream.of(ObjectStore.CONTENT_RECEIVED, ObjectStore.CONTENT_CREATED)
                .map(kind -> store.objects().find(kind, ContentHash.parse("sha256:" + hex)))
                .flatMap(Optional::stream)
                .findFirst()
                .flatMap((JsonObject content) -> content.string("title"))
                .map(PeerText::quote)
                .orElse(hex.substring(0, SHORT_CHARACTERS)));
  }
}
