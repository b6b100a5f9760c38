package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Hold;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Logs;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.PeersDocument;
import org.sovereignbook.sbp.store.RenderedPeers;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * A node's state in the tables of a relational database. A commit is one transaction; its changes
 * of files are planned in it and done after it ({@link Redo}).
 */
public final class SqlStore implements Store {
  private final Node node;
  private final Database database;
  private final Sharing sharing;
  private final SqlInbox inbox;
  private final SqlOutbox outbox;
  private final SqlArchive archive;
  private final SqlObjects objects;
  private final SqlLogs logs;
  private final RenderedPeers rendered;
  private final Redo redo;

  private SqlStore(Node node, Database database, Sharing sharing) {
    this.node = node;
    this.database = database;
    this.sharing = sharing;
    this.inbox = new SqlInbox(database, node.random());
    this.outbox = new SqlOutbox(database, sharing);
    this.archive = new SqlArchive(database);
    this.objects = new SqlObjects(database);
    this.logs = new SqlLogs(database);
    this.rendered = new RenderedPeers(node);
    this.redo = new Redo(node, database);
  }

  /**
   * Takes over the database and the sharing, and closes them with itself.
   *
   * @throws org.sovereignbook.sbp.store.StoreException when the tables belong to another node
   */
  public static SqlStore open(Node node, Database database, Sharing sharing) {
    SqlStore store = new SqlStore(node, database, sharing);
    try {
      Owner.check(node, database);
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  @Override
  public String location() {
    return database.location();
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
  public Archive archive() {
    return archive;
  }

  @Override
  public ObjectStore objects() {
    return objects;
  }

  @Override
  public Logs logs() {
    return logs;
  }

  @Override
  public PeerTable peers() {
    return document().table();
  }

  @Override
  public String peersText() {
    return document().render();
  }

  @Override
  public Optional<IdentityDocument> peerIdentity(PublicKey key) {
    return SqlPeerIdentities.find(database, node, key);
  }

  @Override
  public List<PublicKey> peerIdentities() {
    return SqlPeerIdentities.keys(database);
  }

  @Override
  public SeenEnvelopes seenEnvelopes() {
    return SqlSeenEnvelopes.load(database);
  }

  @Override
  public Optional<JsonObject> state(StateDocument document) {
    return SqlStates.find(database, document);
  }

  @Override
  public void writeState(StateDocument document, JsonObject json) {
    database.write(sql -> SqlStates.write(sql, document, json));
  }

  /** What a transaction leaves to be done in the node directory. */
  private record Aftermath(Optional<PeersDocument> peers, Optional<Long> plan) {}

  @Override
  public void commit(ChangeSet set) {
    List<Change> changes = set.changes();
    if (changes.isEmpty()) {
      return;
    }
    Aftermath left =
        database.write(
            sql -> {
              sharing.check(sql);
              Optional<PeersDocument> peers = changePeers(sql, changes);
              new SqlChanges(sql, node.now()).apply(changes);
              return new Aftermath(peers, redo.plan(sql, changes));
            });
    left.plan().ifPresent(number -> redo.carryOut(number, changes));
    left.peers().ifPresent(rendered::render);
  }

  @Override
  public boolean recover() {
    return redo.finish();
  }

  @Override
  public void refresh() {
    PeersDocument stored = database.read(SqlPeers::load);
    PeersDocument edited = rendered.takeIn(stored);
    boolean isEdited = !edited.render().equals(stored.render());
    rendered.render(isEdited ? database.write(this::takeIn) : stored);
    String log = String.join("\n", logs.lines(LogFile.SESSION)) + "\n";
    String text = log.isBlank() ? "" : log;
    if (!node.readText(LogFile.SESSION.in(node.home())).orElse("").equals(text)) {
      node.writeText(LogFile.SESSION.in(node.home()), text);
    }
  }

  @Override
  public void rebuildIndexes() {
    database.write(
        sql -> {
          SqlObjects.rebuildIndexes(sql);
          return true;
        });
  }

  @Override
  public Optional<Hold> hold(String component) {
    return sharing.hold(component);
  }

  @Override
  public void close() {
    try (database) {
      sharing.close();
    }
  }

  private PeersDocument document() {
    return rendered.takeIn(database.read(SqlPeers::load));
  }

  private PeersDocument takeIn(Sql sql) throws SQLException {
    PeersDocument document = rendered.takeIn(SqlPeers.loadLocked(sql));
    SqlPeers.save(sql, document);
    return document;
  }

  private Optional<PeersDocument> changePeers(Sql sql, List<Change> changes) throws SQLException {
    List<Change> ofPeers = changes.stream().filter(SqlStore::concernsPeers).toList();
    if (ofPeers.isEmpty()) {
      return Optional.empty();
    }
    PeersDocument document = rendered.takeIn(SqlPeers.loadLocked(sql));
    for (Change change : ofPeers) {
      document =
          change instanceof Change.Restore.Peers(String text)
              ? PeersDocument.parse(text)
              : document.apply(List.of(change));
    }
    SqlPeers.save(sql, document);
    return Optional.of(document);
  }

  private static boolean concernsPeers(Change change) {
    return change instanceof Change.SetPeer
        || change instanceof Change.RemovePeer
        || change instanceof Change.Restore.Peers;
  }
}
