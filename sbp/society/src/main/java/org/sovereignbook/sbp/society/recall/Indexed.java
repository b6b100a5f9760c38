package org.sovereignbook.sbp.society.recall;

import java.util.List;

/**
 * Text to index.
 *
 * @param id the id of the item that has this text
 * @param scope the random id of the one scope in which a search may find it
 * @param author the author's name; empty if there is none
 * @param title empty if there is none
 * @param caption further words about the item, such as its tags; empty if there are none
 * @param atMs the date that the text is about, in milliseconds since 1970
 * @param passages its paragraphs or turns, in order
 */
public record Indexed(
    String id,
    String scope,
    String author,
    String title,
    String caption,
    long atMs,
    List<String> passages) {

  public Indexed {
    passages = List.copyOf(passages);
  }
}
