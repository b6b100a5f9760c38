package org.sovereignbook.sbp.peer.reader;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.DiscoveryQueue;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerEviction;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.RejectedEnvelope;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.SubscriberSeats;

/**
 * Knowledge of the node during one run of reader-pre or reader-post, including the run's own news,
 * and the changes that the run will commit, all at once. Decides nothing. Not thread-safe.
 */
public final class ReaderContext {
  static final String COMPONENT = Component.READER.name();

  private final Node node;
  private final Store store;
  private final Config config;
  private final IdentityDocument identity;
  private final Instant now;
  private final PeerTable before;

  /** Read when a text is looked at for the first time: most runs look at none. */
  private Optional<SteeringPhrases> phrases = Optional.empty();

  private final ChangeSet changes = new ChangeSet();
  private final Map<ContentHash, InboxId> met = new HashMap<>();
  private final Map<ContentHash, Content> contents = new HashMap<>();
  private final Map<PublicKey, IdentityDocument> introduced = new HashMap<>();
  private final Set<InboxId> taken = new HashSet<>();
  private Optional<DiscoveryQueue> queue = Optional.empty();
  private PeerTable peers;
  private final Map<PublicKey, Peer> edited = new LinkedHashMap<>();

  ReaderContext(Node node, Store store) {
    this.node = node;
    this.store = store;
    this.config = ReaderSettings.ALL.checked(node.config());
    this.identity = node.identity();
    this.now = node.clock().instant();
    this.before = store.peers();
    this.peers = before;
  }

  // Knowledge.

  Config config() {
    return config;
  }

  IdentityDocument identity() {
    return identity;
  }

  public PublicKey self() {
    return identity.publicKey();
  }

  /** Returns whether this node has rotated a key away: who speaks with it now is a thief. */
  boolean wasOwn(PublicKey key) {
    return node.disk().exists(node.home().formerIdentity(key));
  }

  /** Returns when the run began. */
  public Instant now() {
    return now;
  }

  /** Returns the peers, with this run's changes. */
  public PeerTable peers() {
    // The table is copied when it changes, so that changes wait until all of it is asked for.
    if (!edited.isEmpty()) {
      peers = peers.withAll(List.copyOf(edited.values()));
      edited.clear();
    }
    return peers;
  }

  public Optional<Peer> peer(PublicKey key) {
    return Optional.ofNullable(edited.get(key)).or(() -> peers.find(key));
  }

  /** Returns the peer's trust; {@code unknown} for a key that is not in the table. */
  public TrustState trust(PublicKey key) {
    return peer(key).map(Peer::trust).orElse(TrustState.UNKNOWN);
  }

  /** Returns the trust by which mail and tasks of a peer are judged. */
  public TrustState decidedTrust(PublicKey key) {
    return peer(key).map(Peer::decidedTrust).orElse(TrustState.UNKNOWN);
  }

  /** Returns the peers as they were when the run began. */
  PeerTable peersBefore() {
    return before;
  }

  public boolean isBlocked(PublicKey key) {
    return trust(key) == TrustState.BLOCKED;
  }

  /** Returns whether there is no seat for this peer among this node's followers. */
  boolean isAtCapacity(PublicKey key, Endpoint endpoint) {
    Peer peer =
        peer(key)
            .orElseGet(() -> Peer.met("", key, endpoint, TrustState.UNKNOWN, new Timestamp(now)));
    return !SubscriberSeats.of(node.config()).hasSeatFor(peer, peers());
  }

  /** Returns the name in the table, or in a stored identity document, or else the fingerprint. */
  public String nameOf(PublicKey key) {
    return peer(key)
        .map(Peer::name)
        .or(() -> heldIdentity(key).map(IdentityDocument::name))
        .filter(name -> !name.isBlank())
        .orElseGet(() -> Fingerprint.of(key).toString());
  }

  /** Returns the peer's endpoint from any source except the current message. */
  Optional<Endpoint> endpointOf(PublicKey key) {
    return peer(key)
        .map(Peer::endpoint)
        .or(() -> heldIdentity(key).map(IdentityDocument::endpoint));
  }

