package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.protocol.IdentityDocument;

/** {@code identity/peers/}: the last identity document of each peer, one file a fingerprint. */
final class FilePeerIdentities {
  private FilePeerIdentities() {}

  static Path file(NodeHome home, PublicKey key) {
    return home.peerIdentities()
        .resolve(JsonFiles.fileName(Fingerprint.of(key).toString().replace(':', '-')));
  }

  /** A document that no longer validates (edited by hand) counts as not held. */
  static Optional<IdentityDocument> find(Node node, PublicKey key) {
    return node.readJson(file(node.home(), key))
        .flatMap(json -> IdentityDocument.validate(json, node.clock().instant()).toOptional());
  }

  /** The keys of all documents that {@link #find} finds, sorted. */
  static List<PublicKey> keys(Node node) {
    return node.disk().files(node.home().peerIdentities()).stream()
        .filter(file -> JsonFiles.name(file).isPresent())
        .flatMap(file -> node.readIntactJson(file).stream())
        .flatMap(json -> json.parsed("public_key", PublicKey::parse).stream())
        .filter(key -> find(node, key).isPresent())
        .distinct()
        .sorted()
        .toList();
  }
}
