package org.sovereignbook.sbp.peer.reader;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.RejectedEnvelope;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Bob's node with words for what the reader's tests do: receive, digest, decide, look. */
record ReaderNode(TestNode test, ServedContent served) {
  static final KeyPair ALICE = TestKeys.alice();
  static final KeyPair BOB = TestKeys.bob();
  static final KeyPair EVE = TestKeys.eve();
  static final KeyPair CAROL = TestKeys.named("carol");
  static final Endpoint ALICE_AT = TestNode.ALICE_ENDPOINT;
  static final Endpoint EVE_AT = Endpoint.parse("https://eve.example.com");
  static final Endpoint CAROL_AT = Endpoint.parse("https://carol.example.com");

  static ReaderNode in(Path folder) {
    return new ReaderNode(TestNode.in(folder), new ServedContent());
  }

  /** A node that knows Alice. */
  static ReaderNode knowingAlice(Path folder, TrustState trust) {
    ReaderNode node = in(folder);
    node.test.addPeer("Alice", ALICE, ALICE_AT, trust);
    return node;
  }

  Node node() {
    return test.node();
  }

  FileStore store() {
    return test.store();
  }

  // What arrives.

  InboxId receive(byte[] envelope) {
    return store().inbox().accept(envelope, test.clock().instant());
  }

  /** Puts a file into the inbox by hand. */
  InboxId drop(String name, byte[] bytes) {
    node().disk().write(test.home().inbox().resolve(name + ".json"), bytes);
    return new InboxId(name);
  }

  InboxId receive(KeyPair sender, Endpoint from, MessageType type, JsonObject payload) {
    return receive(test.envelope(sender, from, type, payload));
  }

  InboxId share(KeyPair sender, JsonObject object) {
    return receive(sender, at(sender), MessageType.SHARE, object);
  }

  InboxId direct(KeyPair sender, String body) {
    return direct(sender, body, Optional.empty());
  }

  InboxId direct(KeyPair sender, String body, Optional<ContentHash> contentRef) {
    JsonObject payload = Payloads.direct(body, contentRef, Optional.empty());
    return receive(sender, at(sender), MessageType.DIRECT, payload);
  }

  InboxId subscribe(KeyPair sender) {
    return receive(sender, at(sender), MessageType.SUBSCRIBE, JsonObject.empty());
  }

  InboxId unsubscribe(KeyPair sender) {
    return receive(sender, at(sender), MessageType.UNSUBSCRIBE, JsonObject.empty());
  }

  InboxId ack(KeyPair sender, Optional<String> reason) {
    ContentHash ref = ContentHash.ofBytes(new byte[] {1});
    return receive(
        sender, at(sender), MessageType.ACK, Payloads.ack(ref, Payload.AckStatus.ACCEPTED, reason));
  }

  InboxId announce(KeyPair sender, IdentityDocument document) {
    return announce(sender, document.json());
  }

  InboxId announce(KeyPair sender, JsonObject document) {
    JsonObject payload = JsonObject.builder().put("identity", document).build();
    return receive(sender, at(sender), MessageType.ANNOUNCE, payload);
  }

  static Endpoint at(KeyPair sender) {
    if (sender.publicKey().equals(ALICE.publicKey())) {
      return ALICE_AT;
    }
    return sender.publicKey().equals(EVE.publicKey()) ? EVE_AT : CAROL_AT;
  }

  // What it holds.

  JsonObject content(KeyPair author, String title) {
    return test.content(author, title, "The body of " + title, "trust");
  }

  JsonObject reply(KeyPair author, String title, ContentHash parent) {
    return Signing.sign(
        Content.build(
            author.publicKey(), title, "A reply", List.of(), Optional.of(parent), node().now()),
        author,
        "author_key");
  }

  JsonObject endorsement(KeyPair endorser, Endorsement.Target target, String note) {
    return Signing.sign(
        Endorsement.build(
            endorser.publicKey(),
            at(endorser),
            target,
            Optional.empty(),
            Optional.of(note),
            node().now()),
        endorser,
        "endorser_key");
  }

