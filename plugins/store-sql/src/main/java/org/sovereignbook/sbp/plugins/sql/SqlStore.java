package org.sovereignbook.sbp.plugins.sql;

import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.NodeCollections;
import org.sovereignbook.sbp.store.PeersDocument;
import org.sovereignbook.sbp.store.RenderedPeers;
import org.sovereignbook.sbp.store.SecretGuard;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.RenderedCollection;

/**
 * A node's state in the tables of a relational database. A commit is one transaction; its changes
 * of files are planned in it and done after it ({@link Redo}).
 */
public final class SqlStore implements Store {
  /** Bounds the memory for one answer: 8 MiB of the largest envelopes. */
  private static final int MAX_READ_AT_ONCE = 32;

  /** Failures in a row after which the database is not asked for more entries of a batch. */
  private static final int FAILURES_OF_ALL = 2;

  private final Node node;
  private final Database database;
  private final Sharing sharing;
  private final RenderedPeers peers;
  private final Redo redo;

  /** The node's, and those that were changed here, by name. */
  private final SequencedMap<String, Collection> readable = new LinkedHashMap<>();

  private SqlStore(Node node, Database database, Sharing sharing) {
    this.node = node;
    this.database = database;
    this.sharing = sharing;
    this.peers = new RenderedPeers(node);
    this.redo = new Redo(node, database);
    NodeCollections.ALL.stream()
        .filter(Collection::isReadable)
        .forEach(each -> readable.put(each.name(), each));
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
  public Node node() {
    return node;
  }

  @Override
  public String location() {
    return database.location();
  }

  @Override
  public List<String> keys(Keyed in) {
    return database.read(sql -> entries(sql).keys(in));
  }

  @Override
  public List<String> keys(Keyed in, String group) {
    return database.read(sql -> entries(sql).keys(in, group));
  }

  @Override
  public Optional<byte[]> read(Keyed in, String key) {
    return database.read(sql -> entries(sql).read(in, key));
  }

  @Override
  public void readEach(Keyed in, List<String> keys, BiConsumer<String, byte[]> each) {
    for (int from = 0; from < keys.size(); from += MAX_READ_AT_ONCE) {
      List<String> some = keys.subList(from, Math.min(keys.size(), from + MAX_READ_AT_ONCE));
      Map<String, byte[]> found = database.read(sql -> entries(sql).read(in, some));
      some.stream().filter(found::containsKey).forEach(key -> each.accept(key, found.get(key)));
    }
  }

  @Override
  public SequencedMap<String, byte[]> entries(Keyed in) {
    return database.read(sql -> entries(sql).entries(in));
  }

  @Override
  public SequencedMap<String, byte[]> entriesAfter(Keyed in, String key, int most) {
    return database.read(sql -> entries(sql).after(in, key, most));
  }

  @Override
  public Usage usage(Keyed in) {
    return database.read(sql -> entries(sql).usage(in));
  }

  @Override
  public int count(Keyed in) {
    return database.read(sql -> entries(sql).count(in));
  }

  @Override
  public boolean isEmpty(Keyed in) {
    return database.read(sql -> entries(sql).isEmpty(in));
  }

  @Override
  public Optional<Instant> changedAt(Keyed in, String key) {
    return database.read(sql -> entries(sql).changedAt(in, key));
  }

  @Override
  public List<String> lines(Streamed stream) {
    return database.read(sql -> new SqlLines(sql).lines(stream));
  }

  @Override
  public List<YearMonth> months(Streamed stream) {
    return database.read(sql -> new SqlLines(sql).months(stream));
  }

  @Override
  public List<String> archived(Streamed stream, YearMonth month) {
    return database.read(sql -> new SqlLines(sql).archived(stream, month));
  }

  @Override
  public String peersText() {
    return peers.takeIn(database.read(SqlPeers::load)).render();
  }

  @Override
  public Receipt create(Keyed in, Supplier<String> keys, byte[] value, Optional<Mark> mark) {
    return database.write(sql -> entries(sql).create(in, keys, value, mark));
  }

  /**
   * Adds all in one transaction. If that fails, each is added by itself, since the reason may be
   * one of them alone; after two failures in a row it is not.
   */
  @Override
  public List<ItemResult<Receipt>> createAll(Keyed in, List<NewEntry> all) {
    try {
      return database.write(sql -> entries(sql).createAll(in, all)).stream()
          .map(receipt -> ItemResult.of(() -> receipt))
          .toList();
    } catch (RuntimeException e) {
      return createEach(in, all);
    }
  }

  private List<ItemResult<Receipt>> createEach(Keyed in, List<NewEntry> all) {
    List<ItemResult<Receipt>> results = new ArrayList<>();
    int failures = 0;
    for (NewEntry one : all) {
      ItemResult<Receipt> result =
          failures == FAILURES_OF_ALL
              ? results.getLast()
              : Store.super.createAll(in, List.of(one)).getFirst();
      failures = result.failure().isEmpty() ? 0 : Math.min(failures + 1, FAILURES_OF_ALL);
      results.add(result);
    }
    return results;
  }

  @Override
  public void put(Keyed in, String key, byte[] value) {
    database.write(
        sql -> {
          entries(sql).put(in, key, value);
          return true;
        });
  }

  /** Work that a transaction leaves to be done in the node directory. */
  private record Aftermath(Optional<PeersDocument> peers, Optional<Long> plan) {}

  @Override
  public void commit(ChangeSet set) {
    List<Change> changes = SecretGuard.checked(node(), set.changes());
    if (changes.isEmpty()) {
      return;
    }
    noteReadable(changes);
    Aftermath left = database.write(sql -> commit(sql, changes));
    left.plan().ifPresent(number -> redo.carryOut(number, changes));
    left.peers().ifPresent(peers::render);
  }

  @Override
  public boolean recover() {
    return redo.finish();
  }

  @Override
  public void refresh() {
    PeersDocument stored = database.read(SqlPeers::load);
    PeersDocument edited = peers.takeIn(stored);
    boolean isEdited = !edited.render().equals(stored.render());
    peers.render(isEdited ? database.write(this::takeIn) : stored);
    readable.values().forEach(each -> RenderedCollection.render(this, each));
  }

  @Override
  public Lease.EntryLease claim(Keyed in, List<String> wanted) {
    return sharing.claim(in, wanted);
  }

  @Override
  public Optional<Lease> lease(String component) {
    return sharing.lease(component);
  }

  @Override
  public void close() {
    try (database) {
      sharing.close();
    }
  }

  private SqlEntries entries(Sql sql) {
    return new SqlEntries(sql, node);
  }

  private Aftermath commit(Sql sql, List<Change> changes) {
    sharing.check(sql);
    SqlChanges ofCollections = new SqlChanges(sql, node);
    for (Change change : changes) {
      ofCollections.apply(change);
    }
    Optional<PeersDocument> changed = changePeers(sql, changes);
    ofCollections.addLines();
    return new Aftermath(changed, redo.plan(sql, changes));
  }

  private PeersDocument takeIn(Sql sql) {
    PeersDocument document = peers.takeIn(SqlPeers.loadLocked(sql));
    SqlPeers.save(sql, document);
    return document;
  }

  private Optional<PeersDocument> changePeers(Sql sql, List<Change> changes) {
    List<Change.OfPeers> ofPeers =
        changes.stream()
            .filter(Change.OfPeers.class::isInstance)
            .map(Change.OfPeers.class::cast)
            .toList();
    if (ofPeers.isEmpty()) {
      return Optional.empty();
    }
    PeersDocument document = peers.takeIn(SqlPeers.loadLocked(sql)).apply(ofPeers);
    SqlPeers.save(sql, document);
    return Optional.of(document);
  }

  private void noteReadable(List<Change> changes) {
    for (Change change : changes) {
      if (change instanceof Change.Put(var in, _, _) && in.isReadable()) {
        readable.put(in.name(), in);
      } else if (change instanceof Change.Append(var to, _) && to.isReadable()) {
        readable.put(to.name(), to);
      }
    }
  }
}