  /**
   * Checks the identity in an announce. A superseded document is still valid; one with a key that
   * no earlier document committed to is not.
   */
  Checked<IdentityDocument> identity(JsonObject announced) {
    return IdentityDocument.validate(announced, now)
        .then(
            document ->
                introduction(document)
                    .refused()
                    .filter(why -> why.code() != Code.OLDER_DOCUMENT)
                    .<Checked<IdentityDocument>>map(Checked.Rejected::new)
                    .orElseGet(() -> Checked.valid(document)));
  }

  private Introduction introduction(IdentityDocument document) {
    return Introduction.of(this::heldIdentity, peers(), document);
  }

  /** Returns whether this node wrote a piece of content. */
  boolean isOwnContent(ContentHash hash) {
    return store.objects().find(ObjectStore.CONTENT_CREATED, hash).isPresent();
  }

  /** Finds a piece that this node has: its own, one received before, or one of this run. */
  Optional<Content> content(ContentHash hash) {
    return Optional.ofNullable(contents.get(hash)).or(() -> store.objects().content(hash));
  }

  /** Returns the phrases in a stranger's texts that address the judging model. */
  List<String> steering(Stream<String> texts) {
    SteeringPhrases known = phrases.orElseGet(() -> SteeringPhrases.of(node));
    phrases = Optional.of(known);
    return known.in(texts);
  }

  /** Returns this node's subscriptions and its requests for them. */
  OwnSubscriptions subscriptions() {
    return new OwnSubscriptions(store, this);
  }

  // Earlier messages.

  /**
   * Reads and validates an entry; empty when it has vanished. A message accepted under this node's
   * key before the last rotation is still valid.
   */
  Optional<Checked<ReceivedEnvelope>> read(InboxId id) {
    List<PublicKey> ownKeys =
        Stream.concat(Stream.of(self()), identity.previousKey().stream()).toList();
    return store.inbox().read(id).map(bytes -> ReceivedEnvelope.read(id, bytes, ownKeys, now));
  }

  /** Returns whether another entry, of this run or an earlier one, brought the same envelope. */
  boolean isRepeated(ReceivedEnvelope received) {
    ContentHash hash = received.envelope().hash();
    return store.seenEnvelopes().isRepeated(hash, received.id())
        || (met.containsKey(hash) && !received.id().equals(met.get(hash)));
  }

  /** Returns whether the content came before, in this run or an earlier one. */
  boolean isKnown(Content content) {
    return store.objects().isSeen(content.hash())
        || met.containsKey(content.hash())
        || isOwnContent(content.hash());
  }

  /** Returns whether the endorsement came before, with another entry. */
  boolean isKnown(ReceivedEnvelope received, Endorsement endorsement) {
    // An endorsement is stored before it is judged: its own trace does not make it a duplicate.
    boolean ownTrace = store.seenEnvelopes().find(received.envelope().hash()).isPresent();
    return met.containsKey(endorsement.hash())
        || (store.objects().isSeen(endorsement.hash()) && !ownTrace);
  }

  /**
   * Returns whether a message under a retired key was written before its owner rotated that key
   * away.
   */
  boolean isFromBeforeRotation(ReceivedEnvelope received) {
    return heldIdentity(received.sender())
        .filter(held -> !held.createdAt().isBefore(received.envelope().timestamp()))
        .isPresent();
  }

  /** Returns whether the owner of a key has rotated it away. */
  boolean isRetired(PublicKey key) {
    return heldIdentity(key).filter(held -> !held.publicKey().equals(key)).isPresent();
  }

  /**
   * Returns the key that a message's sender has now. A message that was written under a retired key
   * after the rotation is nobody's but that key's.
   */
  PublicKey senderNow(ReceivedEnvelope received) {
    return isFromBeforeRotation(received)
        ? heldIdentity(received.sender()).orElseThrow().publicKey()
        : received.sender();
  }

