package org.sovereignbook.sbp.plugins.postgres;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.sql.Database;
import org.sovereignbook.sbp.plugins.sql.Place;
import org.sovereignbook.sbp.plugins.sql.Sharing;
import org.sovereignbook.sbp.plugins.sql.Sql;
import org.sovereignbook.sbp.store.Hold;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Claims and holds among all machines. They belong to a worker, which is this process as long as
 * its {@link Life} lasts; it begins with the first claim or hold. Once it is lost, a new one begins
 * only after all that belonged to the old one was given back. A commit of a worker that was given
 * up for dead is refused, so that it cannot undo what its heirs did. Thread-safe.
 */
final class Workers implements Sharing {
  private static final int ID_BYTES = 8;

  private final Node node;
  private final PostgresConfig config;
  private final Database database;
  private Optional<Life> life = Optional.empty();
  private int open;

  Workers(Node node, PostgresConfig config, Database database) {
    this.node = node;
    this.config = config;
    this.database = database;
  }

  @Override
  public Outbox.Claim claim(List<OutboxId> wanted) {
    String worker = begin();
    try {
      return new Claimed(
          database.write(
              sql -> {
                check(sql);
                Life.bury(sql);
                return take(sql, wanted, worker);
              }),
          worker);
    } catch (RuntimeException e) {
      end();
      throw e;
    }
  }

  @Override
  public Optional<Hold> hold(String component) {
    String worker = begin();
    boolean got = false;
    try {
      got =
          database.write(
              sql -> {
                check(sql);
                Life.bury(sql);
                return sql.update(
                        "INSERT INTO hold (component, worker) VALUES (?, ?)"
                            + " ON CONFLICT DO NOTHING",
                        component,
                        worker)
                    > 0;
              });
      return got ? Optional.of(new Held(component, worker)) : Optional.empty();
    } finally {
      if (!got) {
        end();
      }
    }
  }

  @Override
  public void check(Sql sql) throws SQLException {
    Optional<String> worker = worker();
    if (worker.isPresent()
        && !sql.exists("SELECT 1 FROM worker_term WHERE worker = ? FOR SHARE", worker.get())) {
      throw lost();
    }
  }

  @Override
  public synchronized void close() {
    if (life.isPresent()) {
      bury(life.get());
      life = Optional.empty();
    }
  }

  private void bury(Life ended) {
    ended.close();
    try {
      database.write(
          sql -> {
            Life.bury(sql);
            return true;
          });
    } catch (StoreException e) {
      // The database is away; whoever claims next will find this worker dead.
    }
  }

  private static List<OutboxId> take(Sql sql, List<OutboxId> wanted, String worker)
      throws SQLException {
    List<OutboxId> taken = new ArrayList<>();
    for (OutboxId id : wanted) {
      if (take(sql, id, worker)) {
        taken.add(id);
      }
    }
    return taken;
  }

  private static boolean take(Sql sql, OutboxId id, String worker) throws SQLException {
    // Who else is about to take the row has locked it; we pass it over instead of waiting.
    boolean free =
        sql.exists(
            "SELECT 1 FROM outbox WHERE kind = ? AND name = ?"
                + " AND (claimed_by IS NULL OR claimed_by = ?) FOR UPDATE SKIP LOCKED",
            id.kind().toString(),
            id.name(),
            worker);
    return free
        && sql.update(
                "UPDATE outbox SET claimed_by = ? WHERE kind = ? AND name = ?",
                worker,
                id.kind().toString(),
                id.name())
            > 0;
  }

  private synchronized Optional<String> worker() {
    return life.map(Life::id);
  }

  /** Makes sure that there is a worker, for one more claim or hold. */
  private synchronized String begin() {
    if (life.isPresent() && !life.get().isAlive()) {
      if (open > 0) {
        throw lost();
      }
      close();
    }
    if (life.isEmpty()) {
      life = Optional.of(newLife());
    }
    open++;
    return life.get().id();
  }

  private synchronized void end() {
    open--;
  }

  private Life newLife() {
    byte[] id = new byte[ID_BYTES];
    node.random().nextBytes(id);
    try {
      return Life.begin(
          PostgresDatabase.connect(config),
          HexFormat.of().formatHex(id),
          Place.ofProcess(),
          node.clock().instant().getEpochSecond());
    } catch (SQLException e) {
      throw PostgresFailure.explain(config, e);
    }
  }

  /** What a worker has that is no more was given back, or taken, when it ended. */
  private void giveBack(String worker, Database.Work<Integer> work) {
    if (worker().equals(Optional.of(worker))) {
      int _ = database.write(work);
    }
  }

  private StoreException lost() {
    return new StoreException(
        config.location()
            + ": the connection that held this step's work was lost and another process may have"
            + " taken it over; nothing was changed, run this again");
  }

  private synchronized boolean isAlive(String worker) {
    return life.filter(one -> one.id().equals(worker)).filter(Life::isAlive).isPresent();
  }

  private final class Held implements Hold {
    private final String component;
    private final String worker;
    private boolean closed;

    Held(String component, String worker) {
      this.component = component;
      this.worker = worker;
    }

    @Override
    public boolean isHeld() {
      return isAlive(worker);
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        end();
        giveBack(
            worker,
            sql ->
                sql.update(
                    "DELETE FROM hold WHERE component = ? AND worker = ?", component, worker));
      }
    }
  }

  private final class Claimed implements Outbox.Claim {
    private final List<OutboxId> ids;
    private final String worker;
    private boolean closed;

    Claimed(List<OutboxId> ids, String worker) {
      this.ids = List.copyOf(ids);
      this.worker = worker;
    }

    @Override
    public List<OutboxId> ids() {
      return ids;
    }

    @Override
    public void close() {
      if (closed) {
        return;
      }
      closed = true;
      end();
      if (!ids.isEmpty()) {
        giveBack(
            worker,
            sql -> {
              for (OutboxId id : ids) {
                sql.update(
                    "UPDATE outbox SET claimed_by = NULL"
                        + " WHERE kind = ? AND name = ? AND claimed_by = ?",
                    id.kind().toString(),
                    id.name(),
                    worker);
              }
              return ids.size();
            });
      }
    }
  }
}
