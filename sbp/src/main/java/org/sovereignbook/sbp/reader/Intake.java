package org.sovereignbook.sbp.reader;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.Rejection;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.DiscoveryQueue;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;

/**
 * The bookkeeping of one run of reader-preprocess: what it knows, what it has met, and what it will
 * commit, all at once. Decides nothing; {@link ReaderPreprocess} does. Not thread-safe.
 */
public final class Intake {
  private final Node node;
  private final Store store;
  private final SeenEnvelopes seen;
  private final PeerTable peersBefore;
  private final DiscoveryQueue queueBefore;
  private final ChangeSet changes = new ChangeSet();
  private final Tally tally = new Tally();
  private final List<Item> items = new ArrayList<>();
  private final Set<ContentHash> met = new HashSet<>();
  private final Map<ContentHash, Optional<ContentHash>> parents = new HashMap<>();
  private final Map<PublicKey, IdentityDocument> introduced = new HashMap<>();
  private DiscoveryQueue queue;
  private Knowledge knowledge;
  private int textBytes;

  public Intake(Node node, Store store, Config config) {
    this.node = node;
    this.store = store;
    this.seen = store.seenEnvelopes();
    this.queueBefore = DiscoveryQueue.load(store);
    this.queue = queueBefore;
    Knowledge stored =
        Knowledge.of(
            store,
            node.identity(),
            config.get(ReaderSettings.MAX_SUBSCRIBERS),
            node.clock().instant());
    this.peersBefore = stored.peers();
    this.knowledge =
        new Knowledge(
            stored.self(),
            stored.formerSelf(),
            stored.peers(),
            key -> Optional.ofNullable(introduced.get(key)).or(() -> store.peerIdentity(key)),
            stored.isOwnContent(),
            hash -> parents.getOrDefault(hash, Optional.empty()).or(() -> parentOf(stored, hash)),
            stored.maxSubscribers(),
            stored.now());
  }

  /** What the node knows, this run's news included. */
  public Knowledge knowledge() {
    return knowledge;
  }

  /** How many items the digest has so far. */
  public int items() {
    return items.size();
  }

  /** How many bytes the messages of those items have. */
  public int textBytes() {
    return textBytes;
  }

  /** Reads and validates an entry; empty when it has vanished meanwhile. */
  public Optional<Checked<Entry>> read(InboxId id) {
    Optional<byte[]> bytes = store.inbox().read(id);
    bytes.ifPresent(_ -> tally.processed());
    return bytes.map(read -> Entry.read(id, read, knowledge.ownKeys(), knowledge.now()));
  }

  /** Whether another entry, of this run or an earlier one, brought the same envelope. */
  public boolean isRepeated(Entry entry) {
    ContentHash envelope = entry.envelope().hash();
    return seen.isRepeated(envelope, entry.id()) || met.contains(envelope);
  }

  /** Whether the content came before, in this run or an earlier one. */
  public boolean isKnown(Content content) {
    return store.objects().isSeen(content.hash())
        || met.contains(content.hash())
        || knowledge.isOwnContent().test(content.hash());
  }

  /** Whether the endorsement came before, with another entry. */
  public boolean isKnown(Entry entry, Endorsement endorsement) {
    // An endorsement is stored before it is judged: its own trace does not make it a duplicate.
    boolean ownTrace = seen.find(entry.envelope().hash()).isPresent();
    return met.contains(endorsement.hash())
        || (store.objects().isSeen(endorsement.hash()) && !ownTrace);
  }

  /** Sets an entry aside that is not valid. */
  public void reject(InboxId id, Rejection why) {
    tally.rejected();
    changes.add(Inbox.reject(id));
    log("rejected " + id + ": " + why.code() + ": " + PeerText.plain(why.message()));
  }

  /** Sets an entry aside whose envelope is valid, but not what it carries. */
  public void reject(Entry entry, Rejection why) {
    see(entry);
    reject(entry.id(), why);
  }

  /** Removes an entry that repeats an envelope. */
  public void removeRepeated(Entry entry) {
    // Not seen under this id: the entry that brought it first may still wait in the inbox.
    tally.duplicate();
    changes.add(Inbox.remove(entry.id()));
    log("duplicate envelope (" + entry.id() + ")");
  }

  /** Removes an entry that brings what came before. */
  public void removeDuplicate(Entry entry, String what) {
    tally.duplicate();
    remove(entry, "duplicate " + what);
  }

  /** Removes an entry that nobody wants to hear of. */
  public void drop(Entry entry, String why) {
    tally.dropped();
    remove(entry, "dropped, " + why);
  }

  /** Removes an ack that has been dealt with. */
  public void ack(Entry entry, String logged) {
    tally.ack();
    remove(entry, logged);
  }

  /** Removes an error report that has been dealt with. */
  public void error(Entry entry, String logged) {
    tally.error();
    remove(entry, logged);
  }

  /** Removes an endorsement that concerns others. */
  public void endorsement(Entry entry, String logged) {
    tally.endorsement();
    remove(entry, logged);
  }

