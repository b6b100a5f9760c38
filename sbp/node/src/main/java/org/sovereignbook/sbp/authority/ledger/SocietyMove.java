package org.sovereignbook.sbp.authority.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.store.SetAside;

/**
 * Copy of a node's society from one database to another, when its store changes and for a backup.
 * The source is never deleted.
 *
 * @param from the provider of the present store
 * @param to the provider of the new store
 */
public record SocietyMove(Node node, LedgerProvider from, LedgerProvider to) {

  /**
   * Copies the society to the new place and compares both, when there is a society and the place
   * changes. May be repeated until the node has its new store.
   *
   * @param replace whether a society that exists already in the new place may be replaced
   * @throws NodeException when the new place has another society, or other processes use this one
   */
  public void copy(boolean replace) {
    if (!moves() || !exists()) {
      return;
    }
    try (Database here = from.open(node);
        Database there = to.open(node)) {
      requireAlone(here);
      SocietyTables tables = SocietyTables.of(node);
      if (!replace
          && tables.rows(there) > 0
          && !tables.digests(there).equals(tables.digests(here))) {
        throw new NodeException(
            there.location() + " holds another society; if it is not needed, add --replace");
      }
      tables.copy(here, there);
    }
  }

  /**
   * Renames the database file that the node no longer uses, so that it is not taken for the
   * society.
   */
  public Optional<Path> setAside() {
    Path file = node.home().society();
    if (!moves() || !from.name().equals(SqliteLedgerProvider.NAME) || Files.notExists(file)) {
      return Optional.empty();
    }
    node.made().note(NodeThing.SOCIETY, to.name());
    Path aside = file.resolveSibling(SetAside.SOCIETY + node.now().inFileName() + ".db");
    try {
      return Optional.of(Files.move(file, aside));
    } catch (IOException e) {
      throw new DiskException("cannot put aside", file, e);
    }
  }

  /**
   * Writes a snapshot of a society into the SQLite file of another node's folder, while other
   * processes continue; does nothing without a society.
   */
  public static void into(Node copy, Node of, LedgerProvider provider) {
    if (new SocietyMove(of, provider, provider).exists()) {
      try (Database database = provider.open(of)) {
        Path file = copy.home().society();
        if (database.read(sql -> sql.dialect() == Dialect.SQLITE)) {
          OwnerOnly.makeFolder(file.resolveSibling(""));
          database.read(sql -> sql.update("VACUUM INTO ?", file.toString()));
          OwnerOnly.restrict(file);
        } else {
          try (Database other = new SqliteLedgerProvider().open(copy)) {
            SocietyTables.of(of).copy(database, other);
          }
        }
      } catch (IOException e) {
        throw new DiskException("cannot copy the society to", copy.home().society(), e);
      }
    }
  }

  private boolean moves() {
    return !from.name().equals(to.name());
  }

  private boolean exists() {
    Optional<Ledger> ledger = Ledger.openIfAny(node, from);
    ledger.ifPresent(Ledger::close);
    return ledger.isPresent();
  }

  private static void requireAlone(Database here) {
    if (!here.isAlone()) {
      throw new NodeException(
          "another process uses "
              + here.location()
              + "; end teams, and coding CLIs that have sbp mcp, and run this again");
    }
  }
}
