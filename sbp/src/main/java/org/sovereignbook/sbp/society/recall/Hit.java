package org.sovereignbook.sbp.society.recall;

/**
 * Item found by a search.
 *
 * @param id the id of the item
 * @param scope its scope
 * @param scorePerMille 1000 for an item that is first in every ranking; depends on nothing outside
 *     of the scopes searched
 * @param why the words found, and the date that was named, for people
 * @param passage the number of its best passage, from 1; 0 if only author, title, caption or date
 *     fit
 * @param text the best passage
 */
public record Hit(
    String id, String scope, int scorePerMille, String why, int passage, String text) {}
