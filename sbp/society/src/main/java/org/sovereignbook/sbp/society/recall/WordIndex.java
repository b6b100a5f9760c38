package org.sovereignbook.sbp.society.recall;

import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Dialect;

/**
 * The databases' indexes of words, FTS5 and tsvector: each word is one for a scope and a stem. The
 * words have only letters, digits and a colon, and are quoted, so a text is never syntax.
 */
enum WordIndex {
  SQLITE(
      "\"",
      " OR ",
      "SELECT rowid AS id FROM recall_words WHERE recall_words MATCH ?",
      "group_concat(id)",
      "IN (SELECT value FROM json_each('[' || ? || ']'))"),
  POSTGRES(
      "'",
      " | ",
      "SELECT id FROM recall_passage"
          + " WHERE array_to_tsvector(string_to_array(terms, ' ')) @@ CAST(? AS tsquery)",
      "string_agg(CAST(id AS TEXT), ',')",
      "= ANY (CAST('{' || ? || '}' AS BIGINT[]))");

  private final String quote;
  private final String or;
  private final String matching;
  private final String joined;
  private final String among;

  WordIndex(String quote, String or, String matching, String joined, String among) {
    this.quote = quote;
    this.or = or;
    this.matching = matching;
    this.joined = joined;
    this.among = among;
  }

  static WordIndex of(Transaction tx) {
    return tx.dialect() == Dialect.SQLITE ? SQLITE : POSTGRES;
  }

  static String word(long scope, String term) {
    return scope + ":" + term;
  }

  /** Returns the query for any of some words, the parameter of the next two. */
  String any(List<String> words) {
    return words.stream().map(word -> quote + word + quote).collect(Collectors.joining(or));
  }

  /** Returns SQL that joins the ids of the newest matching passages with commas. */
  String newest(int most) {
    return "SELECT %s FROM (%s ORDER BY id DESC LIMIT %d) AS newest"
        .formatted(joined, matching, most);
  }

  String count() {
    return "SELECT COUNT(*) FROM (%s) AS matching".formatted(matching);
  }

  /** Returns the condition that a number is one of many, a parameter that joins them by commas. */
  String among() {
    return among;
  }
}
