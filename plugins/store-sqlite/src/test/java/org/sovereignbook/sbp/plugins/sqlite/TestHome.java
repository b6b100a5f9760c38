package org.sovereignbook.sbp.plugins.sqlite;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/** Makes node directories whose store is SQLite. */
final class TestHome {
  private TestHome() {}

  static Node make(Path folder) {
    return make(folder, KeyPair.generate(new SecureRandom()), JsonObject.empty());
  }

  static Node make(Path folder, KeyPair keys, JsonObject sqlite) {
    Node node = on(folder, LocalDisk.unsynced());
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
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.builder()
            .put(
                "store",
                JsonObject.builder().put("backend", "sqlite").put("sqlite", sqlite).build())
            .build());
    return node;
  }

  /** A node directory seen through some disk. */
  static Node on(Path folder, Disk disk) {
    return new Node(new NodeHome(folder), disk, InstantSource.system(), new SecureRandom());
  }
}
