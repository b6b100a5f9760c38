package org.sovereignbook.sbp.plugins.sql;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;

/**
 * The changes of one set as statements of one transaction, except those of peers and of files,
 * which the store itself makes. Lines are added last and in the order of the streams' names, so
 * that transactions wait for each other as shortly as can be and never in a circle.
 */
final class SqlChanges {
  private final SqlEntries entries;
  private final SqlLines lines;
  private final Set<Keyed> tidied = new HashSet<>();
  private final Map<Streamed, List<String>> appended =
      new TreeMap<>(Comparator.comparing(Streamed::name));

  SqlChanges(Sql sql, Node node) {
    this.entries = new SqlEntries(sql, node);
    this.lines = new SqlLines(sql);
  }

  void apply(Change change) {
    switch (change) {
      case Change.Put(var in, var key, var value) -> {
        if (in.kept().isPresent() && tidied.add(in)) {
          entries.forget(in);
        }
        entries.put(in, key, value);
      }
      case Change.Delete(var from, var key) -> entries.delete(from, key);
      case Change.Move move -> entries.move(move);
      case Change.MoveGroup(var from, var group, var to) -> {
        for (String key : entries.keys(from, group)) {
          entries.move(from.move(key, to));
        }
      }
      case Change.Fill(var in, var all) -> {
        entries.clear(in);
        for (Map.Entry<String, byte[]> one : all.entrySet()) {
          entries.put(in, one.getKey(), one.getValue());
        }
      }
      case Change.Append(var to, var line) ->
          appended.computeIfAbsent(to, _ -> new ArrayList<>()).add(line);
      case Change.Condense condense -> {
        addLines();
        lines.condense(condense);
      }
      case Change.FillLines fill -> lines.fill(fill);
      case Change.Forget(var collections) -> forget(collections);
      case Change.OfPeers _, Change.OfFiles _ -> {
        // Made by the store.
      }
    }
  }

  /** Adds the lines that were appended. */
  void addLines() {
    for (Map.Entry<Streamed, List<String>> added : appended.entrySet()) {
      lines.append(added.getKey(), added.getValue());
    }
    appended.clear();
  }

  private void forget(List<Collection> collections) {
    entries.clear(SqlEntries.ACCEPTED);
    SqlPeers.clear(entries.sql());
    for (Collection each : collections) {
      switch (each) {
        case Keyed keyed -> entries.clear(keyed);
        case Streamed stream -> lines.clear(stream);
      }
    }
  }
}
