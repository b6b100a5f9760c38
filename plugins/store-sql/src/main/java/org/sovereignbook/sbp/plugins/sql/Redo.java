package org.sovereignbook.sbp.plugins.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.file.FileRedo;

/**
 * The changes of files of this node directory: planned in the transaction of the other changes, as
 * a row of {@code redo}, done after it, and forgotten. A row that is found later belongs to a
 * process that died in between.
 */
final class Redo {
  private final Database database;
  private final String directory;
  private final FileRedo files;

  Redo(Node node, Database database) {
    this.database = database;
    this.directory = Place.of(node.home());
    this.files = new FileRedo(node, "table redo of " + database.location());
  }

  /** Writes down what is to be done in files, if anything; the number of the row. */
  Optional<Long> plan(Sql sql, List<Change> changes) {
    if (changes.stream().noneMatch(FileRedo::concerns)) {
      return Optional.empty();
    }
    long number = Head.take(sql, "redo " + directory, 1);
    sql.update(
        "INSERT INTO redo (directory, number, plan) VALUES (?, ?, ?)",
        directory,
        number,
        JsonWriter.file(files.plan(changes)));
    return Optional.of(number);
  }

  /** Makes the changes and deletes their plan. */
  void carryOut(long number, List<Change> changes) {
    files.apply(changes);
    forget(number);
  }

  /** Finishes what was left; whether there was anything. */
  boolean finish() {
    record Left(long number, JsonObject plan) {}
    List<Left> left =
        database.read(
            sql ->
                sql.list(
                    "SELECT number, plan FROM redo WHERE directory = ? ORDER BY number",
                    row ->
                        new Left(
                            row.number(1), Node.jsonObject("redo", row.text(2).getBytes(UTF_8))),
                    directory));
    for (Left one : left) {
      files.applyAgain(one.plan());
      forget(one.number());
    }
    return !left.isEmpty();
  }

  private void forget(long number) {
    database.write(
        sql ->
            sql.update("DELETE FROM redo WHERE directory = ? AND number = ?", directory, number));
  }
}