  /**
   * Returns whether a key is the sender's, or an earlier one that was rotated to it. No key is that
   * of a sender who writes under a retired key after the rotation: a thief may have it.
   */
  public boolean isKeyOf(ReceivedEnvelope received, PublicKey key) {
    PublicKey sender = received.sender();
    boolean isOwners = !isRetired(sender) || isFromBeforeRotation(received);
    boolean isEarlier =
        heldIdentity(key).filter(held -> held.publicKey().equals(sender)).isPresent();
    return isOwners && (key.equals(sender) || isEarlier);
  }

  private Optional<IdentityDocument> heldIdentity(PublicKey key) {
    return Optional.ofNullable(introduced.get(key)).or(() -> store.peerIdentity(key));
  }

  // Boundaries.

  /** The run's news at a moment, to which it returns when an item fails. */
  private record Mark(
      ChangeSet.Mark changes,
      Map<ContentHash, InboxId> met,
      Map<ContentHash, Content> contents,
      Map<PublicKey, IdentityDocument> introduced,
      Set<InboxId> taken,
      Optional<DiscoveryQueue> queue,
      PeerTable peers,
      Map<PublicKey, Peer> edited) {}

  /**
   * Works on one item. When it fails by itself, nothing of it remains among the changes.
   *
   * @return the failure; empty for an item that was processed
   */
  Optional<RuntimeException> bounded(Runnable work) {
    Mark before =
        new Mark(
            changes.mark(),
            new HashMap<>(met),
            new HashMap<>(contents),
            new HashMap<>(introduced),
            new HashSet<>(taken),
            queue,
            peers,
            new LinkedHashMap<>(edited));
    try {
      work.run();
      return Optional.empty();
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      undo(before);
      return Optional.of(e);
    }
  }

  private void undo(Mark before) {
    changes.undo(before.changes());
    met.clear();
    met.putAll(before.met());
    contents.clear();
    contents.putAll(before.contents());
    introduced.clear();
    introduced.putAll(before.introduced());
    taken.retainAll(before.taken());
    queue = before.queue();
    peers = before.peers();
    edited.clear();
    edited.putAll(before.edited());
  }

  // Changes to commit.

  /** Records the envelope as seen. */
  void meet(ReceivedEnvelope received) {
    met.putIfAbsent(received.envelope().hash(), received.id());
  }

  /** Leaves a trace for later runs: the envelope came with this entry. */
  void see(ReceivedEnvelope received) {
    meet(received);
    change(SeenEnvelopes.see(received.envelope().hash(), received.id()));
  }

  /** Records an invalid entry as one line, and nothing else of it. */
  void reject(InboxId id, Rejection why) {
    store
        .inbox()
        .read(id)
        .map(body -> RejectedEnvelope.of(id, body, why.code().toString(), node.now()))
        .ifPresent(what -> Inbox.reject(what).forEach(this::change));
  }

  /** Keeps an endorsement, to be served and counted. */
  void keep(ReceivedEnvelope received, Endorsement endorsement) {
    met.put(endorsement.hash(), received.id());
    change(ObjectStore.put(ObjectStore.ENDORSEMENTS_RECEIVED, endorsement.json()));
  }

  /** Keeps a personal message; one that the operator has read while it waited is kept already. */
  void keep(Message message) {
    if (store.messages().find(message.peerKey(), message.id()).isEmpty()) {
      change(Messages.put(message));
    }
  }

  /** Remembers content for this run; reader-post stores it, once the reader has judged it. */
  void remember(ReceivedEnvelope received, Content content) {
    met.put(content.hash(), received.id());
    contents.put(content.hash(), content);
  }

