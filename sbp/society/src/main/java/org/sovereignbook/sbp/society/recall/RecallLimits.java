package org.sovereignbook.sbp.society.recall;

/** Limits of the index and of one search. A larger input is refused. */
public final class RecallLimits {
  public static final int QUERY_BYTES = 8_192;

  /** Different stems of a query, without stop words. */
  public static final int QUERY_TERMS = 128;

  public static final int SCOPES = 256;
  public static final int HITS = 200;
  public static final int PASSAGES = 4_095;
  public static final int TEXT_BYTES = 1 << 20;

  /** Best passages that a hit has. */
  public static final int PASSAGES_OF_HIT = 5;

  /** Items that are scored exactly; of more items, the ones with the most and rarest words. */
  static final int CANDIDATES = 1_000;

  /** Passages of a word that are read; of more passages, the ones of the newest items. */
  static final int WORD_PASSAGES = 100_000;

  /** Passages of an item that have vectors; the first ones. */
  public static final int EMBEDDED_PASSAGES = 512;

  /** Length of a vector. */
  public static final int DIMENSIONS = 4_096;

  /** Passages of the newest items whose vectors a search compares. */
  static final int COMPARED_PASSAGES = 50_000;

  /** Items that a search takes for their vectors alone. */
  static final int RELATED_ITEMS = 200;

  /** Longer words, such as hashes and encoded data, are cut off. */
  static final int TERM_CHARACTERS = 64;

  private RecallLimits() {}
}
