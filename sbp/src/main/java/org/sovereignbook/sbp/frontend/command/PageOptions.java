package org.sovereignbook.sbp.frontend.command;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Option;

/**
 * The requested page of a list, and the paging of all lists. A cursor is the key of an item, so
 * that added or removed items shift nothing. A page ends after {@link #limit} items or {@link
 * #MAX_PAGE_BYTES}, and shows at most {@link Cut#MAX_LISTED_BYTES} of each text.
 */
public final class PageOptions {
  public static final String LIMIT = "--limit";
  public static final String AFTER = "--after";

  /** Keeps a tool's answer, which holds its document twice, below a mebibyte. */
  public static final int MAX_PAGE_BYTES = 256 * 1_024;

  private static final int MAX_PAGE_ITEMS = 1_000;

  @Option(
      names = {"-n", LIMIT},
      paramLabel = "N",
      description = "the most to show (default ${DEFAULT-VALUE})")
  @Range.Of(min = 1)
  @ToolArgument.Of(text = "at most")
  int limit;

  @Option(
      names = AFTER,
      paramLabel = "CURSOR",
      description = "go on behind this place, which the page before it names")
  @ToolArgument.Of(text = "next of the page before")
  Optional<String> after = Optional.empty();

  private final Optional<String> whole;

  private PageOptions(int limit, Optional<String> whole) {
    this.limit = limit;
    this.whole = whole;
  }

  /**
   * Makes options for a list that cuts long texts.
   *
   * @param usual the default number of items
   * @param whole the command that shows one item whole
   */
  public static PageOptions cut(int usual, String whole) {
    return new PageOptions(usual, Optional.of(whole));
  }

  /** Makes options for a list that shows its items whole. */
  public static PageOptions whole(int usual) {
    return new PageOptions(usual, Optional.empty());
  }

  /** Returns a copy that does not cut texts, for a list that people read. */
  public PageOptions withWholeTexts() {
    PageOptions page = whole(limit);
    page.after = after;
    return page;
  }

  /** Returns the number of items to query from a database: one more than a page has. */
  public int toRead() {
    return most() + 1;
  }

  private int most() {
    return Math.min(limit, MAX_PAGE_ITEMS);
  }

  /** Returns the given cursor. */
  public Optional<String> after() {
    return after;
  }

  /** Returns the given cursor of a list whose keys are numbers. */
  public Optional<Long> afterNumber() {
    try {
      return after.map(Long::parseLong);
    } catch (NumberFormatException e) {
      throw noCursor();
    }
  }

  /** Returns the error for a cursor that no page of this list has named. */
  public CliException noCursor() {
    return CliException.wrong(
        "%s %s is no place in this list".formatted(AFTER, PeerText.quote(after.orElse(""))),
        "take the cursor that the page before printed, or begin again without " + AFTER);
  }

  /**
   * Makes the page of a whole list.
   *
   * @param key returns the unique key of an item
   * @throws CliException when no item has the cursor as its key
   */
  public <T extends Record> Page<T> of(Stream<T> all, Function<T, String> key) {
    Iterator<T> items = all.iterator();
    boolean isFound = after.isEmpty();
    while (!isFound && items.hasNext()) {
      isFound = key.apply(items.next()).equals(after.get());
    }
    if (!isFound) {
      throw noCursor();
    }
    return behind(items, key);
  }

  /** Makes the page from items after the cursor. */
  public <T extends Record> Page<T> behind(Iterator<T> items, Function<T, String> key) {
    List<T> shown = new ArrayList<>();
    boolean isCut = false;
    boolean isFull = false;
    int bytes = 0;
    while (!isFull && items.hasNext()) {
      T item = items.next();
      JsonObject json = Shape.write(item);
      boolean isLong = whole.isPresent() && Cut.isNeeded(json);
      bytes += JsonWriter.compactBytes(isLong ? Cut.texts(json) : json);
      isFull = shown.size() == most() || (!shown.isEmpty() && bytes > MAX_PAGE_BYTES);
      if (!isFull) {
        shown.add(item);
        isCut |= isLong;
      }
    }
    Optional<String> next = isFull ? Optional.of(key.apply(shown.getLast())) : Optional.empty();
    return new Page<>(shown, new Page.End(next, isCut ? whole : Optional.empty()));
  }
}
