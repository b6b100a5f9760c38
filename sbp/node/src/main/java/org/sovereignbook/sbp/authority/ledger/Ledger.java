package org.sovereignbook.sbp.authority.ledger;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Society of a node: agents, tasks, mail, and the events that led to them. Any number of processes
 * may have it open, on several machines when it is in PostgreSQL. Thread-safe.
 */
public final class Ledger implements AutoCloseable {
  private static final int CHECKED_EVENTS = 1_000;

  private final Node node;
  private final Database database;
  private final Function<PublicKey, Optional<TrustState>> trust;
  private final List<EventObserver> observers;
  private final List<String> incomplete;
  private final boolean isLent;

  private Ledger(
      Node node,
      Database database,
      Function<PublicKey, Optional<TrustState>> trust,
      List<EventObserver> observers,
      List<String> incomplete,
      boolean isLent) {
    this.node = node;
    this.database = database;
    this.trust = trust;
    this.observers = List.copyOf(observers);
    this.incomplete = List.copyOf(incomplete);
    this.isLent = isLent;
  }

  /**
   * Returns the same society for one use among many: its database stays open when it is closed.
   *
   * @param sameNode the node as that use knows it
   */
  public Ledger lent(Node sameNode) {
    return new Ledger(sameNode, database, trust, observers, incomplete, true);
  }

  /** Returns whether it is what one would open now; not of a database that was replaced. */
  public boolean isInPlace() {
    return database.isInPlace();
  }

  /** Returns a replacement of this ledger that knows the trust which the node gives its peers. */
  public Ledger knowing(Function<PublicKey, Optional<TrustState>> trustNow) {
    return new Ledger(node, database, trustNow, observers, incomplete, isLent);
  }

  /** Returns a replacement of this ledger whose events are passed to these observers, in order. */
  public Ledger observedBy(List<EventObserver> those) {
    return new Ledger(node, database, trust, those, incomplete, isLent);
  }

  /**
   * Returns a replacement of this ledger whose events are passed to these observers, then to those
   * of features.
   */
  public Ledger observedByFeatures(List<EventObserver> before) {
    List<EventObserver> all = new ArrayList<>(before);
    List<Feature> on = features().all();
    for (LedgerFeature feature : allFeatures().of(LedgerFeature.class)) {
      // One that cannot name its observers has none.
      all.addAll(ItemFault.orElse(() -> observers(feature, on.contains(feature)), _ -> List.of()));
    }
    return observedBy(all);
  }

  private static List<EventObserver> observers(LedgerFeature feature, boolean isOn) {
    return isOn || feature.observesWhileOff()
        ? feature.observers().stream()
            .<EventObserver>map(
                it -> (tx, event) -> FeaturePart.run(feature, () -> it.appended(tx, event)))
            .toList()
        : List.of();
  }

  /** Returns the features of the node that are on and have their tables. */
  public Features features() {
    return Features.on(node).without(incomplete);
  }

  /** Returns the features of the node that have their tables, also those that are off. */
  public Features allFeatures() {
    return Features.of(node).without(incomplete);
  }

  /** Returns whether a feature has its tables, in its version of them. */
  public boolean hasTables(Feature feature) {
    return !incomplete.contains(feature.name());
  }

  void appended(Transaction tx, LedgerEvent event) {
    observers.forEach(observer -> observer.appended(tx, event));
  }

  /** Returns the present trust of a peer; empty when it is not available. */
  Optional<TrustState> trust(PublicKey peer) {
    return trust.apply(peer);
  }

  /** Work in one transaction. It may run more than once, so it must not change anything else. */
  @FunctionalInterface
  public interface Work<T> {
    T run(Transaction transaction);
  }

