package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Hold;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.Logs;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.PeersDocument;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/** The node directory as a {@link Store}: every piece of state is a file that a person can open. */
public final class FileStore implements Store {
  private final Node node;
  private final FileInbox inbox;
  private final FileOutbox outbox;
  private final FileObjects objects;
  private final FileArchive archive;
  private final FileLogs logs;
  private final Journal journal;

  public FileStore(Node node) {
    this.node = node;
    this.inbox = new FileInbox(node);
    this.outbox = new FileOutbox(node);
    this.objects = new FileObjects(node);
    this.archive = new FileArchive(node);
    this.logs = new FileLogs(node);
    this.journal = new Journal(node);
  }

  /** The text of an empty {@code peers.md}: its header row. */
  public static String emptyPeers() {
    return PeersDocument.header();
  }

  /** Where {@code Change.Restore.Nothing} has put the files of a node; empty if it never has. */
  public static Optional<Path> setAside(Node node) {
    return SetAside.latest(node);
  }

  @Override
  public String location() {
    return node.home().runtime().toString();
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
  public Archive archive() {
    return archive;
  }

  @Override
  public Logs logs() {
    return logs;
  }

  @Override
  public PeerTable peers() {
    return PeersDocument.parse(peersText()).table();
  }

  @Override
  public String peersText() {
    return node.readText(node.home().peers()).orElse("");
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
  public List<PublicKey> peerIdentities() {
    return FilePeerIdentities.keys(node);
  }

  @Override
  public Optional<JsonObject> state(StateDocument document) {
    return node.readJson(document.in(node.home()));
  }

  @Override
  public void writeState(StateDocument document, JsonObject json) {
    node.writeJson(document.in(node.home()), json);
  }

  @Override
  public void commit(ChangeSet changes) {
    journal.run(
        new FileChanges(node, inbox, outbox, objects, archive, logs).lower(changes.changes()));
  }

  @Override
  public boolean recover() {
    return journal.finish();
  }

  /** Nothing: what people and models read are the files themselves. */
  @Override
  public void refresh() {
    // See above.
  }

  /** Always: the locks of the operating system guard the node directory. */
  @Override
  public Optional<Hold> hold(String component) {
    return Optional.of(new FreeHold());
  }

  @Override
  public void close() {
    // No file stays open between two calls.
  }

  @Override
  public void rebuildIndexes() {
    node.writeJson(node.home().seenHashes(), objects.rebuildSeenHashes());
    node.writeJson(node.home().replyIndex(), objects.rebuildReplyIndex());
  }

  /** What guards nothing. */
  private record FreeHold() implements Hold {
    @Override
    public boolean isHeld() {
      return true;
    }

    @Override
    public void close() {
      // Nothing was taken from anybody.
    }
  }
}