  /** Queues peers that a peer recommends, for network to look at, and removes the entry. */
  public void peerList(Entry entry, List<Payload.Candidate> recommended, String logged) {
    tally.peerList();
    int waiting = queue.entries().size();
    queue = queue.with(recommended, entry.sender(), this::isKnown, node.now());
    int added = queue.entries().size() - waiting;
    remove(entry, logged + ": " + added + " of " + recommended.size() + " peers are new");
  }

  /** The envelope counts as met from here on. */
  public void admit(Entry entry) {
    met.add(entry.envelope().hash());
  }

  /** Puts an item into the digest; its entry stays in the inbox until it is decided on. */
  public void pass(Entry entry, Item item) {
    items.add(item);
    textBytes +=
        JsonWriter.compact(entry.envelope().json()).getBytes(StandardCharsets.UTF_8).length;
    if (item.subject() instanceof Item.Subject.SharedEndorsement) {
      // The object is stored already; this trace tells a rerun that it came with this entry.
      see(entry);
    }
  }

  /** Keeps an endorsement, to be served and counted. */
  public void keep(Endorsement endorsement) {
    met.add(endorsement.hash());
    changes.add(ObjectStore.put(ObjectKind.ENDORSEMENTS_RECEIVED, endorsement.json()));
  }

  /** Remembers content for this run; reader-post stores it, once the reader has judged it. */
  public void remember(Content content) {
    met.add(content.hash());
    parents.put(content.hash(), content.inReplyTo());
  }

  /** Notes when a peer of the table was last heard of. */
  public void contacted(Entry entry) {
    knowledge =
        knowledge.withPeers(
            knowledge.peers().update(entry.sender(), peer -> peer.contactedAt(entry.arrived())));
  }

  /** Takes over what a valid identity document says: name, endpoint, a moved key. */
  public void introduce(IdentityDocument document) {
    Introduction introduction =
        Introduction.of(knowledge.identities(), knowledge.peers(), document);
    if (introduction.refused().isPresent()) {
      return;
    }
    introduced.put(document.publicKey(), document);
    changes.addAll(introduction.changes());
    introduction
        .movedFrom()
        .ifPresent(
            old ->
                log(
                    "key rotation: %s moved from %s to %s"
                        .formatted(PeerText.quote(document.name()), old, document.publicKey())));
    knowledge = knowledge.withPeers(introduction.table());
  }

  /** Whether an ack is about the last word that we have sent, or will send, to follow the peer. */
  public boolean isLatestSubscribe(ContentHash envelope, PublicKey peer) {
    return new SentSubscribe(store).isLatest(envelope, peer);
  }

  /** The table says no more that we follow the peer. */
  public void unsubscribe(PublicKey peer) {
    knowledge =
        knowledge.withPeers(knowledge.peers().update(peer, row -> row.withSubscribed(false)));
  }

  /** A line of the ops-log; text of peers must be quoted. */
  public void log(String text) {
    changes.log(LogFile.OPS, LogEntry.of(ReaderPreprocess.COMPONENT, node.now(), text));
  }

  /** A peer's name, quoted. */
  public String name(PublicKey key) {
    return PeerText.quote(knowledge.nameOf(key));
  }

  /**
   * Writes the digest and commits everything at once; without any change it commits nothing.
   *
   * @param waiting entries that this run has not looked at
   */
  public PreprocessResult commit(int waiting) {
    PreprocessResult result = tally.result(items.size(), waiting);
    changes.addAll(knowledge.peers().changes(peersBefore));
    if (!queue.equals(queueBefore)) {
      changes.add(queue.save());
    }
    writeDigest();
    if (!changes.isEmpty()) {
      log("pre: " + result.summary());
      store.commit(changes);
    }
    return result;
  }

  /** A new digest makes decisions on an older one void. */
  private void writeDigest() {
    NodeHome home = node.home();
    if (!items.isEmpty()) {
      changes.add(
          Change.WriteFile.json(
              home.inboxDigest(), Digest.render(node.now(), tally.autoHandled(), items)));
    } else if (node.disk().exists(home.inboxDigest())) {
      changes.add(new Change.RemoveFile(home.inboxDigest()));
    }
    if (node.disk().exists(home.readerDecisions())) {
      changes
          .add(new Change.RemoveFile(home.readerDecisions()))
          .log(
              LogFile.OPS,
              LogEntry.error(
                  ReaderPreprocess.COMPONENT,
                  node.now(),
                  "pre: removed decisions that fit no digest"));
    }
  }

  private boolean isKnown(PublicKey key) {
    return key.equals(knowledge.self()) || knowledge.peers().find(key).isPresent();
  }

  private void remove(Entry entry, String what) {
    see(entry);
    changes.add(Inbox.remove(entry.id()));
    log(what + " (" + entry.id() + ")");
  }

  private void see(Entry entry) {
    met.add(entry.envelope().hash());
    changes.add(SeenEnvelopes.see(entry.envelope().hash(), entry.id(), node.now()));
  }

  private static Optional<ContentHash> parentOf(Knowledge stored, ContentHash hash) {
    return stored.parentOf().apply(hash);
  }
}
