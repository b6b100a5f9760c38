package org.sovereignbook.sbp.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.crypto.ContentHash;

/**
 * Snapshot of a node: every row of every table of its society, and every file. Two of them are
 * equal when nothing had an effect in between.
 */
public final class Everything {
  /** Tables and files in which any call may leave a trace: decisions and requests. */
  public static final Set<String> TRAIL =
      Set.of(
          "audit",
          "audit_chain",
          "audit_detail",
          "audit_anchor",
          "authority",
          "access_rate",
          "access_request",
          "agent_error");

  private Everything() {}

  /** Returns rows and files by their places, without the trail. */
  public static NavigableSet<String> of(Ledger ledger) {
    NavigableMap<String, List<String>> all = rows(ledger);
    all.keySet().removeAll(TRAIL);
    all.putAll(files(ledger.node().home().root()));
    NavigableSet<String> lines = new TreeSet<>();
    all.forEach((where, what) -> what.forEach(each -> lines.add(where + ": " + each)));
    return lines;
  }

  /** Returns the lines that are in only one of both. */
  public static List<String> changed(NavigableSet<String> before, NavigableSet<String> after) {
    NavigableSet<String> different = new TreeSet<>();
    before.stream().filter(line -> !after.contains(line)).map("- "::concat).forEach(different::add);
    after.stream().filter(line -> !before.contains(line)).map("+ "::concat).forEach(different::add);
    return List.copyOf(different);
  }

  private static NavigableMap<String, List<String>> rows(Ledger ledger) {
    return ledger.read(
        tx -> {
          NavigableMap<String, List<String>> all = new TreeMap<>();
          List<String> tables =
              tx.list(
                  "SELECT name FROM sqlite_master WHERE type = 'table'"
                      + " AND name NOT LIKE 'sqlite%'",
                  row -> row.text(1));
          for (String table : tables) {
            List<String> columns =
                tx.list("SELECT name FROM pragma_table_info('" + table + "')", r -> r.text(1));
            String row =
                String.join(
                    " || '|' || ",
                    columns.stream().map(name -> "quote(\"" + name + "\")").toList());
            all.put(
                table, tx.list("SELECT " + row + " FROM " + table + " ORDER BY 1", r -> r.text(1)));
          }
          return all;
        });
  }

  /** Leaves out the database itself, the seal of its trail, and locks. */
  private static NavigableMap<String, List<String>> files(Path root) {
    NavigableMap<String, List<String>> all = new TreeMap<>();
    try (Stream<Path> found = Files.walk(root)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        String name = root.relativize(file).toString();
        if (!name.matches(
            ".*/society\\.db.*|.*\\.lock|.*-holder\\.json|.*/society/requests|.*/access-policies\\.json"
                + "|.*/audit-ends\\.txt")) {
          all.put(
              name, new ArrayList<>(List.of(ContentHash.ofBytes(Files.readAllBytes(file)).hex())));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }
}
