package org.sovereignbook.sbp.feed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;

/**
 * The personal messages of this node by peer: those that are kept, and those that wait in the inbox
 * for the reader. Belongs to one thread, as its store does.
 */
public final class Conversations {
  private static final Comparator<Conversation.Letter> OLDEST_FIRST =
      Comparator.<Conversation.Letter, Timestamp>comparing(letter -> letter.message().at())
          .thenComparing(letter -> letter.message().id());

  private final Store store;
  private final People people;
  private final Map<PublicKey, List<Message>> waiting;
  private final Set<String> queued = new HashSet<>();
  private final Set<String> failed;

  public Conversations(Store store) {
    this.store = store;
    this.people = new People(store);
    this.waiting = waiting(store);
    for (OutboxId id : store.outbox().pending()) {
      if (id.kind() == OutboxKind.REPLIES) {
        queued.add(id.name());
      }
    }
    this.failed = Set.copyOf(store.outbox().failed());
  }

  /** All of them, that with the newest message first. */
  public List<Conversation> all() {
    return peers()
        .map(this::with)
        .filter(one -> !one.messages().isEmpty())
        .sorted(Comparator.comparing(Conversation::last, OLDEST_FIRST).reversed())
        .toList();
  }

  /** What was exchanged with a peer; no messages if there are none. */
  public Conversation with(PublicKey peer) {
    Map<String, Message> byId = new LinkedHashMap<>();
    waiting.getOrDefault(peer, List.of()).forEach(message -> byId.put(message.id(), message));
    for (String id : store.messages().ids(peer)) {
      store.messages().find(peer, id).ifPresent(message -> byId.put(id, message));
    }
    return new Conversation(
        people.of(peer), byId.values().stream().map(this::letter).sorted(OLDEST_FIRST).toList());
  }

  /** The message of an id that {@link #ids} gives; empty when it is gone. */
  public Optional<Conversation.Letter> find(String id) {
    return peers()
        .flatMap(
            peer ->
                Stream.concat(
                    store.messages().find(peer, id).stream(),
                    waiting.getOrDefault(peer, List.of()).stream()
                        .filter(message -> message.id().equals(id))))
        .findFirst()
        .map(this::letter);
  }

  /** The ids of all messages. */
  public List<String> ids() {
    return peers()
        .flatMap(
            peer ->
                Stream.concat(
                    store.messages().ids(peer).stream(),
                    waiting.getOrDefault(peer, List.of()).stream().map(Message::id)))
        .distinct()
        .toList();
  }

  /** Marks the unread of these as read, beside whoever holds the node. */
  public void markRead(List<Conversation.Letter> letters) {
    Timestamp now = store.node().now();
    letters.stream()
        .map(Conversation.Letter::message)
        .filter(Message::isUnread)
        .forEach(message -> store.messages().markRead(message, now));
  }

  private Stream<PublicKey> peers() {
    return Stream.concat(store.messages().peers().stream(), waiting.keySet().stream()).distinct();
  }

  private Conversation.Letter letter(Message message) {
    return new Conversation.Letter(message, state(message));
  }

  private Conversation.State state(Message message) {
    if (message.way() == Message.Way.RECEIVED) {
      return message.isUnread() ? Conversation.State.UNREAD : Conversation.State.READ;
    }
    if (queued.contains(message.id())) {
      return Conversation.State.QUEUED;
    }
    return failed.contains(message.id()) ? Conversation.State.FAILED : Conversation.State.DELIVERED;
  }

  /** What the server has accepted and the reader has not met yet. */
  private static Map<PublicKey, List<Message>> waiting(Store store) {
    EnvelopeValidator validator = new EnvelopeValidator(store.node().identity().publicKey());
    Map<PublicKey, List<Message>> waiting = new LinkedHashMap<>();
    for (InboxId id : store.inbox().pending()) {
      Timestamp at = id.received().map(Timestamp::new).orElse(store.node().now());
      store
          .inbox()
          .read(id)
          .flatMap(bytes -> validator.validate(bytes, at.instant()).toOptional())
          .flatMap(envelope -> Messages.received(id, envelope, at))
          .ifPresent(
              message ->
                  waiting.computeIfAbsent(message.peerKey(), _ -> new ArrayList<>()).add(message));
    }
    return waiting;
  }
}
