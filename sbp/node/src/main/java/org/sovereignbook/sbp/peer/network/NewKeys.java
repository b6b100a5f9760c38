package org.sovereignbook.sbp.peer.network;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Store;

/**
 * Writer of the node's own key files (IDENTITY §Keys). The current key and the next one change
 * together or not at all: both are first written beside the old ones, then one commit moves them
 * into place. Private keys never pass through the journal, which only names the files to move.
 * Replaced keys stay in {@code identity/retired/}. Needs exclusive access to the node.
 */
public record NewKeys(Node node, Store store) {
  /** Creates a new current key and a new next key, whatever keys existed before. */
  public KeyPair replaceBoth() {
    KeyPair keys = KeyPair.generate(node.random());
    keep(node.home().keypair());
    keep(node.home().nextKeypair());
    store.commit(swap(node, keys, KeyPair.generate(node.random())));
    return keys;
  }

  /** Makes the next key, where there is none. */
  public KeyPair makeNext() {
    KeyPair next = KeyPair.generate(node.random());
    KeyFile.save(node.disk(), node.home().nextKeypair(), next, node.now());
    return next;
  }

  /**
   * Puts the new key files beside the old ones, and says how a commit moves them into place. No
   * file is moved that another move puts there, so that the journal may be repeated.
   */
  static ChangeSet swap(Node node, KeyPair keys, KeyPair next) {
    Path stagedKeys = staged(node, "keypair.json");
    Path stagedNext = staged(node, "next-keypair.json");
    KeyFile.save(node.disk(), stagedKeys, keys, node.now());
    KeyFile.save(node.disk(), stagedNext, next, node.now());
    return new ChangeSet()
        .add(new Change.MoveFile(stagedKeys, node.home().keypair()))
        .add(new Change.MoveFile(stagedNext, node.home().nextKeypair()));
  }

  static Path retired(Node node, String name) {
    return node.home().retiredKeys().resolve(name);
  }

  /** Copies the file as it is, damaged or not, under a name that replaces no other copy. */
  private void keep(Path file) {
    Optional<byte[]> bytes = node.disk().read(file);
    if (bytes.isEmpty()) {
      return;
    }
    String name = "replaced-" + node.now().inFileName() + "-" + file.getFileName();
    Path copy = FreeName.of(retired(node, name), taken -> holdsOther(taken, bytes.get()));
    node.disk().writePrivate(copy, bytes.get());
  }

  private boolean holdsOther(Path copy, byte[] bytes) {
    return node.disk().read(copy).filter(held -> !Arrays.equals(held, bytes)).isPresent();
  }

  private static Path staged(Node node, String name) {
    return node.home().keypair().resolveSibling("staged").resolve(name);
  }
}
