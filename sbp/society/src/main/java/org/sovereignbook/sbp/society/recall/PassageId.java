package org.sovereignbook.sbp.society.recall;

/**
 * Id of a row of {@code recall_passage}: the item's number and the passage's, 0 for the heading.
 */
final class PassageId {
  private static final int BITS = 12;

  /** Ids of one item. */
  static final int PER_ITEM = 1 << BITS;

  private PassageId() {}

  static long of(long item, int passage) {
    return item << BITS | passage;
  }

  static long item(long id) {
    return id >> BITS;
  }

  static int passage(long id) {
    return (int) (id & (PER_ITEM - 1));
  }
}