  IdentityDocument identity(KeyPair keys, String name, Optional<KeyPair> next) {
    return IdentityDocument.create(
        keys,
        new IdentityDocument.Claims(name, at(keys), Optional.empty(), next.map(KeyPair::publicKey)),
        node().now());
  }

  IdentityDocument rotated(KeyPair from, KeyPair to, String name) {
    return IdentityDocument.rotate(
        from,
        to,
        new IdentityDocument.Claims(name, at(from), Optional.empty(), Optional.empty()),
        node().now());
  }

  /** Stores content that this node wrote. */
  ContentHash publish(String title) {
    JsonObject own = content(BOB, title);
    store().commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_CREATED, own)));
    return ContentHash.of(own);
  }

  // What it does.

  PreprocessResult pre() {
    return served.pre(node(), store());
  }

  PostprocessResult post() {
    return new ReaderPostprocess(node(), store()).run();
  }

  void decide(JsonObject... decisions) {
    decide(JsonArray.of(decisions), "notes");
  }

  void decide(JsonArray decisions, String notes) {
    node()
        .writeJson(
            test.home().readerDecisions(),
            JsonObject.builder().put("decisions", decisions).put("session_notes", notes).build());
  }

  void decideRaw(String text) {
    node().disk().write(test.home().readerDecisions(), text.getBytes(StandardCharsets.UTF_8));
  }

  /** Digests, decides, executes. */
  PostprocessResult judge(JsonObject... decisions) {
    pre();
    decide(decisions);
    return post();
  }

  static JsonObject decision(InboxId item, String action) {
    return JsonObject.builder().put("inbox_id", item.value()).put("action", action).build();
  }

  static JsonObject trust(InboxId item, String trust) {
    return decision(item, "update_trust").with("new_trust", trust);
  }

  // What is to be seen.

  JsonObject digest() {
    return node().readJson(test.home().inboxDigest()).orElseThrow();
  }

  boolean hasDigest() {
    return node().disk().exists(test.home().inboxDigest());
  }

  List<JsonObject> items() {
    return digest().array("items").orElseThrow().objects();
  }

  JsonObject item(InboxId id) {
    return items().stream()
        .filter(item -> item.string("id").equals(Optional.of(id.value())))
        .findFirst()
        .orElseThrow();
  }

  List<JsonObject> outbox(OutboxKind kind) {
    return store().outbox().pending().stream()
        .filter(id -> id.kind() == kind)
        .map(this::outboxItem)
        .toList();
  }

  JsonObject outboxItem(OutboxId id) {
    return store().outbox().read(id).orElseThrow();
  }

  Peer peer(KeyPair keys) {
    return store().peers().find(keys.publicKey()).orElseThrow();
  }

  boolean knows(KeyPair keys) {
    return store().peers().find(keys.publicKey()).isPresent();
  }

  List<String> ops() {
    return store().lines(LogFile.OPS);
  }

  List<String> session() {
    return store().lines(LogFile.SESSION);
  }

  List<JsonObject> endorsed() {
    return store().objects().hashes(ObjectStore.ENDORSEMENTS_CREATED).stream()
        .map(hash -> store().objects().find(ObjectStore.ENDORSEMENTS_CREATED, hash).orElseThrow())
        .toList();
  }

  List<String> rejected() {
    return RejectedEnvelope.all(store()).stream().map(one -> one.id() + ".json").toList();
  }

  List<String> processed() {
    return names(test.home().inbox().resolve("processed"));
  }

  List<InboxId> inbox() {
    return store().inbox().pending();
  }

  /** Moves the clock, so that the next entry comes later. */
  void later() {
    test.clock().advance(java.time.Duration.ofSeconds(1));
  }

  private List<String> names(Path folder) {
    return node().disk().files(folder).stream().map(file -> file.getFileName().toString()).toList();
  }
}
