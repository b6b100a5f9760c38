package org.sovereignbook.sbp.store;

import java.util.List;
import java.util.Set;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.crypto.Secrets;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Collection.Keyed;

/**
 * The last look at a commit, which every store takes: no private key of the node enters a log, or
 * what others are sent or served (THREATS: "the node signs its own secret").
 */
public final class SecretGuard {
  private static final Set<Keyed> FOR_OTHERS =
      Set.of(Outbox.ITEMS, ObjectStore.CONTENT_CREATED, ObjectStore.ENDORSEMENTS_CREATED);

  private SecretGuard() {}

  /**
   * Returns the changes as they may be committed: a log line with a key is replaced.
   *
   * @throws SecretException when an entry for others contains a key; then nothing is committed
   */
  public static List<Change> checked(Node node, List<Change> changes) {
    if (changes.stream().noneMatch(SecretGuard::isSeenByOthers)) {
      return changes;
    }
    Secrets secrets = node.secrets();
    return changes.stream().map(change -> checked(secrets, change)).toList();
  }

  private static boolean isSeenByOthers(Change change) {
    return change instanceof Change.Append
        || change instanceof Change.Condense
        || (change instanceof Change.Put put && FOR_OTHERS.contains(put.in()));
  }

  private static Change checked(Secrets secrets, Change change) {
    return switch (change) {
      case Change.Append(var log, String line) ->
          new Change.Append(log, withoutKeys(secrets, line));
      case Change.Condense(var log, var at, int replaced, int archived, var summary) ->
          new Change.Condense(
              log,
              at,
              replaced,
              archived,
              summary.stream().map(line -> withoutKeys(secrets, line)).toList());
      case Change.Put put when FOR_OTHERS.contains(put.in()) && secrets.in(put.value()) ->
          throw new SecretException(put.in().name() + "/" + put.key());
      default -> change;
    };
  }

  /** Replaces a line's text that contains a key; its author and time stay. */
  private static String withoutKeys(Secrets secrets, String line) {
    return secrets.in(line)
        ? line.substring(0, line.indexOf('Z') + 1) + " (a private key stood here)"
        : line;
  }
}
