package org.sovereignbook.sbp.society.recall;

import java.util.List;

/**
 * Item found by a search. Nothing outside of the scopes searched changes it.
 *
 * @param id the id of the item
 * @param scope its scope
 * @param scorePerMille from 0 to 1000, which is an item that is first in every ranking; with the
 *     vector of a query 500 is an average item among those that were compared
 * @param why the words found, and whether the date fits, for people
 * @param passages its best passages, best first; empty if only author, title, caption or date fit
 */
public record RecallHit(
    String id, String scope, int scorePerMille, String why, List<Passage> passages) {

  /**
   * Passage of an item.
   *
   * @param number counted from 1
   * @param score comparable with the scores of all passages of the same search
   */
  public record Passage(int number, double score, String text) {}

  public RecallHit {
    passages = List.copyOf(passages);
  }
}