  /** Keeps a piece that was fetched. */
  void keep(Content content) {
    contents.put(content.hash(), content);
    change(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, content.json()));
  }

  /** Takes over what a valid identity document says: name, endpoint, a moved key. */
  void introduce(IdentityDocument document) {
    Introduction introduction = introduction(document);
    if (introduction.refused().isPresent()) {
      return;
    }
    introduced.put(document.publicKey(), document);
    introduction.movedFrom().ifPresent(old -> introduced.put(old, document));
    changes.addAll(introduction.changes());
    introduction
        .movedFrom()
        .ifPresent(
            old ->
                emit(
                    event(
                            "rotated",
                            "key rotation: %s moved from %s to %s"
                                .formatted(
                                    PeerText.quote(document.name()), old, document.publicKey()))
                        .about("peer", document.publicKey())));
    peers = introduction.table();
  }

  /** Makes the sender known, unless its trust is higher already. */
  void know(ReceivedEnvelope received) {
    PublicKey key = received.sender();
    if (trust(key) != TrustState.UNKNOWN || isRetired(key)) {
      return;
    }
    if (peer(key).isEmpty()) {
      Endpoint endpoint = endpointOf(key).orElse(received.envelope().senderEndpoint());
      putPeer(
          Peer.met(nameOf(key), key, endpoint, TrustState.KNOWN, received.at())
              .withKnownBy(KnownBy.MESSAGE));
    } else {
      updatePeer(key, peer -> peer.withTrust(TrustState.KNOWN).withKnownBy(KnownBy.MESSAGE));
    }
  }

  /** Returns whether the message is the first of its sender, which made the sender known. */
  boolean isFirst(ReceivedEnvelope received) {
    return peer(received.sender())
        .filter(peer -> peer.trust() == TrustState.KNOWN)
        .flatMap(Peer::firstSeen)
        .filter(seen -> !seen.isBefore(received.at()))
        .isPresent();
  }

  void putPeer(Peer row) {
    edited.put(row.publicKey(), row);
  }

  /** Changes a peer's row, if it has one. */
  void updatePeer(PublicKey key, UnaryOperator<Peer> change) {
    peer(key).ifPresent(row -> putPeer(change.apply(row)));
  }

  /** Records a sign of life of the sender, whatever happens to the message. */
  public void heardOf(ReceivedEnvelope received) {
    updatePeer(received.sender(), peer -> peer.contactedAt(received.at()));
  }

  /** Queues recommended peers for network to look at; says how many of them are new. */
  int queue(List<Payload.Candidate> recommended, PublicKey recommendedBy) {
    DiscoveryQueue waiting = queue.orElseGet(() -> DiscoveryQueue.load(store));
    DiscoveryQueue longer =
        waiting.with(
            recommended,
            recommendedBy,
            key -> key.equals(self()) || peer(key).isPresent(),
            node.now());
    int added = longer.entries().size() - waiting.entries().size();
    if (added > 0) {
      queue = Optional.of(longer);
    }
    return added;
  }

  /** Notes that a session answers a message, so that the reader does not see it. */
  public void takesBySession(ReceivedEnvelope received) {
    taken.add(received.id());
  }

  boolean isTakenBySession(ReceivedEnvelope received) {
    return taken.contains(received.id());
  }

  /** Adds to what the run commits. */
  public void change(Change change) {
    changes.add(change);
  }

  /** Creates an event of this run, for {@link #emit}; text of peers must be quoted. */
  public Event event(String kind, String text) {
    return Event.of(COMPONENT, kind, node.now(), text);
  }

  /** Emits an event with the run's commit. */
  public void emit(Event event) {
    changes.emit(event);
  }

  /** Adds changes with their events to what the run commits. */
  void change(ChangeSet more) {
    changes.addAll(more);
  }

  /** Commits everything, with a last event for the ops-log; without any change nothing at all. */
  void commit(String summary) {
    PeerEviction eviction =
        PeerEviction.of(store, peers(), node.config().get(StoreSettings.MAX_UNENDORSED_PEERS));
    changes.addAll(eviction.changes(before));
    eviction.event(COMPONENT, node.now()).ifPresent(this::emit);
    queue.map(DiscoveryQueue::save).ifPresent(changes::add);
    if (!changes.isEmpty()) {
      emit(event("summary", summary));
      store.commit(changes);
    }
  }
}
