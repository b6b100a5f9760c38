package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.StateDocument;

/**
 * Moves all that the file store keeps into {@code runtime/store-set-aside-TIME/}, each at its place
 * there, so that nothing is deleted by a program.
 */
record SetAside(Node node) {
  private static final String FOLDER_PREFIX = "store-set-aside-";

  /** The folder of the last time; empty when nothing was ever set aside. */
  static Optional<Path> latest(Node node) {
    return node.disk().folders(node.home().runtime()).stream()
        .filter(folder -> folder.getFileName().toString().startsWith(FOLDER_PREFIX))
        .reduce((_, later) -> later);
  }

  List<Operation> operations() {
    NodeHome home = node.home();
    Path folder =
        FreeName.of(
            home.runtime().resolve(FOLDER_PREFIX + node.now().inFileName()), node.disk()::exists);
    List<Operation> moves = new ArrayList<>();
    for (Path path : paths()) {
      if (node.disk().exists(path)) {
        moves.add(new Operation.Move(path, folder.resolve(home.runtime().relativize(path))));
      }
    }
    return moves;
  }

  /** Everything that belongs to the store. */
  private List<Path> paths() {
    NodeHome home = node.home();
    FileLogs logs = new FileLogs(node);
    List<Path> paths =
        new ArrayList<>(
            List.of(
                home.inbox(),
                home.outbox(),
                home.sent(),
                home.sentArchive(),
                home.peerIdentities(),
                home.peers(),
                home.seenHashes(),
                home.seenEnvelopes(),
                home.replyIndex()));
    Stream.of(ObjectKind.values())
        .map(kind -> home.runtime().resolve(kind.folder()))
        .forEach(paths::add);
    Stream.of(StateDocument.values()).map(document -> document.in(home)).forEach(paths::add);
    for (LogFile log : LogFile.values()) {
      paths.add(log.in(home));
      logs.months(log).forEach(month -> paths.add(log.archiveIn(home, month)));
    }
    return paths;
  }
}