  /**
   * Takes ownership of the database, creates or updates its tables, and closes it with itself.
   *
   * @throws org.sovereignbook.sbp.store.StoreException when it cannot be read, or a newer program
   *     has written it
   */
  public static Ledger open(Node node, Database database) {
    try {
      String place = place(database);
      List<String> incomplete = Schema.of(node).update(database, () -> requireNotLost(node, place));
      node.made().note(NodeThing.SOCIETY, place);
      return new Ledger(node, database, _ -> Optional.empty(), List.of(), incomplete, false);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** Returns where the record of made things has a society that is in this database. */
  private static String place(Database database) {
    Dialect dialect = database.read(Sql::dialect);
    return dialect == Dialect.SQLITE ? MadeThings.HERE : Words.of(dialect);
  }

  private static void requireNotLost(Node node, String place) {
    Optional<String> lost = node.made().missing(NodeThing.SOCIETY, place);
    if (lost.isPresent()) {
      throw new StoreException(lost.get());
    }
  }

  /**
   * Opens the society of a node, if it has one: a read must not create a database.
   *
   * @throws StoreException when the node has lost it
   */
  public static Optional<Ledger> openIfAny(Node node, LedgerProvider provider) {
    if (!provider.mayExist(node)) {
      return Optional.empty();
    }
    Database database = provider.open(node);
    try {
      if (database.<Boolean>read(sql -> sql.hasTable(Schema.TABLE))) {
        return Optional.of(open(node, database));
      }
      requireNotLost(node, place(database));
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
    database.close();
    return Optional.empty();
  }

  /**
   * Returns the database's own report of damage, for people; reads the whole database unless it is
   * huge.
   */
  public Optional<String> fault() {
    return database.fault();
  }

  /** Returns the newest events that were changed after they were written. */
  public List<StoredEvent> changedEvents() {
    return read(tx -> new EventLog(tx).before(Long.MAX_VALUE, EventFilter.ALL, CHECKED_EVENTS))
        .stream()
        .filter(event -> !event.isIntact())
        .toList();
  }

  public long rows() {
    return SocietyTables.of(node).rows(database);
  }

  /**
   * Copies it into a new SQLite file, without private keys and tokens.
   *
   * @param statements further deletions of data that the reader may not see, without parameters
   */
  public void copyToRead(Path file, List<String> statements) {
    SocietyTables.of(node).copyToRead(database, file, statements);
  }

  /** Returns all tables; each comes after the tables that it refers to. */
  public List<String> tables() {
    Schema schema = Schema.of(node);
    return schema.tables(schema.newest());
  }

  /**
   * Returns the names of features whose tables could not be made or changed when it was opened;
   * none of these features is asked for anything.
   */
  public List<String> incompleteFeatures() {
    return incomplete;
  }

  /**
   * Drops the tables of a feature with all that is in them, whether it is installed or not.
   *
   * @return whether there were any
   */
  public boolean dropFeature(String name) {
    return database.<Boolean>write(sql -> Schema.drop(sql, name));
  }

  /**
   * Returns the tables of features that are not shown to readers with restricted access to data.
   */
  public List<String> hiddenTables() {
    return Schema.of(node).hiddenTables();
  }

  /**
   * Returns the columns, {@code TABLE.COLUMN}, whose line in the scripts of the tables has a
   * remark, such as {@code -- record}.
   */
  public static List<String> columns(Features features, String remark) {
    return Schema.of(features).columns(remark).stream().map(Schema.Column::toString).toList();
  }

  public Node node() {
    return node;
  }

  /** Returns the place of the database, for people. */
  public String location() {
    return database.location();
  }

  /** Runs queries, each on the state committed at its time. */
  public <T> T read(Work<T> work) {
    return SetAsides.without(this, () -> database.read(sql -> work.run(transaction(sql))));
  }

  /** Runs queries on one committed state. */
  public <T> T snapshot(Work<T> work) {
    return database.snapshot(sql -> work.run(transaction(sql)));
  }

  /**
   * Runs the work in one transaction, which is durable when this method returns. It runs once more
   * without each item of a list that fails in it ({@link SetAsides}).
   */
  public <T> T write(Work<T> work) {
    return SetAsides.without(this, () -> written(work));
  }

  /** Runs the work in one transaction, once. */
  <T> T written(Work<T> work) {
    Written<T> written =
        database.write(
            sql -> {
              // When writers wait for each other, the transaction's time begins when it may run.
              boolean _ = sql.exists("SELECT 1");
              Transaction tx = transaction(sql);
              return new Written<>(work.run(tx), tx.decided());
            });
    if (!written.decided().isEmpty()) {
      new AuditSeal(node).add(written.decided());
    }
    return written.value();
  }

  /** Runs the work like {@link #write}, for its effects alone. */
  public void run(Consumer<Transaction> work) {
    boolean _ =
        write(
            tx -> {
              work.accept(tx);
              return true;
            });
  }

  private record Written<T>(T value, List<AuditEntry.Link> decided) {}

  /**
   * Erases texts, in the database file, too; lengths and hashes stay, and an event {@code
   * content.erased} records it.
   *
   * @return the texts that this call has erased
   */
  public List<StoredContent> erase(EventLog.Selection selection, Authority by) {
    List<StoredContent> erased =
        write(
            tx -> {
              EventLog log = new EventLog(tx);
              return log.erase(selection.in(log), by);
            });
    database.forget();
    return erased;
  }

  /** Returns unused space to the file system, for databases that do not do so by themselves. */
  void shrink(int freePercent, long freeBytes) {
    database.shrink(freePercent, freeBytes);
  }

  @Override
  public void close() {
    if (!isLent) {
      database.close();
    }
  }

  private Transaction transaction(Sql sql) {
    return new Transaction(this, sql, nowMs(sql));
  }

  /**
   * Returns the time of the one clock that all users of the database share: the machine's, or the
   * database server's.
   */
  private long nowMs(Sql sql) {
    return sql.dialect() == Dialect.SQLITE
        ? node.clock().millis()
        : sql.first(
                "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
                row -> row.number(1))
            .orElseThrow();
  }
}
