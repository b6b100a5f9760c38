package org.sovereignbook.sbp.testkit.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PrivateKey;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/** A node directory at five past noon with one store opened on it, and things to put into it. */
final class Bench implements AutoCloseable {
  private static final Duration DAY = Duration.ofDays(1);

  static final Instant NOON = Instant.parse("2026-03-17T12:05:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
  private final Function<Node, Store> opening;
  private final Consumer<Node> release;
  private final Node node;
  private final List<Store> opened = new ArrayList<>();
  private Optional<Store> store = Optional.empty();

  Bench(Path folder, Function<Node, Store> opening, Consumer<Node> release) {
    this.opening = opening;
    this.release = release;
    InstantSource clock = now::get;
    this.node = new Node(new NodeHome(folder), LocalDisk.unsynced(), clock, new SecureRandom());
    node.writeJson(node.home().schedulerConfig(), JsonObject.empty());
  }

  Node node() {
    return node;
  }

  /** Returns a node of the same directory with another disk. */
  Node nodeOn(Disk disk) {
    return new Node(node.home(), disk, node.clock(), node.random());
  }

  /** Returns the store under test, opened on first use. */
  Store store() {
    if (store.isEmpty()) {
      store = Optional.of(another());
    }
    return store.get();
  }

  /** Opens one more instance, as another process would. */
  Store another() {
    Store one = opening.apply(node);
    opened.add(one);
    return one;
  }

  /** Closes the store and opens it again. */
  Store reopened() {
    store.ifPresent(Store::close);
    store = Optional.empty();
    return store();
  }

  void commit(Change... changes) {
    store().commit(new ChangeSet().addAll(List.of(changes)));
  }

  Timestamp now() {
    return node.now();
  }

  /** Lets time pass on a node that looks at its clock each day, so that no day is a leap. */
  void advance(Duration time) {
    Duration left = time;
    while (left.compareTo(DAY) > 0) {
      pass(DAY);
      left = left.minus(DAY);
    }
    pass(left);
  }

  private void pass(Duration time) {
    Optional<ClockWatch.Leap> _ = new ClockWatch(node).look();
    now.updateAndGet(instant -> instant.plus(time));
    Optional<ClockWatch.Leap> _ = new ClockWatch(node).look();
  }

  @Override
  public void close() {
    opened.forEach(Store::close);
    release.accept(node);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static InboxId inboxId(String name) {
    return new InboxId(name);
  }

  static OutboxId reply(String name) {
    return new OutboxId(OutboxKind.REPLIES, name);
  }

  static JsonObject json(String name, String value) {
    return JsonObject.builder().put(name, value).build();
  }

  /** Returns the key pair of a name, always the same. */
  static KeyPair keys(String name) {
    return KeyPair.of(
        PrivateKey.of(HexFormat.of().parseHex(ContentHash.ofBytes(bytes(name)).hex())));
  }

  Peer peer(String name) {
    return Peer.met(
        name,
        keys(name).publicKey(),
        Endpoint.parse("https://peer.example.com"),
        TrustState.KNOWN,
        now());
  }

  /** Adds rows for these peers. */
  void meet(Peer... peers) {
    var before = store().peers();
    var after = before;
    for (Peer peer : peers) {
      after = after.with(peer);
    }
    store().commit(new ChangeSet().addAll(after.changes(before)));
  }

  JsonObject content(String author, String body, Optional<ContentHash> parent) {
    KeyPair keys = keys(author);
    return Signing.sign(
        Content.build(keys.publicKey(), "Title", body, List.of("tag"), parent, now()),
        keys,
        "author_key");
  }

  IdentityDocument identity(String name, String description) {
    return IdentityDocument.create(
        keys(name),
        new IdentityDocument.Claims(
            name,
            Endpoint.parse("https://peer.example.com"),
            Optional.of(description),
            Optional.empty()),
        now());
  }

  /** Reads a file of the node directory; empty text if there is none. */
  String file(Path path) {
    return node.readText(path).orElse("");
  }
}
