package org.sovereignbook.sbp.store.copy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * {@code sbp backup}: a node in one file, a zip of its folder in which its state, wherever it is
 * stored, has the form of a file store. It is complete and of one moment: the caller has locked the
 * node against steps and ticks; a server may continue, and its new entries may or may not be in the
 * backup. The written file is read back and compared before it gets its name.
 *
 * @param collections the collections of the state, beside the peers
 */
public record Backup(Node node, Store store, List<Collection> collections) {
  /** A database under way: a file of it copied beside another would be no database. */
  private static final String SOCIETY = "runtime/society/society.db";

  /** Collections that a server may change at the same time. */
  private static final Set<String> OF_SERVER = Set.of(Inbox.WAITING.name(), StoreContents.STATES);

  /** Data of packages above the store that needs care when it is copied. */
  @FunctionalInterface
  public interface Addition {
    /** A node without any. */
    Addition NONE = _ -> {};

    /** Adds it to the files of the copy, in the place that it has in a node. */
    void to(Node copy);
  }

  /**
   * Makes it.
   *
   * @param file must not exist; readable by its owner only
   * @param withKeys whether the private keys are in it
   * @param more what stands in the place of the node's own files of that name
   * @param progress hears how many entries of the state were copied
   * @throws NodeException when the file cannot be there
   */
  public BackupManifest into(Path file, boolean withKeys, Addition more, IntConsumer progress) {
    Path target = file.toAbsolutePath().normalize();
    if (target.startsWith(node.home().root())) {
      throw new NodeException(
          file + " is in the node that it would be a backup of; choose a place outside of it");
    }
    if (Files.exists(target)) {
      throw new NodeException(file + " exists; nothing is written over, choose another name");
    }
    Path folder = parent(target);
    Path work = temporary(folder);
    try {
      Node copy = copyState(work.resolve("node"), progress);
      more.to(copy);
      Path archive = work.resolve("backup.zip");
      BackupManifest manifest = write(archive, copy, withKeys);
      new BackupArchive(archive).verify();
      Files.move(archive, target);
      return manifest;
    } catch (IOException e) {
      throw new DiskException("cannot write the backup", file, e);
    } finally {
      OwnerOnly.deleteTree(work);
    }
  }

  private static Path parent(Path file) {
    Path parent = file.getParent();
    if (parent == null) {
      throw new NodeException(file + " is no file's name");
    }
    return parent;
  }

  /**
   * Creates the temporary file beside the backup, where the space is needed anyway; for its owner
   * only.
   */
  private static Path temporary(Path folder) {
    try {
      Files.createDirectories(folder);
      return Files.createTempDirectory(folder, ".sbp-backup-");
    } catch (IOException e) {
      throw new DiskException("cannot write in", folder, e);
    }
  }

  /** Copies the state as files, and compares them with their source. */
  private Node copyState(Path folder, IntConsumer progress) {
    Node copy = new Node(new NodeHome(folder), LocalDisk.unsynced(), node.clock(), node.random());
    try (Store files = new FileStore(copy)) {
      StoreCopy _ = StoreCopy.run(store, files, collections, progress);
      List<String> different =
          digest(store).differences(digest(files)).stream()
              .filter(kind -> !OF_SERVER.contains(kind))
              .toList();
      if (!different.isEmpty()) {
        throw new StoreException(
            "what was copied is not the same as what is kept: " + different + "; run it again");
      }
    }
    return copy;
  }

  private StoreDigest digest(Store of) {
    return StoreDigest.of(of, collections, _ -> {});
  }

  private BackupManifest write(Path archive, Node copy, boolean withKeys) throws IOException {
    SequencedMap<String, Path> files =
        new TreeMap<>(new NodeFiles(node, store, collections, withKeys).all());
    files.keySet().removeIf(path -> path.startsWith(SOCIETY));
    files.putAll(new NodeFiles(copy, new FileStore(copy), List.of(), true).all());
    boolean knowsPeers = copy.disk().exists(copy.home().peers());
    files.put("runtime/peers.md", (knowsPeers ? copy : node).home().peers());
    StoreDigest digest = digest(new FileStore(copy));
    IdentityDocument identity = node.identityAsWritten();
    BackupManifest manifest =
        new BackupManifest(
            BackupManifest.FORMAT,
            node.now(),
            String.valueOf(node.home().root().getFileName()),
            identity.name(),
            identity.fingerprint(),
            Stores.backend(node),
            withKeys,
            digest.total(),
            digest.entries(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>());
    return new BackupArchive(archive).write(manifest, files);
  }
}
