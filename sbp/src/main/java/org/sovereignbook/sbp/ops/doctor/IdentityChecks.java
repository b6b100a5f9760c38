package org.sovereignbook.sbp.ops.doctor;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeHome;

/** Checks that keys and identity document are safe and belong together (IDENTITY). */
record IdentityChecks(Node node, NodeHome home) {
  private static final String SIGN_ANEW = "sbp identity --set name=NAME";

  /**
   * Checks that the keys are readable by the owner only, and a pair. Any other state is an
   * exception with the remedy.
   */
  Finding keys() {
    KeyPair _ = KeyFile.load(node.disk(), home.keypair());
    return Finding.pass("for their owner only");
  }

  Finding identity() {
    JsonObject stored = node.readIntactJson(home.identity()).orElse(JsonObject.empty());
    try {
      node.requireClock(stored);
    } catch (NodeException e) {
      return Finding.fail(e.getMessage(), "timedatectl set-ntp true");
    }
    IdentityDocument identity = node.identity();
    return identity.publicKey().equals(node.keys().publicKey())
        ? Finding.pass("valid, " + identity.fingerprint())
        : Finding.fail(
            home.identity() + " is of another key than " + home.keypair() + ": restore the key, or",
            SIGN_ANEW);
  }

  Finding nextKey() {
    Optional<ContentHash> committed = node.identity().nextKeyHash();
    if (committed.isEmpty()) {
      return Finding.fail(
          "the identity commits to no successor, so a thief of the key could rotate you out",
          (node.disk().exists(home.nextKeypair()) ? "" : "sbp keygen && ") + SIGN_ANEW);
    }
    if (!node.disk().exists(home.nextKeypair())) {
      return Finding.skip("kept somewhere else; bring it back for sbp keygen --rotate");
    }
    KeyPair next = KeyFile.load(node.disk(), home.nextKeypair());
    return committed.get().equals(ContentHash.ofBytes(next.publicKey().bytes()))
        ? Finding.pass("for its owner only, committed to")
        : Finding.fail(
            home.nextKeypair() + " is not the key that the identity commits to",
            "cp BACKUP/next-keypair.json runtime/identity/");
  }
}
