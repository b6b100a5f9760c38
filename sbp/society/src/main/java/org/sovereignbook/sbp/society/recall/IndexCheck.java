package org.sovereignbook.sbp.society.recall;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Dialect;

/** Comparison of the texts with what is indexed of them, and the way to make them agree. */
record IndexCheck(Transaction tx) {
  /** Newest passages whose words are compared; the numbers of all passages are. */
  private static final int COMPARED = 200;

  private static final String OF_NOBODY = "id / ? NOT IN (SELECT number FROM recall_item)";

  private record Passage(long id, String text, String terms, long scope, long atMs) {
    List<String> expected() {
      return RecallIndex.terms(text, PassageId.passage(id), atMs);
    }

    String expectedWords() {
      return RecallIndex.scoped(expected(), scope);
    }
  }

  Optional<String> drift() {
    return Stream.<Supplier<Optional<String>>>of(
            this::incompleteItems, this::passagesOfNobody, this::unlikeTable, this::otherTerms)
        .map(Supplier::get)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> incompleteItems() {
    return some(
        tx.number(
            "SELECT COUNT(*) FROM recall_item i WHERE passages + 1 <> (SELECT COUNT(*) FROM"
                + " recall_passage p WHERE p.id >= i.number * ? AND p.id < (i.number + 1) * ?)",
            PassageId.PER_ITEM,
            PassageId.PER_ITEM),
        "items lack passages");
  }

  private Optional<String> passagesOfNobody() {
    return some(
        tx.number("SELECT COUNT(*) FROM recall_passage WHERE " + OF_NOBODY, PassageId.PER_ITEM),
        "passages belong to no item");
  }

  /** SQLite keeps the index of words in tables of its own; PostgreSQL's belongs to the table. */
  private Optional<String> unlikeTable() {
    return tx.dialect() == Dialect.SQLITE
        ? some(
            tx.number(
                "SELECT (SELECT COUNT(*) FROM (SELECT id FROM recall_passage EXCEPT SELECT id FROM"
                    + " recall_words_docsize)) + (SELECT COUNT(*) FROM (SELECT id FROM"
                    + " recall_words_docsize EXCEPT SELECT id FROM recall_passage))"),
            "passages are only in the table or only in its index")
        : Optional.empty();
  }

  private Optional<String> otherTerms() {
    return some(
        passages(" ORDER BY p.id DESC LIMIT ?", COMPARED).stream()
            .filter(
                passage -> !passage.expectedWords().equals(passage.terms()) || !isFound(passage))
            .count(),
        "passages are indexed with other words than they have");
  }

  private boolean isFound(Passage passage) {
    return tx.dialect() != Dialect.SQLITE
        || Stream.of(passage.terms().split(" "))
            .filter(word -> !word.isEmpty())
            .allMatch(
                word ->
                    tx.exists(
                        "SELECT 1 FROM recall_words WHERE recall_words MATCH ? AND rowid = ?",
                        "\"" + word + "\"",
                        passage.id()));
  }

  private List<Passage> passages(String which, Object... parameters) {
    return tx.list(
        "SELECT p.id, p.text, p.terms, i.scope, i.at_ms FROM recall_passage p"
            + " JOIN recall_item i ON i.number = p.id / "
            + PassageId.PER_ITEM
            + which,
        row -> new Passage(row.number(1), row.text(2), row.text(3), row.number(4), row.number(5)),
        parameters);
  }

  private static Optional<String> some(long count, String what) {
    return count == 0 ? Optional.empty() : Optional.of("search: " + count + " " + what);
  }

  void rebuild() {
    if (tx.dialect() == Dialect.SQLITE) {
      tx.update("INSERT INTO recall_words (recall_words) VALUES ('rebuild')");
    }
    tx.update("DELETE FROM recall_passage WHERE " + OF_NOBODY, PassageId.PER_ITEM);
    tx.list("SELECT number FROM recall_item", row -> row.number(1)).forEach(this::index);
  }

  /** Returns whether an older text analysis has indexed an item. */
  boolean isOutdated() {
    return tx.exists("SELECT 1 FROM recall_item WHERE analysis < ?", Terms.VERSION);
  }

  /** Indexes some items again that an older text analysis has indexed; returns how many. */
  int renew(int most) {
    List<Long> items =
        tx.list(
            "SELECT number FROM recall_item WHERE analysis < ? ORDER BY number DESC LIMIT ?",
            row -> row.number(1),
            Terms.VERSION,
            most);
    items.forEach(this::index);
    return items.size();
  }

  private void index(long item) {
    long terms = 0;
    for (Passage passage :
        passages(
            " WHERE p.id >= ? AND p.id < ?", PassageId.of(item, 0), PassageId.of(item + 1, 0))) {
      terms += passage.expected().size();
      String words = passage.expectedWords();
      if (!words.equals(passage.terms())) {
        tx.update("UPDATE recall_passage SET terms = ? WHERE id = ?", words, passage.id());
      }
    }
    tx.update(
        "UPDATE recall_item SET terms = ?, analysis = ? WHERE number = ?",
        terms,
        Terms.VERSION,
        item);
  }
}
