package org.sovereignbook.sbp.authority.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;

/**
 * Tokens that belong to a process and end with it, however it ends. While it lives, the process has
 * a lock named after the token, which the operating system releases. Another process that finds the
 * lock released revokes the token.
 */
public final class HeldTokens {
  private static final String LOCK = ".lock";

  private HeldTokens() {}

  /** Locks a token for this process, before the token is stored. */
  public static NodeLock hold(Node node, Tokens.Token token) {
    return NodeLock.tryAcquire(file(node, token.id()), "a token", node.now(), token.agent().hex())
        .orElseThrow(() -> new IllegalStateException("a token twice: " + token.id()));
  }

  /** Releases the lock of a revoked token. */
  public static void free(Node node, Tokens.Token token, NodeLock lock) {
    lock.close();
    forget(file(node, token.id()));
  }

  public static boolean isAny(Node node) {
    return !node.disk().files(folder(node)).isEmpty();
  }

  /** Revokes the tokens of processes that have ended. */
  public static void revokeLeft(Ledger ledger) {
    Node node = ledger.node();
    for (Path file : node.disk().files(folder(node))) {
      String name = String.valueOf(file.getFileName());
      if (name.endsWith(LOCK)) {
        revokeIfLeft(ledger, file, name.substring(0, name.length() - LOCK.length()));
      }
    }
  }

  private static void revokeIfLeft(Ledger ledger, Path file, String token) {
    // A lock without an owner, of a token that is not stored, is about to be acquired.
    if (!NodeLock.isLeft(file) && !ledger.<Boolean>read(tx -> Tokens.isStored(tx, token))) {
      return;
    }
    Optional<NodeLock> free = NodeLock.tryAcquire(file, "its end", ledger.node().now(), "");
    if (free.isPresent()) {
      ledger.run(tx -> Tokens.revokeLeft(tx, token));
      free.get().close();
      forget(file);
    }
  }

  private static void forget(Path file) {
    try {
      boolean _ = Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new DiskException("cannot delete", file, e);
    }
  }

  private static Path file(Node node, String token) {
    return folder(node).resolve(token + LOCK);
  }

  private static Path folder(Node node) {
    return node.home().operational().resolve("held-tokens");
  }
}
