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
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.Rejection;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.DiscoveryQueue;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;

/** One run of reader-preprocess: what it found so far and what it will commit. Not thread-safe. */
final class PreprocessRun {
  /** Text of strangers in one digest, unless a single item is larger. */
  static final int MAX_DIGEST_TEXT_BYTES = 1_048_576;

  private final Node node;
  private final Store store;
  private final ReaderConfig config;
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

  PreprocessRun(Node node, Store store, ReaderConfig config) {
    this.node = node;
    this.store = store;
    this.config = config;
    this.seen = store.seenEnvelopes();
    this.queueBefore = DiscoveryQueue.load(store);
    this.queue = queueBefore;
    Knowledge stored =
        Knowledge.of(store, node.identity(), config.maxSubscribers(), node.clock().instant());
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

  /** Whether the digest takes one more item. */
  boolean hasRoom() {
    return items.size() < config.maxItemsPerRun() && textBytes < MAX_DIGEST_TEXT_BYTES;
  }

  /** Deals with one inbox entry; one that vanished meanwhile is passed over. */
  void process(InboxId id) {
    Optional<byte[]> bytes = store.inbox().read(id);
    if (bytes.isEmpty()) {
      return;
    }
    tally.processed();
    switch (Entry.read(id, bytes.get(), knowledge.ownKeys(), knowledge.now())) {
      case Checked.Rejected<Entry>(Rejection why) -> reject(id, why);
      case Checked.Valid<Entry>(Entry entry) -> process(entry);
    }
  }

  JsonObject digest() {
    return Digest.render(node.now(), tally.autoHandled(), items);
  }

  PreprocessResult result(int waiting) {
    return tally.result(items.size(), waiting);
  }

  /** Everything found so far, to be committed at once. */
  ChangeSet changes() {
    ChangeSet all = new ChangeSet().addAll(changes.changes());
    all.addAll(knowledge.peers().changes(peersBefore));
    if (!queue.equals(queueBefore)) {
      all.add(queue.save());
    }
    return all;
  }

  private void process(Entry entry) {
    Admission admission = new Admission(knowledge, seen, met::contains, store.objects()::isSeen);
    switch (admission.judge(entry)) {
      case Admission.Verdict.Admitted() -> admit(entry);
      case Admission.Verdict.Rejected(Rejection why) -> {
        see(entry);
        reject(entry.id(), why);
      }
      case Admission.Verdict.Repeated() -> {
        // Not seen under this id: the entry that brought it first may still wait in the inbox.
        tally.duplicate();
        changes.add(new Change.RemoveInbox(entry.id()));
        log("duplicate envelope (" + entry.id() + ")");
      }
      case Admission.Verdict.Duplicate(String what) -> {
        tally.duplicate();
        remove(entry, "duplicate " + what);
      }
      case Admission.Verdict.Dropped(String why) -> {
        tally.dropped();
        remove(entry, "dropped, " + why);
      }
    }
  }

  private void admit(Entry entry) {
    met.add(entry.envelope().hash());
    if (entry.envelope().payload() instanceof Payload.Announce(JsonObject identity)) {
      new Classifier(knowledge).identity(identity).toOptional().ifPresent(this::introduce);
      if (knowledge.isBlocked(entry.sender())) {
        tally.dropped();
        remove(entry, "dropped, the sender's former key is blocked");
        return;
      }
    }
    knowledge =
        knowledge.withPeers(
            knowledge.peers().update(entry.sender(), peer -> peer.contactedAt(entry.arrived())));
    keepObject(entry);
    new Classifier(knowledge)
        .classify(entry)
        .ifPresentOrElse(item -> pass(entry, item), () -> handle(entry));
  }

  private void pass(Entry entry, Item item) {
    items.add(item);
    textBytes +=
        JsonWriter.compact(entry.envelope().json()).getBytes(StandardCharsets.UTF_8).length;
    if (item.subject() instanceof Item.Subject.SharedEndorsement) {
      // The object is stored already; this trace tells a rerun that it came with this entry.
      see(entry);
    }
  }

  private void keepObject(Entry entry) {
    switch (entry.envelope().payload()) {
      case Payload.ShareEndorsement(var endorsement) -> {
        met.add(endorsement.hash());
        changes.add(new Change.StoreObject(ObjectKind.ENDORSEMENTS_RECEIVED, endorsement.json()));
      }
      case Payload.ShareContent(Content content) -> {
        // reader-post stores it, once the reader has judged it.
        met.add(content.hash());
        parents.put(content.hash(), content.inReplyTo());
      }
      default -> {
        // Nothing to keep.
      }
    }
  }

  /** Deals with a message that needs no judgment. */
  private void handle(Entry entry) {
    String sender = name(entry.sender());
    switch (entry.envelope().payload()) {
      case Payload.Ack(var ref, var status, var reason) -> {
        tally.ack();
        remove(entry, "ack " + status + " of " + ref + " from " + sender + quoted(reason));
        if (status == Payload.AckStatus.REJECTED) {
          turnedDown(entry.sender(), ref);
        }
      }
      case Payload.ErrorReport(String code, String message, var ref) -> {
        tally.error();
        String about = ref.map(hash -> " about " + hash).orElse("");
        String text = PeerText.quote(code) + " " + PeerText.quote(message);
        remove(entry, "error report from " + sender + about + ": " + text);
      }
      case Payload.PeerList(var recommended) -> {
        tally.peerList();
        int waiting = queue.entries().size();
        queue = queue.with(recommended, entry.sender(), this::isKnown, node.now());
        int added = queue.entries().size() - waiting;
        String counts = added + " of " + recommended.size() + " peers are new";
        remove(entry, "peer list from " + sender + ": " + counts);
      }
      case Payload.ShareEndorsement(var endorsement) -> {
        tally.endorsement();
        String target = endorsement.target().kind() + " " + endorsement.target().ref();
        remove(entry, "endorsement of " + target + " by " + name(endorsement.endorserKey()));
      }
      default -> throw new IllegalStateException("an item was not classified: " + entry.id());
    }
  }

  /** A peer that does not let us follow it sends us nothing: the table must not say it does. */
  private void turnedDown(PublicKey peer, ContentHash envelope) {
    if (knowledge.peers().find(peer).filter(Peer::subscribed).isPresent()
        && new SentSubscribe(store).isLatest(envelope, peer)) {
      knowledge =
          knowledge.withPeers(knowledge.peers().update(peer, row -> row.withSubscribed(false)));
      log("our subscription was turned down: no longer following " + name(peer));
    }
  }

  private void introduce(IdentityDocument document) {
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

  private boolean isKnown(PublicKey key) {
    return key.equals(knowledge.self()) || knowledge.peers().find(key).isPresent();
  }

  private void reject(InboxId id, Rejection why) {
    tally.rejected();
    changes.add(new Change.RejectInbox(id));
    log("rejected " + id + ": " + why.code() + ": " + PeerText.plain(why.message()));
  }

  private void remove(Entry entry, String what) {
    see(entry);
    changes.add(new Change.RemoveInbox(entry.id()));
    log(what + " (" + entry.id() + ")");
  }

  private void see(Entry entry) {
    met.add(entry.envelope().hash());
    changes.add(new Change.SeeEnvelope(entry.envelope().hash(), entry.id(), node.now()));
  }

  private void log(String text) {
    changes.log(LogFile.OPS, LogEntry.of(ReaderPreprocess.COMPONENT, node.now(), text));
  }

  private String name(PublicKey key) {
    return PeerText.quote(knowledge.nameOf(key));
  }

  private static String quoted(Optional<String> reason) {
    return reason.map(text -> ": " + PeerText.quote(text)).orElse("");
  }

  private static Optional<ContentHash> parentOf(Knowledge stored, ContentHash hash) {
    return stored.parentOf().apply(hash);
  }
}
