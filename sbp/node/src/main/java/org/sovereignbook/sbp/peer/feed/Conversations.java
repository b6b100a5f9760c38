package org.sovereignbook.sbp.peer.feed;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;

/**
 * The personal messages of this node by peer: those that are kept, and those that wait in the inbox
 * for the reader. A peer that has rotated its key has one conversation. Belongs to one thread, as
 * its store does.
 */
public final class Conversations {
  private static final Comparator<Conversation.MessageWithState> OLDEST_FIRST =
      Comparator.<Conversation.MessageWithState, Timestamp>comparing(entry -> entry.message().at())
          .thenComparing(entry -> entry.message().id());

  private final Store store;
  private final People people;
  private final Map<String, Message> waiting;

  /** The keys that each peer has had, by the one that it has now. */
  private final Map<PublicKey, Set<PublicKey>> keys = new LinkedHashMap<>();

  private final Set<String> queued;
  private final Set<String> failed;

  /** The names of delivered items; read when the first message without an outcome asks. */
  private Optional<Set<String>> sent = Optional.empty();

  public Conversations(Store store) {
    this.store = store;
    this.people = new People(store);
    this.waiting = waiting(store);
    Stream.concat(
            store.messages().peers().stream(), waiting.values().stream().map(Message::peerKey))
        .forEach(
            key -> keys.computeIfAbsent(people.current(key), _ -> new LinkedHashSet<>()).add(key));
    this.queued =
        store.outbox().pending().stream()
            .filter(id -> id.kind() == OutboxKind.REPLIES)
            .map(OutboxId::name)
            .collect(Collectors.toSet());
    this.failed = Set.copyOf(store.outbox().failed());
  }

  /** Returns the conversations with unblocked peers, the one with the newest message first. */
  public List<Conversation> all() {
    return keys.keySet().stream()
        .filter(peer -> !people.isBlocked(peer))
        .map(this::with)
        .filter(one -> !one.messages().isEmpty())
        .sorted(Comparator.comparing(Conversation::last, OLDEST_FIRST).reversed())
        .toList();
  }

  /** Returns the peers that this node has exchanged messages with. */
  public List<Someone> peers() {
    return keys.keySet().stream().map(people::of).toList();
  }

  /** Returns the conversation with a peer, without messages if there are none. */
  public Conversation with(PublicKey peer) {
    Set<PublicKey> had = keys.getOrDefault(peer, Set.of());
    Map<String, Message> byId = new HashMap<>();
    waiting.values().stream()
        .filter(message -> had.contains(message.peerKey()))
        .forEach(message -> byId.put(message.id(), message));
    for (PublicKey key : had) {
      store.messages().with(key).forEach(message -> byId.merge(message.id(), message, this::newer));
    }
    return new Conversation(
        people.of(peer), byId.values().stream().map(this::entry).sorted(OLDEST_FIRST).toList());
  }

  /** Finds the one message of an id, with its peer; empty when it is gone. */
  public Optional<Conversation> only(String id) {
    return keys.entrySet().stream()
        .flatMap(
            peer ->
                peer.getValue().stream()
                    .flatMap(key -> store.messages().find(key, id).stream())
                    .map(message -> alone(peer.getKey(), message)))
        .findFirst()
        .or(
            () ->
                Optional.ofNullable(waiting.get(id))
                    .map(message -> alone(people.current(message.peerKey()), message)));
  }

  /** Returns the ids of all messages. */
  public List<String> ids() {
    return Stream.concat(
            keys.values().stream()
                .flatMap(Set::stream)
                .flatMap(key -> store.messages().ids(key).stream()),
            waiting.keySet().stream())
        .distinct()
        .toList();
  }

  /** Marks the unread ones as read; needs no exclusive access to the node. */
  public void markRead(List<Conversation.MessageWithState> entries) {
    Timestamp now = store.node().now();
    entries.stream()
        .map(Conversation.MessageWithState::message)
        .filter(Message::isUnread)
        .forEach(message -> store.messages().markRead(message, now));
  }

  /** Chooses between two records of one message, which stands under both keys of its peer. */
  private Message newer(Message one, Message other) {
    return one.outcome().isPresent() && other.outcome().isEmpty() ? one : other;
  }

  private Conversation alone(PublicKey peer, Message message) {
    return new Conversation(people.of(peer), List.of(entry(message)));
  }

  private Conversation.MessageWithState entry(Message message) {
    return new Conversation.MessageWithState(message, state(message));
  }

  private Conversation.State state(Message message) {
    if (message.way() == Message.Way.RECEIVED) {
      return message.isUnread() ? Conversation.State.UNREAD : Conversation.State.READ;
    }
    if (queued.contains(message.id())) {
      return Conversation.State.QUEUED;
    }
    return message
        .outcome()
        .map(outcome -> Conversation.State.valueOf(outcome.name()))
        .orElseGet(() -> stateOfUnrecorded(message.id()));
  }

  /** Infers the state of a message whose delivery ended before outcomes were recorded. */
  private Conversation.State stateOfUnrecorded(String id) {
    if (failed.contains(id)) {
      return Conversation.State.FAILED;
    }
    Set<String> delivered = sent.orElseGet(this::readSent);
    sent = Optional.of(delivered);
    return delivered.contains(id) ? Conversation.State.DELIVERED : Conversation.State.UNKNOWN;
  }

  private Set<String> readSent() {
    return Stream.of(Archive.SENT, Archive.SENT_ARCHIVE)
        .flatMap(shelf -> store.keys(shelf).stream())
        .map(key -> key.substring(key.indexOf('/') + 1))
        .collect(Collectors.toSet());
  }

  /** Returns accepted messages that the reader has not processed yet, by id. */
  private static Map<String, Message> waiting(Store store) {
    EnvelopeValidator validator = new EnvelopeValidator(store.node().identity().publicKey());
    Map<String, Message> waiting = new LinkedHashMap<>();
    for (InboxId id : store.inbox().pending()) {
      Timestamp at = id.received().map(Timestamp::new).orElse(store.node().now());
      store
          .inbox()
          .read(id)
          .filter(Conversations::maybeDirect)
          .flatMap(bytes -> validator.validate(bytes, at.instant()).toOptional())
          .flatMap(envelope -> Messages.received(id, envelope, at))
          .ifPresent(message -> waiting.put(id.value(), message));
    }
    return waiting;
  }

  /** Returns whether an envelope may be a message, a check that is cheaper than a signature. */
  private static boolean maybeDirect(byte[] envelope) {
    return new String(envelope, StandardCharsets.UTF_8).contains("\"" + MessageType.DIRECT + "\"");
  }
}
