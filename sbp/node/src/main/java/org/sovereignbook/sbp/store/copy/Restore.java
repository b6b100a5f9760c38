package org.sovereignbook.sbp.store.copy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * {@code sbp restore}: a node from its backup, whole or not at all. Its state stands as files then;
 * who restores moves it to another store with {@link Migration}.
 *
 * @param node where it will be; nothing is there yet
 * @param collections what the state consists of, beside the peers
 */
public record Restore(Node node, List<Collection> collections) {

  /**
   * Restores it.
   *
   * @throws NodeException when something is in the way, or the backup is damaged; nothing has
   *     changed then
   */
  public BackupManifest from(BackupArchive archive) {
    Path root = node.home().root();
    if (Files.exists(root) && !isEmpty(root)) {
      throw new NodeException(
          root + " is not empty; nothing was changed: choose another folder, or move it away");
    }
    Path parent = root.toAbsolutePath().getParent();
    try {
      Files.createDirectories(parent);
      Path work = Files.createTempDirectory(parent, ".sbp-restore-");
      try {
        BackupManifest manifest = archive.extract(work, node.disk().freeBytes(work));
        Node made = at(work);
        compare(made, manifest, archive.file());
        if (!manifest.store().equals(StoreSettings.FILES)) {
          made.writeJson(
              made.home().schedulerConfig(),
              made.config().with(StoreSettings.BACKEND, StoreSettings.FILES).json());
        }
        Files.deleteIfExists(root);
        Files.move(work, root);
        return manifest;
      } finally {
        OwnerOnly.deleteTree(work);
      }
    } catch (IOException e) {
      throw new DiskException("cannot restore into", root, e);
    }
  }

  private Node at(Path folder) {
    return new Node(
        new org.sovereignbook.sbp.node.NodeHome(folder), node.disk(), node.clock(), node.random());
  }

  private void compare(Node made, BackupManifest manifest, Path file) {
    try (Store files = new FileStore(made)) {
      StoreDigest digest = StoreDigest.of(files, collections, _ -> {});
      // Each file of it was compared, in any format.
      if (manifest.format() == BackupManifest.FORMAT && !digest.total().equals(manifest.digest())) {
        throw new NodeException(
            "%s holds the state %s, but restored it is %s; nothing was changed"
                .formatted(file, manifest.digest(), digest.total()));
      }
    }
  }

  private static boolean isEmpty(Path folder) {
    try (var entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    } catch (IOException e) {
      throw new DiskException("cannot look into", folder, e);
    }
  }
}
