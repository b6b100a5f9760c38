package org.sovereignbook.sbp.plugins.sql;

import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.store.PeersDocument;

/** The document {@code peers.md}, a row of {@code peer_line} for each of its lines. */
final class SqlPeers {
  /** Row that a change of the peers locks. */
  private static final String HEAD = "peers";

  private SqlPeers() {}

  static PeersDocument load(Sql sql) {
    return PeersDocument.parse(
        lines(sql).stream().map(line -> line + "\n").collect(Collectors.joining()));
  }

  /** Works like {@link #load}, for a transaction that will change it. */
  static PeersDocument loadLocked(Sql sql) {
    Head.lock(sql, HEAD);
    return load(sql);
  }

  /** Stores a document; lines that stay as they are are not touched. */
  static void save(Sql sql, PeersDocument document) {
    List<String> before = lines(sql);
    List<String> after = document.render().lines().toList();
    for (int i = 0; i < after.size(); i++) {
      if (i >= before.size() || !before.get(i).equals(after.get(i))) {
        sql.update(
            "INSERT INTO peer_line (position, line) VALUES (?, ?)"
                + " ON CONFLICT (position) DO UPDATE SET line = excluded.line",
            i,
            after.get(i));
      }
    }
    sql.update("DELETE FROM peer_line WHERE position >= ?", after.size());
  }

  /** Forgets them; the file stays as it is. */
  static void clear(Sql sql) {
    sql.update("DELETE FROM peer_line");
  }

  private static List<String> lines(Sql sql) {
    return sql.texts("SELECT line FROM peer_line ORDER BY position");
  }
}
