package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;

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

  List<Operation> operations(List<Collection> collections) {
    NodeHome home = node.home();
    Path folder =
        FreeName.of(
            home.runtime().resolve(FOLDER_PREFIX + node.now().inFileName()), node.disk()::exists);
    Set<Path> paths = new TreeSet<>(List.of(home.peers()));
    collections.forEach(collection -> paths.addAll(paths(collection)));
    return paths.stream()
        .filter(path -> !paths.contains(path.getParent()) && node.disk().exists(path))
        .<Operation>map(
            path -> new Operation.Move(path, folder.resolve(home.runtime().relativize(path))))
        .toList();
  }

  /** What holds a collection. */
  private List<Path> paths(Collection collection) {
    return switch (collection) {
      case Keyed keyed -> List.of(keyed.layout().root(node.home()));
      case Streamed stream -> {
        FileLines files = new FileLines(node, stream);
        yield Stream.concat(Stream.of(files.file()), files.months().stream().map(files::archive))
            .toList();
      }
    };
  }
}
