package org.sovereignbook.sbp.testkit.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.society.memory.MemoryBeginning;
import org.sovereignbook.sbp.society.memory.MemoryObserver;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.testing.EmptySociety;

/**
 * Society of one machine: an SQLite file in a temporary folder, which is open while the machine
 * runs. A crash falls before or after a transaction, never into one.
 */
final class SimSociety {
  /** The agents of each node with a society; the second is another worker at the same board. */
  static final List<String> AGENTS = List.of("helper", "second");

  private final SimNode node;
  private final MemoryDisk disk;
  private final Path file;
  private Optional<Ledger> open = Optional.empty();
  private Optional<byte[]> backup = Optional.empty();

  /** The judge's connection, until the file is closed. */
  private Optional<Connection> reading = Optional.empty();

  SimSociety(SimNode node, MemoryDisk disk) {
    this.node = node;
    this.disk = disk;
    this.file = node.node().home().society();
  }

  /** Makes the database with its agents. */
  void make() {
    EmptySociety.putInto(node.node());
    for (String agent : AGENTS) {
      var _ =
          as(
              Optional.empty(),
              (tx, caller) ->
                  new Registration(
                          agent,
                          AgentType.CUSTOM,
                          Optional.empty(),
                          Optional.of(Capabilities.ofTools(Globs.ALL)),
                          AgentReach.PEERS,
                          AgentReach.PEERS,
                          Optional.empty())
                      .register(tx, caller));
    }
  }

  /** Returns the ledger for one step, which closes it. */
  Ledger lent(Node step) {
    return ledger().lent(step);
  }

  /** Works as a command does it, for an agent or the owner. */
  <T> T as(Optional<String> agent, Permissions.Work<T> work) {
    return Permissions.run(
        ledger(),
        new ToolCall("mail_read", JsonObject.empty(), "command", agent, Optional.empty()),
        work);
  }

  private Ledger ledger() {
    if (open.isEmpty()) {
      Node on = node.node();
      Ledger ledger =
          Ledger.open(on, new DyingDatabase(fast()))
              .knowing(node::trust)
              .observedByFeatures(List.of(new MemoryObserver()));
      open = Optional.of(ledger);
      MemoryBeginning.ensure(ledger);
      Agents.ensureOfTheNode(ledger, Component.names(Component.Trait.AGENT));
    }
    return open.get();
  }

  /** Opens the file without syncs, which a simulated crash does not need. */
  private Database fast() {
    return SqliteDatabase.open(
        file,
        (connection, _) -> {
          try (Statement statement = connection.createStatement()) {
            boolean _ = statement.execute("PRAGMA synchronous = OFF");
          }
        });
  }

  /** Closes the file, at the end of the machine's processes. */
  void close() {
    endReading();
    open.ifPresent(Ledger::close);
    open = Optional.empty();
  }

  void backUp() {
    close();
    try {
      backup = Optional.of(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Brings back the file as it was at the last backup. */
  void restore() {
    close();
    try {
      Path _ = Files.write(file, backup.orElseThrow());
      boolean _ = Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-wal"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the bytes of the database's files. */
  List<byte[]> files() {
    List<byte[]> files = new ArrayList<>();
    for (String end : List.of("", "-wal")) {
      try {
        files.add(Files.readAllBytes(file.resolveSibling(file.getFileName() + end)));
      } catch (NoSuchFileException e) {
        // Nothing waits to be written into the database.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return files;
  }

  /** Returns rows as the judge reads them, with names of columns in lower case. */
  List<Map<String, String>> rows(String query) {
    List<Map<String, String>> rows = new ArrayList<>();
    try (Statement statement = reader().createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        Map<String, String> row = new TreeMap<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.put(result.getMetaData().getColumnLabel(i), String.valueOf(result.getString(i)));
        }
        rows.add(row);
      }
      return rows;
    } catch (SQLException e) {
      throw new IllegalStateException(query, e);
    }
  }

  private Connection reader() throws SQLException {
    if (reading.isEmpty()) {
      reading = Optional.of(DriverManager.getConnection("jdbc:sqlite:" + file));
    }
    return reading.get();
  }

  private void endReading() {
    try {
      if (reading.isPresent()) {
        reading.get().close();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("cannot close " + file, e);
    }
    reading = Optional.empty();
  }

  /** Database whose machine may die at a commit, and whose disk may be full. */
  private final class DyingDatabase implements Database {
    private final Database database;

    DyingDatabase(Database database) {
      this.database = database;
    }

    @Override
    public String location() {
      return database.location();
    }

    @Override
    public <T> T read(Work<T> work) {
      return database.read(work);
    }

    @Override
    public <T> T snapshot(Work<T> work) {
      return database.snapshot(work);
    }

    @Override
    public <T> T write(Work<T> work) {
      if (disk.isFull()) {
        throw new StoreException("the disk is full; free some space and run this again");
      }
      T result =
          database.write(
              sql -> {
                T made = work.run(sql);
                disk.transaction("commit");
                return made;
              });
      disk.transaction("committed");
      return result;
    }

    @Override
    public void close() {
      database.close();
    }
  }
}
