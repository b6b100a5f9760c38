package org.sovereignbook.sbp.peer.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * Order in which waiting messages are processed: chosen peers first; among equals the senders with
 * the fewest waiting messages, so that a flood does not block single messages; then by age.
 */
public final class InboxQueue {
  private static final Set<String> WITHOUT_MODEL =
      Set.of(
          MessageType.ACK.toString(),
          MessageType.ERROR.toString(),
          MessageType.PEER_LIST.toString(),
          MessageType.MEMORY.toString());

  /**
   * A message as its sender says it is; whether that is true the gates find out.
   *
   * @param sender empty when it names none, so that it will be rejected
   * @param stranger whether the node has not chosen the sender
   * @param needsModel whether plain code cannot deal with it
   * @param forAgent whether it says that it is for an agent, which plain code may take
   * @param bytes of its envelope
   */
  record QueuedEnvelope(
      InboxId id,
      Optional<PublicKey> sender,
      boolean stranger,
      boolean known,
      boolean needsModel,
      boolean forAgent,
      int bytes) {
    /** Returns whether it will come into the digest, as far as this is known now. */
    boolean isMail() {
      return needsModel && sender.isPresent();
    }

    /** Returns whether it needs a model because of a sender whom the node has not chosen. */
    boolean isStrangersMail() {
      return stranger && isMail();
    }

    /** Returns whether it may be for an agent; mail of an unknown sender is an ordinary message. */
    boolean isAgentMail() {
      return forAgent && known;
    }

    private int rank() {
      return stranger ? (known ? 1 : 2) : 0;
    }
  }

  /** Header of an envelope, which does not depend on what the node knows of its sender. */
  record Head(Optional<PublicKey> sender, boolean needsModel, boolean forAgent, int bytes) {
    /** Reads it; one that cannot be looked at counts as one that will be rejected. */
    static Head of(byte[] envelope) {
      try {
        JsonObject json = parse(envelope);
        return new Head(
            json.parsed("sender_key", PublicKey::parse),
            json.string("message_type").filter(WITHOUT_MODEL::contains).isEmpty(),
            AgentMail.isIn(json),
            envelope.length);
      } catch (RuntimeException e) {
        if (!ItemFault.isOfItem(e)) {
          throw e;
        }
        return new Head(Optional.empty(), true, false, envelope.length);
      }
    }

    private QueuedEnvelope entry(InboxId id, PeerTable peers) {
      return new QueuedEnvelope(
          id,
          sender,
          sender.filter(key -> !peers.isStranger(key)).isEmpty(),
          sender.filter(key -> peers.trust(key) != TrustState.UNKNOWN).isPresent(),
          needsModel,
          forAgent,
          bytes);
    }
  }

  private InboxQueue() {}

  /** Sorts these entries. */
  static List<QueuedEnvelope> of(Store store, PeerTable peers, List<InboxId> pending) {
    return of(store, peers, pending, new Backlog());
  }

  /** Sorts these entries; the backlog may know some already. */
  static List<QueuedEnvelope> of(
      Store store, PeerTable peers, List<InboxId> pending, Backlog backlog) {
    Map<InboxId, Head> heads = backlog.heads(store, pending);
    List<QueuedEnvelope> entries = new ArrayList<>();
    for (InboxId id : pending) {
      if (heads.containsKey(id)) {
        entries.add(heads.get(id).entry(id, peers));
      }
    }
    Map<Optional<PublicKey>, Long> waiting =
        entries.stream()
            .collect(Collectors.groupingBy(QueuedEnvelope::sender, Collectors.counting()));
    entries.sort(
        Comparator.comparingInt(QueuedEnvelope::rank)
            .thenComparing(entry -> waiting.get(entry.sender())));
    return entries;
  }

  /** Returns whether anything waits except strangers' mail to the reader. */
  public static boolean holdsMore(Store store, List<InboxId> pending) {
    PeerTable peers = store.peers();
    return pending.stream()
        .flatMap(id -> entry(store, peers, id).stream())
        .anyMatch(entry -> !entry.stranger() || entry.isAgentMail());
  }

  private static Optional<QueuedEnvelope> entry(Store store, PeerTable peers, InboxId id) {
    return store.inbox().read(id).map(bytes -> Head.of(bytes).entry(id, peers));
  }

  private static JsonObject parse(byte[] bytes) {
    try {
      return JsonReader.file(bytes) instanceof JsonObject json ? json : JsonObject.empty();
    } catch (MalformedJson e) {
      return JsonObject.empty();
    }
  }
}
