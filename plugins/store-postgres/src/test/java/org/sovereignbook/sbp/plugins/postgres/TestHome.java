package org.sovereignbook.sbp.plugins.postgres;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/** Makes node directories whose store is a schema of the tests' PostgreSQL. */
final class TestHome {
  private TestHome() {}

  static Node make(Path folder, KeyPair keys, JsonObject store) {
    Node node =
        new Node(
            new NodeHome(folder), LocalDisk.unsynced(), InstantSource.system(), new SecureRandom());
    KeyFile.save(node.disk(), node.home().keypair(), keys, node.now());
    node.writeJson(
        node.home().identity(),
        IdentityDocument.create(
                keys,
                new IdentityDocument.Claims(
                    "Bob",
                    Endpoint.parse("https://bob.example.com/sbp"),
                    Optional.empty(),
                    Optional.empty()),
                node.now())
            .json());
    node.writeJson(node.home().schedulerConfig(), JsonObject.builder().put("store", store).build());
    return node;
  }

  static Node make(Path folder, JsonObject store) {
    return make(folder, KeyPair.generate(new SecureRandom()), store);
  }
}
