package org.sovereignbook.sbp.cli;

import java.util.List;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.node.PeerText;

/** Which item of a list a person means by its name, or by the beginning of one name. */
final class ItemFinder {
  private ItemFinder() {}

  /**
   * Finds it.
   *
   * @param what how messages call such an item
   * @param listCommand what shows them all
   */
  static <T> T find(String what, String given, List<T> items, String listCommand) {
    List<T> exact = items.stream().filter(item -> item.toString().equals(given)).toList();
    List<T> found =
        exact.isEmpty()
            ? items.stream().filter(item -> begins(item.toString(), given)).toList()
            : exact;
    if (found.size() == 1) {
      return found.getFirst();
    }
    if (found.isEmpty()) {
      throw CliException.notFound(
          "no such " + what + ": " + PeerText.quote(given), "all of them:  " + listCommand);
    }
    throw CliException.wrong(
        PeerText.quote(given) + " could be any of " + found.size() + "; use a longer beginning",
        found.stream().map(Object::toString).toArray(String[]::new));
  }

  /** A beginning may leave out the folder, or what kind of hash it is. */
  private static boolean begins(String name, String given) {
    return !given.isEmpty()
        && (name.startsWith(given)
            || name.substring(name.indexOf('/') + 1).startsWith(given)
            || name.substring(name.indexOf(':') + 1).startsWith(given));
  }
}
