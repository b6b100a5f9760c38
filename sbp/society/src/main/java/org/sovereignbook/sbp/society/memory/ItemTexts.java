package org.sovereignbook.sbp.society.memory;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.peer.feed.Search;
import org.sovereignbook.sbp.peer.feed.TextSource;
import org.sovereignbook.sbp.society.recall.RecallIndex;

/** Search in the items that the caller may read: of the best ranked, those with all the words. */
public final class ItemTexts {
  public static final TextSource SOURCE =
      new TextSource(Search.Kind.MEMORY, "memory_search", ItemTexts::find, ItemTexts::shown);

  private static final int RANKED = 200;

  private ItemTexts() {}

  private static Stream<Search.Hit> find(TextSource.Asked asked) {
    String query = String.join(" ", asked.search().words());
    return new MemorySearch(asked.tx())
        .search(asked.caller(), query, ItemFilter.ALL, RANKED).stream()
            .flatMap(found -> hit(asked, found.item()).stream())
            .sorted(Comparator.comparing(Search.Hit::at).reversed());
  }

  private static Optional<Search.Hit> hit(TextSource.Asked asked, Items.Whole found) {
    MemoryItem item = found.item();
    String writer = MemoryHolder.nameOf(asked.tx(), item.author());
    String text = String.join("\n", item.type().body(found.body()).passages());
    String tags = String.join(" ", found.tags());
    return asked
        .search()
        .found(text, item.title(), tags, writer)
        .or(() -> byStems(asked.search(), text, item.title(), tags, writer))
        .map(
            around ->
                new Search.Hit(
                    Search.Kind.MEMORY,
                    item.id(),
                    asked.here(writer),
                    Timestamp.ofMillis(item.life().updatedMs()),
                    Optional.of(item.title()),
                    around));
  }

  /** Finds what {@code memory search} finds, such as another form of a word. */
  private static Optional<String> byStems(Search search, String body, String... beside) {
    String all = body + "\n" + String.join("\n", beside);
    return RecallIndex.hasAll(all, String.join(" ", search.words()))
        ? Optional.of(search.around(body))
        : Optional.empty();
  }

  private static List<Authority> shown(TextSource.Asked asked, List<Search.Hit> hits) {
    List<String> ids = hits.stream().map(Search.Hit::id).toList();
    Items items = new Items(asked.tx());
    items.recalled(asked.caller(), ids);
    return items.causes(ids);
  }
}
