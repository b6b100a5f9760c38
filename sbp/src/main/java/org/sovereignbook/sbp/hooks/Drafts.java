package org.sovereignbook.sbp.hooks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonString;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.node.Node;

/** Puts pieces that hooks wrote among the operator's drafts, each once, whatever crashes. */
final class Drafts {
  private Drafts() {}

  private record Waiting(String name, String content) {}

  /** One that becomes a file when this is kept. */
  static void keep(Transaction tx, HookRun run, HookAnswer.Draft draft) throws SQLException {
    String text =
        "---\ntitle: "
            + JsonWriter.compact(new JsonString(draft.title()))
            + "\n---\n\n"
            + draft.text()
            + "\n";
    long number =
        tx.sql()
            .first("SELECT COUNT(*) FROM hook_draft WHERE run = ?", row -> row.number(1), run.id())
            .orElse(0L);
    tx.sql()
        .update(
            "INSERT INTO hook_draft (name, run, content_id, at_ms) VALUES (?, ?, ?, ?)",
            "hook-" + run.hook() + "-" + run.id() + "-" + number + ".md",
            run.id(),
            tx.keep(run.subject(), "draft", text),
            tx.nowMs());
  }

  /** Writes all that wait. A draft that the operator has moved or published is not made again. */
  static void write(Ledger ledger) {
    Node node = ledger.node();
    List<Waiting> waiting =
        ledger.read(
            tx ->
                tx.sql()
                    .list(
                        "SELECT name, content_id FROM hook_draft WHERE written_ms IS NULL"
                            + " ORDER BY at_ms, name",
                        row -> new Waiting(row.text(1), row.text(2))));
    for (Waiting draft : waiting) {
      Path file = node.home().drafts().resolve(draft.name());
      Path published = node.home().draftsPublished().resolve(draft.name());
      Optional<String> text = ledger.read(tx -> tx.text(draft.content()));
      if (text.isPresent() && !node.disk().exists(file) && !node.disk().exists(published)) {
        node.disk().write(file, text.get().getBytes(StandardCharsets.UTF_8));
      }
      int _ =
          ledger.write(
              tx ->
                  tx.sql()
                      .update(
                          "UPDATE hook_draft SET written_ms = ? WHERE name = ?",
                          tx.nowMs(),
                          draft.name()));
    }
  }
}
