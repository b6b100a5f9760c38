package org.sovereignbook.sbp.store.file;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;

/** The node directory as a {@link Store}: every piece of state is a file that a person can open. */
public final class FileStore implements Store {
  private final Node node;
  private final FileInbox inbox;
  private final FileOutbox outbox;
  private final FileObjects objects;
  private final Journal journal;

  public FileStore(Node node) {
    this.node = node;
    this.inbox = new FileInbox(node);
    this.outbox = new FileOutbox(node);
    this.objects = new FileObjects(node);
    this.journal = new Journal(node);
  }

  /** The text of an empty {@code peers.md}: its header row. */
  public static String emptyPeers() {
    return PeersDocument.header();
  }

  /**
   * Finishes a commit that a crash interrupted. Only the holder of the node's step lock may call
   * this; {@code ExclusiveStore.open} does.
   *
   * @return whether there was anything to finish
   */
  public boolean recover() {
    return journal.finish();
  }

  @Override
  public Inbox inbox() {
    return inbox;
  }

  @Override
  public Outbox outbox() {
    return outbox;
  }

  @Override
  public ObjectStore objects() {
    return objects;
  }

  @Override
  public PeerTable peers() {
    return PeersDocument.parse(node.readText(node.home().peers()).orElse("")).table();
  }

  @Override
  public Optional<IdentityDocument> peerIdentity(PublicKey key) {
    return FilePeerIdentities.find(node, key);
  }

  @Override
  public SeenEnvelopes seenEnvelopes() {
    return FileSeenEnvelopes.load(node);
  }

  @Override
  public List<String> log(LogFile log) {
    return node.readText(log.in(node.home())).orElse("").lines().toList();
  }

  @Override
  public void commit(ChangeSet changes) {
    journal.run(new FileChanges(node, inbox, outbox, objects).lower(changes.changes()));
  }

  @Override
  public void rebuildIndexes() {
    node.writeJson(node.home().seenHashes(), objects.rebuildSeenHashes());
    node.writeJson(node.home().replyIndex(), objects.rebuildReplyIndex());
  }
}
