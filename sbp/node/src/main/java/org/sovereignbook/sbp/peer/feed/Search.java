package org.sovereignbook.sbp.peer.feed;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TextWords;
import org.sovereignbook.sbp.store.Store;

/**
 * Words to find. All of them must occur, each as part of a word, without regard to case and
 * accents; in a text, or beside it in a title, the tags or the writer's name.
 */
public record Search(List<String> words) {
  /**
   * Hit of a search.
   *
   * @param id a piece's hash, or an id
   * @param by its author, or the other side of a message; of tasks and memory, who wrote them here
   * @param title of a piece, a task or an item
   * @param text the surroundings of the first word found
   */
  @Shape.Def("hit")
  public record Hit(
      Kind kind, String id, Someone by, Timestamp at, Optional<String> title, String text) {}

  /** Kind of text that can be searched. */
  public enum Kind {
    PIECE,
    MESSAGE,
    TASK,
    MAIL,
    MEMORY
  }

  /** Pieces of this node and of others. */
  public static final TextSource PIECES =
      new TextSource(
          Kind.PIECE, "search", asked -> asked.search().pieces(asked.store()), Search::authors);

  /** Personal messages. */
  public static final TextSource MESSAGES =
      new TextSource(
          Kind.MESSAGE,
          "messages",
          asked -> asked.search().messages(asked.store()),
          Search::authors);

  public Search {
    words = words.stream().map(TextWords::folded).filter(word -> !word.isEmpty()).toList();
  }

  private static List<Authority> authors(TextSource.Asked asked, List<Hit> hits) {
    return new ShownText(asked.tx())
        .ofPeers(
            hits.stream().map(Hit::by).filter(by -> !by.own()).map(Someone::publicKey).toList());
  }

  Stream<Hit> pieces(Store store) {
    Feed feed = new Feed(store);
    People people = new People(store);
    return feed.stored()
        .flatMap(
            stored -> {
              Content content = stored.content();
              Someone author = people.of(content.authorKey());
              return found(
                  content.body(), content.title(), String.join(" ", content.tags()), author.name())
                  .map(
                      text ->
                          new Hit(
                              Kind.PIECE,
                              content.hash().toString(),
                              author,
                              stored.at(),
                              Optional.of(content.title()),
                              text))
                  .stream();
            });
  }

  Stream<Hit> messages(Store store) {
    return new Conversations(store)
        .all().stream()
            .flatMap(
                talk ->
                    talk.messages().stream()
                        .flatMap(
                            entry ->
                                found(entry.message().body(), talk.peer().name())
                                    .map(text -> hit(talk.peer(), entry, text))
                                    .stream()))
            .sorted(Comparator.comparing(Hit::at).reversed());
  }

  private static Hit hit(Someone peer, Conversation.MessageWithState entry, String text) {
    return new Hit(
        Kind.MESSAGE, entry.message().id(), peer, entry.message().at(), Optional.empty(), text);
  }

  /** Returns the surroundings of the first word in a text, or its beginning. */
  public String around(String body) {
    return Excerpt.around(body, words);
  }

  /**
   * Returns the surroundings of the first word in the text, if all words occur in it or beside it.
   */
  public Optional<String> found(String body, String... beside) {
    String text = TextWords.folded(body);
    String rest = TextWords.folded(String.join("\n", beside));
    if (words.isEmpty() || !words.stream().allMatch(w -> text.contains(w) || rest.contains(w))) {
      return Optional.empty();
    }
    return Optional.of(around(body));
  }
}
