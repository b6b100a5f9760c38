package org.sovereignbook.sbp.frontend.screen;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;

/** Search for an item of a list by its id or hash, or by the beginning of one. */
public final class ItemFinder {
  private static final int MAX_CANDIDATES = 20;

  private ItemFinder() {}

  /**
   * Finds an item by its {@code toString}.
   *
   * @param what the kind of item, for messages
   * @param listCommand the command that lists all items
   */
  public static <T> T find(String what, String given, List<T> items, String listCommand) {
    List<T> found = new Abbreviation(given).among(items);
    if (found.isEmpty()) {
      throw CliException.notFound(
          "no such " + what + ": " + PeerText.quote(given), "all of them:  " + listCommand);
    }
    if (found.size() > 1) {
      throw ambiguous(given, found.stream().map(Object::toString).toList(), "a longer beginning");
    }
    return found.getFirst();
  }

  /** Returns the error for an ambiguous beginning: the candidates, and what to type instead. */
  public static CliException ambiguous(String given, List<String> candidates, String instead) {
    List<String> hints = new ArrayList<>(candidates);
    if (candidates.size() > MAX_CANDIDATES) {
      hints.subList(MAX_CANDIDATES, candidates.size()).clear();
      hints.add("and " + (candidates.size() - MAX_CANDIDATES) + " more");
    }
    return CliException.wrong(
        PeerText.quote(given) + " could be any of " + candidates.size() + "; use " + instead,
        hints.toArray(String[]::new));
  }
}
