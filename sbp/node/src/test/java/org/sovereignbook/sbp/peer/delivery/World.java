package org.sovereignbook.sbp.peer.delivery;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** A node with an outbox, and the peers that it delivers to. */
record World(TestNode node, FakePeers peers) {

  static World in(Path folder) {
    TestNode node = TestNode.in(folder);
    return new World(node, new FakePeers(node.clock()));
  }

  DeliveryResult run() throws InterruptedException {
    return run(node.node(), false);
  }

  DeliveryResult runNow() throws InterruptedException {
    return run(node.node(), true);
  }

  DeliveryResult run(Node on, boolean now) throws InterruptedException {
    return new Delivery(on, new FileStore(on), peers).run(now, Progress.NONE);
  }

  /** Runs after the given time has passed. */
  DeliveryResult runAfter(Duration time) throws InterruptedException {
    node.clock().advance(time);
    return run();
  }

  Peer subscriber(String name) {
    Peer peer = peer(name).withSubscriber(true);
    node.put(peer);
    return peer;
  }

  Peer peer(String name) {
    return node.addPeer(
        name,
        TestKeys.named(name),
        Endpoint.parse("https://" + name + ".example"),
        TrustState.KNOWN);
  }

  OutboxId content(String name) {
    return put(OutboxKind.CONTENT, name, node.content(node.keys(), name, "Text of " + name));
  }

  OutboxId direct(String name, Peer to) {
    return put(OutboxKind.REPLIES, name, directTo(to, "Hello from " + name));
  }

  static JsonObject directTo(Peer to, String body) {
    return OutboxItems.envelope(
        MessageType.DIRECT, Payloads.direct(body, Optional.empty(), Optional.empty()), to);
  }

  OutboxId put(OutboxKind kind, String name, JsonObject json) {
    OutboxId id = new OutboxId(kind, name);
    store().commit(new ChangeSet().add(Outbox.put(id, json)));
    return id;
  }

  FileStore store() {
    return node.store();
  }

  JsonObject item(OutboxId id) {
    return store().outbox().read(id).orElseThrow();
  }

  JsonObject failed(String name) {
    return store().outbox().readFailed(name).orElseThrow();
  }

  /** The state of one recipient in a fan-out item. */
  static JsonObject state(JsonObject item, PublicKey recipient) {
    return item.object("_recipients").orElseThrow().object(recipient.toString()).orElseThrow();
  }

  /** The names in {@code sent/} of today. */
  List<String> sent() {
    Path today = node.home().sent().resolve(node.node().now().toString().substring(0, 10));
    return names(node.node().disk().files(today).stream());
  }

  JsonObject sent(String name) {
    Path today = node.home().sent().resolve(node.node().now().toString().substring(0, 10));
    return node.node().readJson(today.resolve(name + ".json")).orElseThrow();
  }

  List<String> failed() {
    return store().outbox().failed();
  }

  List<OutboxId> pending() {
    return store().outbox().pending();
  }

  List<String> log() {
    return store().lines(LogFile.OPS);
  }

  private static List<String> names(Stream<Path> files) {
    return files.map(file -> file.getFileName().toString().replace(".json", "")).toList();
  }
}
