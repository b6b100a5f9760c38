package org.sovereignbook.sbp.plugins.postgres;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.authority.sql.SqlFailure;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.sql.Place;
import org.sovereignbook.sbp.plugins.sql.Sharing;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Claims and leases among all machines. They belong to a worker, which is this process as long as
 * its {@link Life} lasts; it begins with the first claim or lease. Once it is lost, a new one
 * begins only after everything of the old one was given back. A commit of a worker that was given
 * up for dead is refused, so that it cannot undo the work of its successors. Thread-safe.
 */
final class Workers implements Sharing {
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
  public Lease.EntryLease claim(Keyed in, List<String> wanted) {
    String worker = begin();
    try {
      return new Claimed(
          in,
          database.write(
              sql -> {
                check(sql);
                Life.bury(sql);
                return take(sql, in, wanted, worker);
              }),
          worker);
    } catch (RuntimeException e) {
      end();
      throw e;
    }
  }

  @Override
  public Optional<Lease> lease(String component) {
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
      return got
          ? Optional.of(new Held(worker, sql -> release(sql, component, worker)))
          : Optional.empty();
    } finally {
      if (!got) {
        end();
      }
    }
  }

  @Override
  public void check(Sql sql) {
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
      // The database is away; the next process that claims will find this worker dead.
    }
  }

  private static int release(Sql sql, String component, String worker) {
    return sql.update("DELETE FROM hold WHERE component = ? AND worker = ?", component, worker);
  }

  private static List<String> take(Sql sql, Keyed in, List<String> wanted, String worker) {
    List<String> taken = new ArrayList<>();
    for (String key : wanted) {
      if (take(sql, in, key, worker)) {
        taken.add(key);
      }
    }
    return taken;
  }

  private static boolean take(Sql sql, Keyed in, String key, String worker) {
    // A row that another process is about to take is locked; skip it instead of waiting.
    boolean free =
        sql.exists(
            "SELECT 1 FROM entry WHERE collection = ? AND key = ?"
                + " AND (claimed_by IS NULL OR claimed_by = ?) FOR UPDATE SKIP LOCKED",
            in.name(),
            key,
            worker);
    return free
        && sql.update(
                "UPDATE entry SET claimed_by = ? WHERE collection = ? AND key = ?",
                worker,
                in.name(),
                key)
            > 0;
  }

  private synchronized Optional<String> worker() {
    return life.map(Life::id);
  }

  /** Makes sure that there is a worker, for one more claim or lease. */
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
    try {
      return Life.begin(
          PostgresDatabase.connect(config),
          node.randomId(),
          Place.ofProcess(),
          node.clock().instant().getEpochSecond());
    } catch (SQLException e) {
      throw PostgresFailure.explain(config, e);
    } catch (SqlFailure e) {
      throw PostgresFailure.explain(config, e.reason());
    }
  }

  /** Gives back claims of the present worker; those of an ended worker are free already. */
  private void giveBack(String worker, Database.Work<Integer> work) {
    if (worker().equals(Optional.of(worker))) {
      int _ = database.write(work);
    }
  }

  private StoreException lost() {
    return new StoreException(
        config.location()
            + ": the connection that held this step's work was lost and another process may have"
            + " taken it over; the change was not stored, run this again");
  }

  private synchronized boolean isAlive(String worker) {
    return life.filter(one -> one.id().equals(worker)).filter(Life::isAlive).isPresent();
  }

  /** Lease of this worker; closing it gives back its rows in the database. */
  private class Held implements Lease {
    private final String worker;
    private final Database.Work<Integer> returning;
    private boolean closed;

    Held(String worker, Database.Work<Integer> returning) {
      this.worker = worker;
      this.returning = returning;
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
        giveBack(worker, returning);
      }
    }
  }

  private final class Claimed extends Held implements Lease.EntryLease {
    private final List<String> keys;

    Claimed(Keyed in, List<String> keys, String worker) {
      super(
          worker,
          sql -> {
            for (String key : keys) {
              sql.update(
                  "UPDATE entry SET claimed_by = NULL"
                      + " WHERE collection = ? AND key = ? AND claimed_by = ?",
                  in.name(),
                  key,
                  worker);
            }
            return keys.size();
          });
      this.keys = List.copyOf(keys);
    }

    @Override
    public List<String> keys() {
      return keys;
    }
  }
}
