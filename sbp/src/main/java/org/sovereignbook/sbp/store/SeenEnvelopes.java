package org.sovereignbook.sbp.store;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Layout;

/**
 * The envelopes that were taken into processing, kept for {@link #KEPT} and never rebuilt (CHOICES
 * 8). A snapshot; immutable.
 */
public record SeenEnvelopes(Map<ContentHash, Entry> entries) {
  /** Longer than the protocol's 48-hour window, so that a replay is always known. */
  public static final Duration KEPT = Duration.ofDays(7);

  /** {@code operational/seen-envelopes.json}: hash → {@code {"id":…, "at":…}}. */
  public static final Keyed ENVELOPES =
      remembered("seen-envelopes")
          .at(new Layout(Layout.Shape.MEMBERS, "operational/seen-envelopes.json"));

  public SeenEnvelopes {
    entries = Map.copyOf(entries);
  }

  /** Which inbox entry an envelope came in with, and when it was processed. */
  public record Entry(InboxId id, Timestamp at) {}

  /** A collection of envelopes by hash, each an {@link Entry} that is kept for {@link #KEPT}. */
  public static Keyed remembered(String name) {
    return Collection.keyed(name)
        .keys(Pattern.compile("sha256:[0-9a-f]{64}"))
        .remembering(new Collection.Memory(KEPT, SeenEnvelopes::time));
  }

  static SeenEnvelopes load(Store store) {
    Map<ContentHash, Entry> entries = new HashMap<>();
    store
        .entries(ENVELOPES)
        .forEach(
            (hash, bytes) -> {
              String what = ENVELOPES.name() + " in " + store.location() + " at " + hash;
              try {
                entries.put(ContentHash.parse(hash), entry(Node.jsonObject(what, bytes)));
              } catch (IllegalArgumentException e) {
                throw new NodeException(what + " is damaged: " + e.getMessage(), e);
              }
            });
    return new SeenEnvelopes(entries);
  }

  /**
   * Whether this inbox entry repeats an envelope that another entry brought. The entry's own trace,
   * left by an interrupted run, does not count.
   */
  public boolean isRepeated(ContentHash envelope, InboxId id) {
    return find(envelope).filter(entry -> !entry.id().equals(id)).isPresent();
  }

  public Optional<Entry> find(ContentHash envelope) {
    return Optional.ofNullable(entries.get(envelope));
  }

  /** The change that remembers an envelope, so that a replay is known. */
  public static Change see(ContentHash envelope, InboxId id, Timestamp at) {
    return ENVELOPES.put(envelope.toString(), Shape.write(new Entry(id, at)));
  }

  /** An entry as it is kept; one that is damaged is an IllegalArgumentException. */
  public static Entry entry(JsonObject json) {
    return Shape.of(Entry.class).read(json);
  }

  private static Instant time(JsonObject entry) {
    return entry(entry).at().instant();
  }
}
