package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Setting;

/**
 * Copy of the state that a node's former store has left in the node's folder, with texts that were
 * erased since. No backup contains it, and maintenance removes it after a time.
 *
 * @param path a folder of files, or the database of a society
 * @param since when it was set aside; empty for a name without a time
 */
public record SetAside(Path path, Optional<Timestamp> since) {
  /** The beginning of the name of a folder with the files of a store. */
  public static final String STORE = "store-set-aside-";

  /** The beginning of the name of a database of the society. */
  public static final String SOCIETY = "society-set-aside-";

  static final Setting<Integer> KEEP_DAYS =
      Setting.integer(
          "maintenance_config.set_aside_keep_days",
          30,
          0,
          36_500,
          "how long the files of a former store stay in `runtime/store-set-aside-TIME/` (and a"
              + " society's in `runtime/society/`); then maintenance deletes them");

  /** Returns whether a file or folder of a node is one, by its name. */
  public static boolean isOne(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.startsWith(STORE) || name.startsWith(SOCIETY);
  }

  /** Returns all of a node, in the order of their names. */
  public static List<SetAside> all(Node node) {
    return Stream.concat(
            node.disk().folders(node.home().runtime()).stream(),
            node.disk().files(node.home().society().resolveSibling("")).stream())
        .filter(SetAside::isOne)
        .map(path -> new SetAside(path, since(String.valueOf(path.getFileName()))))
        .toList();
  }

  private static Optional<Timestamp> since(String name) {
    String time = name.substring((name.startsWith(STORE) ? STORE : SOCIETY).length());
    return InboxId.time(time).map(Timestamp::new);
  }

  /** Returns when maintenance deletes it. */
  public Optional<Timestamp> until(Node node) {
    return since.map(at -> at.plus(Duration.ofDays(node.config().get(KEEP_DAYS))));
  }

  /** Returns whether its time is over. */
  public boolean isOver(Node node) {
    return until(node).filter(end -> !end.isAfter(node.now())).isPresent();
  }

  /** Gives one that a wrong clock dates in the future the time of now, so that it ends. */
  public SetAside dated(Node node) {
    Instant now = node.now().instant();
    if (since.filter(at -> at.instant().isAfter(now)).isEmpty()) {
      return this;
    }
    String name = String.valueOf(path.getFileName());
    String beginning = name.startsWith(STORE) ? STORE : SOCIETY;
    String suffix = name.endsWith(".db") ? ".db" : "";
    Path renamed =
        FreeName.of(
            path.resolveSibling(beginning + node.now().inFileName() + suffix), node.disk()::exists);
    node.disk().move(path, renamed);
    return new SetAside(renamed, Optional.of(node.now()));
  }
}
