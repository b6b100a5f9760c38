package org.sovereignbook.sbp.society.recall;

/** Limits of the index and of one search. A larger input is refused. */
public final class RecallLimits {
  public static final int QUERY_BYTES = 8_192;

  /** Different stems of a query, without stop words. */
  public static final int QUERY_TERMS = 256;

  public static final int SCOPES = 256;
  public static final int HITS = 200;
  public static final int PASSAGES = 4_095;
  public static final int TEXT_BYTES = 1 << 20;

  /** Passages, and as many items, that are scored exactly. */
  static final int CANDIDATES = 100;

  /** Longer words, such as hashes and encoded data, are cut off. */
  static final int TERM_CHARACTERS = 64;

  private RecallLimits() {}
}
