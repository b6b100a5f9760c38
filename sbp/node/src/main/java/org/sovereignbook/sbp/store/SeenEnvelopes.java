package org.sovereignbook.sbp.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Collection.Keyed;

/**
 * The envelopes that were taken into processing, kept for {@link #KEPT} and never rebuilt (CHOICES
 * 8). Looked up where they are kept, never read as a whole: strangers decide how many there are.
 * Thread-safe.
 */
public record SeenEnvelopes(Store store) {
  /** Time during which an envelope that was signed ahead of our clock can be sent again. */
  public static final Duration KEPT = Limits.MAX_AGE.plus(Limits.MAX_FUTURE);

  /** {@code operational/seen-envelopes/}: hash → the inbox entry that it came in with. */
  public static final Keyed ENVELOPES = remembered("seen-envelopes");

  /**
   * Creates a collection of envelopes by hash, each with its inbox entry, that expire after this
   * time.
   */
  public static Keyed remembered(String name) {
    return Collection.keyed(name)
        .keys(Pattern.compile("sha256:[0-9a-f]{64}"))
        .ofBytes()
        .remembering(KEPT);
  }

  /**
   * Returns whether this inbox entry repeats an envelope that another entry brought. The entry's
   * own trace, left by an interrupted run, does not count.
   */
  public boolean isRepeated(ContentHash envelope, InboxId id) {
    return find(envelope).filter(entry -> !entry.equals(id)).isPresent();
  }

  /** Finds the inbox entry of an envelope. */
  public Optional<InboxId> find(ContentHash envelope) {
    return store
        .read(ENVELOPES, envelope.toString())
        .map(value -> id(value, store.location() + " at " + envelope));
  }

  /** Returns the change that records an envelope, so that a replay is recognized. */
  public static Change see(ContentHash envelope, InboxId id) {
    return ENVELOPES.put(envelope.toString(), value(id));
  }

  /** Returns the stored form of an entry. */
  public static byte[] value(InboxId id) {
    return id.value().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the id in an entry; earlier versions stored {@code {"id": …, "at": …}}.
   *
   * @param where the entry's place, for an error
   */
  public static InboxId id(byte[] value, String where) {
    String what = "seen-envelopes in " + where;
    String text = new String(value, StandardCharsets.UTF_8);
    try {
      return new InboxId(
          text.startsWith("{")
              ? Node.jsonObject(what, value).string("id").orElse("without an id")
              : text);
    } catch (IllegalArgumentException e) {
      throw new NodeException(what + " is damaged: " + e.getMessage(), e);
    }
  }
}
