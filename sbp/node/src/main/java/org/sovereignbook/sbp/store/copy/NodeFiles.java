package org.sovereignbook.sbp.store.copy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.node.FileTree;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.SetAside;
import org.sovereignbook.sbp.store.Store;

/**
 * The files of a node that are not its store's: what people, models and plugins have there, the
 * ledger, the documents. Locks, journals and temporary files belong to running processes and are
 * left out.
 */
final class NodeFiles {
  private final Path root;
  private final Set<Path> leftOut = new HashSet<>();
  private final List<Streamed> streams;
  private final NodeHome home;
  private final String storeLocation;

  NodeFiles(Node node, Store store, List<Collection> collections, boolean withKeys) {
    this.home = node.home();
    this.root = home.root();
    this.storeLocation = store.location().equals(home.runtime().toString()) ? "" : store.location();
    this.streams =
        collections.stream().filter(Streamed.class::isInstance).map(Streamed.class::cast).toList();
    for (Collection each : collections) {
      leftOut.add(
          switch (each) {
            case Keyed keyed -> keyed.in(home);
            case Streamed stream -> stream.in(home);
          });
    }
    leftOut.addAll(
        List.of(
            home.peers(),
            home.journal(),
            home.intake(),
            home.auditEnds(),
            home.auditEndsSigned(),
            home.madeThings()));
    if (!withKeys) {
      leftOut.addAll(List.of(home.keypair(), home.nextKeypair(), home.retiredKeys()));
    }
  }

  /**
   * Returns all files by path below the node's folder, with slashes; symbolic links are listed,
   * never followed; a pipe, socket or device is left out.
   */
  SortedMap<String, Path> all() {
    SortedMap<String, Path> found = new TreeMap<>();
    FileTree.walk(
        root,
        path -> leftOut.contains(path) || SetAside.isOne(path),
        (file, attributes) -> {
          if (!isLeftOut(file) && !attributes.isOther()) {
            found.put(root.relativize(file).toString().replace('\\', '/'), file);
          }
        });
    return found;
  }

  private boolean isLeftOut(Path file) {
    String name = String.valueOf(file.getFileName());
    boolean ofProcess =
        name.endsWith(".lock")
            || name.endsWith("-holder.json")
            || (name.startsWith(".") && name.endsWith(".tmp"));
    boolean ofStore =
        (!storeLocation.isEmpty() && file.toString().startsWith(storeLocation))
            || streams.stream().anyMatch(stream -> isArchive(stream, file));
    return ofProcess || ofStore || leftOut.contains(file) || SetAside.isOne(file);
  }

  private boolean isArchive(Streamed stream, Path file) {
    return stream.monthOf(file).map(month -> stream.archiveIn(home, month)).stream()
        .anyMatch(file::equals);
  }
}
