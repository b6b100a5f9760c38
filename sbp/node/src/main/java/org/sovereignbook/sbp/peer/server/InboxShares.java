package org.sovereignbook.sbp.peer.server;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Standing;
import org.sovereignbook.sbp.store.Store.Usage;

/**
 * Shares of the inbox (THREATS: strangers fill the seats). Part of it is reserved for known
 * senders, part of that for senders whom the node chose; each other key and each address has a
 * fixed limit. Counts incrementally, and lists the inbox on request. Not thread-safe.
 */
final class InboxShares {
  private static final int PERCENT = 100;

  private final Inbox inbox;
  private final Function<PublicKey, Standing> standing;
  private final Map<Part, Usage> bounds = new EnumMap<>(Part.class);
  private final SequencedMap<InboxId, Place> waiting = new LinkedHashMap<>();
  private final List<Place> coming = new ArrayList<>();
  private final Map<Share, Usage> taken = new HashMap<>();

  /**
   * An envelope's place in the inbox.
   *
   * @param sender empty for something that names none, which a hand has put there
   * @param address where it came from, as budgets count it; empty when that is forgotten
   */
  record Place(Optional<PublicKey> sender, Optional<String> address, long bytes) {}

  /** A part of the inbox, and what its being full is called. */
  private enum Part {
    ALL("this node's inbox is full"),
    UNCHOSEN("the part of this node's inbox is full that anybody may use"),
    UNKNOWN("the part of this node's inbox is full that unknown senders may use"),
    OF_KEY("too many messages of this sender wait in this node's inbox"),
    OF_ADDRESS("too many messages from this address wait in this node's inbox");

    private final String full;

    Part(String full) {
      this.full = full;
    }
  }

  /** Owner of a part; empty for a part without one owner. */
  private record Share(Part part, String whose) {
    Share(Part part) {
      this(part, "");
    }
  }

  InboxShares(Config config, Inbox inbox, Function<PublicKey, Standing> standing) {
    this.inbox = inbox;
    this.standing = standing;
    Usage all =
        new Usage(config.get(ServerSettings.INBOX_FILES), config.get(ServerSettings.INBOX_BYTES));
    bounds.put(Part.ALL, all);
    bounds.put(Part.UNCHOSEN, percent(config.get(ServerSettings.INBOX_UNCHOSEN_PERCENT), all));
    bounds.put(Part.UNKNOWN, percent(config.get(ServerSettings.INBOX_UNKNOWN_PERCENT), all));
    bounds.put(
        Part.OF_KEY,
        new Usage(
            config.get(ServerSettings.INBOX_KEY_FILES),
            config.get(ServerSettings.INBOX_KEY_BYTES)));
    bounds.put(
        Part.OF_ADDRESS,
        new Usage(
            config.get(ServerSettings.INBOX_ADDRESS_FILES),
            config.get(ServerSettings.INBOX_ADDRESS_BYTES)));
  }

  private static Usage percent(int percent, Usage of) {
    return new Usage(
        of.files() * percent / PERCENT,
        of.bytes() / PERCENT * percent + of.bytes() % PERCENT * percent / PERCENT);
  }

  /** Names the full part, if there is no space for this place. */
  Optional<String> full(Place place) {
    return shares(place).stream()
        .filter(share -> !taken(share).plus(one(place)).isWithin(bound(share)))
        .map(share -> share.part().full)
        .findFirst();
  }

  /** Names the full part, if there is no space for any sender. */
  Optional<String> full() {
    Share all = new Share(Part.ALL);
    return taken(all).plus(new Usage(1, 1)).isWithin(bound(all))
        ? Optional.empty()
        : Optional.of(Part.ALL.full);
  }

  /** Counts an envelope that is about to be written. */
  void add(Place place) {
    coming.add(place);
    shares(place).forEach(share -> taken.merge(share, one(place), Usage::plus));
  }

  /** Records that the envelope was written, under this id. */
  void stored(Place place, InboxId id) {
    if (removeComing(place)) {
      waiting.put(id, place);
    }
  }

  /** Uncounts an envelope that was not written. Does nothing if it was. */
  void release(Place place) {
    if (removeComing(place)) {
      count();
    }
  }

  /** Removes this very object, since two of the same sender are equal. */
  @SuppressWarnings("ReferenceEquality")
  private boolean removeComing(Place place) {
    return coming.removeIf(one -> one == place);
  }

  /** Looks at the inbox: what the reader took out is gone, and what others put there is read. */
  void look() {
    List<InboxId> ids = inbox.pending();
    waiting.keySet().retainAll(new HashSet<>(ids));
    List<InboxId> unknown = ids.stream().filter(id -> !waiting.containsKey(id)).toList();
    inbox.readEach(unknown, (id, bytes) -> waiting.put(id, read(bytes)));
    count();
  }

  /** Returns the waiting entries, for the next server. */
  SequencedMap<String, Place> waiting() {
    SequencedMap<String, Place> byId = new LinkedHashMap<>();
    waiting.forEach((id, place) -> byId.put(id.value(), place));
    return byId;
  }

  /** Takes up what the last server knew; to be called before the first look. */
  void restore(Map<String, Place> before) {
    before.forEach((id, place) -> waiting.put(InboxId.parse(id), place));
  }

  private void count() {
    taken.clear();
    Set<Place> all = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
    all.addAll(waiting.values());
    all.addAll(coming);
    all.forEach(
        place -> shares(place).forEach(share -> taken.merge(share, one(place), Usage::plus)));
  }

  private static Place read(byte[] envelope) {
    Optional<PublicKey> sender = Optional.empty();
    try {
      sender = JsonReader.wireObject(envelope).parsed("sender_key", PublicKey::parse);
    } catch (MalformedJson e) {
      // It takes its place like any other.
    }
    return new Place(sender, Optional.empty(), envelope.length);
  }

  private List<Share> shares(Place place) {
    List<Share> shares = new ArrayList<>(List.of(new Share(Part.ALL)));
    Standing sender = place.sender().map(standing).orElse(Standing.UNKNOWN);
    if (sender != Standing.CHOSEN) {
      shares.add(new Share(Part.UNCHOSEN));
      place.sender().ifPresent(key -> shares.add(new Share(Part.OF_KEY, key.toString())));
      place.address().ifPresent(address -> shares.add(new Share(Part.OF_ADDRESS, address)));
    }
    if (sender == Standing.UNKNOWN) {
      shares.add(new Share(Part.UNKNOWN));
    }
    return shares;
  }

  private Usage taken(Share share) {
    return taken.getOrDefault(share, new Usage(0, 0));
  }

  private Usage bound(Share share) {
    return bounds.getOrDefault(share.part(), new Usage(0, 0));
  }

  private static Usage one(Place place) {
    return new Usage(1, place.bytes());
  }
}
