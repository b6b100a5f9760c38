package org.sovereignbook.sbp.testing;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.store.file.FileStoreProvider;

/** Small complete node: bob, at noon, with allowed private endpoints and no peers. */
public final class TestNode {
  public static final Endpoint ALICE_ENDPOINT = Endpoint.parse("https://alice.example.com");
  public static final Endpoint BOB_ENDPOINT = Endpoint.parse("https://bob.example.com/sbp");

  /** On a busy machine a shell may take longer than the usual time. */
  private static final JsonObject PATIENT =
      JsonObject.builder().put("run_seconds", 50).put("model_run_seconds", 50).build();

  /** Stores of a program without plugins: always the files. */
  public static final Stores FILES = (node, name) -> new FileStoreProvider();

  private final TestClock clock;
  private final Node node;
  private final KeyPair keys;

  private TestNode(Node node, TestClock clock, KeyPair keys) {
    this.node = node;
    this.clock = clock;
    this.keys = keys;
  }

  /** Makes the node's files in a folder. */
  public static TestNode in(Path folder) {
    return in(folder, TestKeys.bob(), BOB_ENDPOINT);
  }

  public static TestNode in(Path folder, KeyPair keys, Endpoint endpoint) {
    return in(folder, keys, endpoint, new SecureRandom());
  }

  /** Makes the node's files, with ids from this source. */
  public static TestNode in(Path folder, KeyPair keys, Endpoint endpoint, SecureRandom random) {
    TestClock clock = new TestClock();
    Node node = new Node(new NodeHome(folder), LocalDisk.unsynced(), clock, random);
    KeyFile.save(node.disk(), node.home().keypair(), keys, node.now());
    node.writeJson(
        node.home().identity(),
        IdentityDocument.create(
                keys,
                new IdentityDocument.Claims("Bob", endpoint, Optional.empty(), Optional.empty()),
                node.now())
            .json());
    node.writeText(node.home().peers(), FileStore.emptyPeers());
    node.writeText(node.home().ethos(), "# Ethos\n\n## Interests\n\ntrust and networks\n");
    TestNode made = new TestNode(node, clock, keys);
    made.configure(
        JsonObject.builder()
            .put(
                "network_config", JsonObject.builder().put("allow_private_endpoints", true).build())
            .put("hooks", PATIENT)
            .build());
    return made;
  }

  public Node node() {
    return node;
  }

  /** Returns a node of the same files on another disk, such as one that crashes. */
  public Node nodeOn(Disk disk) {
    return new Node(node.home(), disk, clock, node.random());
  }

  public TestClock clock() {
    return clock;
  }

  public KeyPair keys() {
    return keys;
  }

  public NodeHome home() {
    return node.home();
  }

  public FileStore store() {
    return new FileStore(node);
  }

  /** Replaces scheduler-config.json. */
  public void configure(JsonObject config) {
    node.writeJson(node.home().schedulerConfig(), config);
  }

  /** Adds a peer of this trust to the table. */
  public Peer addPeer(String name, KeyPair peer, Endpoint endpoint, TrustState trust) {
    Peer met = Peer.met(name, peer.publicKey(), endpoint, trust, node.now());
    Peer row = trust == TrustState.KNOWN ? met.withKnownBy(KnownBy.OWNER) : met;
    put(row);
    return row;
  }

  /** Adds or replaces a row of the table. */
  public void put(Peer row) {
    FileStore store = store();
    var before = store.peers();
    store.commit(new ChangeSet().addAll(before.with(row).changes(before)));
  }

  /** Returns a signed envelope to this node. */
  public byte[] envelope(KeyPair sender, Endpoint from, MessageType type, JsonObject payload) {
    JsonObject unsigned =
        Envelope.build(type, payload, sender.publicKey(), from, keys.publicKey(), node.now());
    return org.sovereignbook.sbp.base.json.JsonWriter.compact(Envelope.sign(unsigned, sender))
        .getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  /** Returns a signed piece of content. */
  public JsonObject content(KeyPair author, String title, String body, String... tags) {
    return Signing.sign(
        Content.build(author.publicKey(), title, body, List.of(tags), Optional.empty(), node.now()),
        author,
        "author_key");
  }
}
