package org.sovereignbook.sbp.testkit.injection;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PrivateKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.file.FileStore;

/** Puts injections into a node's inbox, each as the signed messages of a sender of its own. */
record Mailbag(Node node, FileStore store) {
  private static final Endpoint SOMEWHERE = Endpoint.parse("https://sender.example.com");

  /** Adds a harmless message of another peer, whose trust an injection may try to change. */
  void honest() {
    Sender honest = new Sender(keys("an honest peer"), SOMEWHERE);
    know(honest, "Marguerite");
    var _ = put(honest, MessageType.SHARE, content(honest, "Moss", "It grows on the north side."));
  }

  /** Adds the messages of an injection. Returns their ids. */
  List<InboxId> put(Injection one) {
    String first = one.sent().getFirst();
    Endpoint at =
        one.where() == Injection.Where.SENDER_ENDPOINT ? Endpoint.parse(first) : SOMEWHERE;
    Sender sender = new Sender(keys(one.id()), at);
    if (!isAnnounce(one.where())) {
      know(sender, one.where() == Injection.Where.SENDER_NAME ? first : "Somebody");
    }
    return one.sent().stream().map(text -> put(sender, one.where(), text)).toList();
  }

  /** Returns whether the text comes in an announce, which makes the sender known by itself. */
  private static boolean isAnnounce(Injection.Where where) {
    return where == Injection.Where.ANNOUNCE_NAME || where == Injection.Where.ANNOUNCE_DESCRIPTION;
  }

  private InboxId put(Sender sender, Injection.Where where, String text) {
    return switch (where) {
      case SHARE_TITLE -> put(sender, MessageType.SHARE, content(sender, text, "It rains."));
      case SHARE_BODY -> put(sender, MessageType.SHARE, content(sender, "Notes", text));
      case SHARE_TAGS ->
          put(
              sender,
              MessageType.SHARE,
              content(sender, "Notes", "It rains.", text.lines().toArray(String[]::new)));
      case DIRECT_BODY -> put(sender, MessageType.DIRECT, direct(text));
      case DIRECT_IN_REPLY_TO ->
          put(sender, MessageType.DIRECT, direct("As we said.").with("in_reply_to", text));
      case ANNOUNCE_NAME ->
          put(sender, MessageType.ANNOUNCE, identity(sender, text, "A gardener."));
      case ANNOUNCE_DESCRIPTION ->
          put(sender, MessageType.ANNOUNCE, identity(sender, "Somebody", text));
      case ENDORSEMENT_NOTE -> put(sender, MessageType.SHARE, endorsement(sender, text));
      case SENDER_NAME, SENDER_ENDPOINT ->
          put(sender, MessageType.DIRECT, direct("What do you think?"));
      case ACK_REASON ->
          put(
              sender,
              MessageType.ACK,
              Payloads.ack(
                  ContentHash.ofBytes(new byte[] {1}),
                  Payload.AckStatus.REJECTED,
                  Optional.of(text)));
    };
  }

  private record Sender(KeyPair keys, Endpoint endpoint) {}

  private static KeyPair keys(String name) {
    String seed = ContentHash.ofBytes(name.getBytes(StandardCharsets.UTF_8)).hex();
    return KeyPair.of(PrivateKey.of(HexFormat.of().parseHex(seed)));
  }

  private void know(Sender sender, String name) {
    PeerTable before = store.peers();
    Peer peer =
        Peer.met(name, sender.keys().publicKey(), sender.endpoint(), TrustState.KNOWN, node.now());
    store.commit(new ChangeSet().addAll(before.with(peer).changes(before)));
  }

  private InboxId put(Sender sender, MessageType type, JsonObject payload) {
    JsonObject envelope =
        Envelope.build(
            type,
            payload,
            sender.keys().publicKey(),
            sender.endpoint(),
            node.identity().publicKey(),
            node.now());
    String bytes = JsonWriter.compact(Envelope.sign(envelope, sender.keys()));
    return store.inbox().accept(bytes.getBytes(StandardCharsets.UTF_8), node.clock().instant());
  }

  private static JsonObject direct(String body) {
    return Payloads.direct(body, Optional.empty(), Optional.empty());
  }

  private JsonObject content(Sender author, String title, String body, String... tags) {
    return Content.sign(
        Content.build(
            author.keys().publicKey(), title, body, List.of(tags), Optional.empty(), node.now()),
        author.keys());
  }

  private JsonObject identity(Sender sender, String name, String description) {
    return Payloads.announce(
        IdentityDocument.create(
            sender.keys(),
            new IdentityDocument.Claims(
                name, sender.endpoint(), Optional.of(description), Optional.empty()),
            node.now()));
  }

  /** Signs an endorsement of this node, since the reader sees only endorsements that concern it. */
  private JsonObject endorsement(Sender endorser, String note) {
    return Endorsement.sign(
        Endorsement.build(
            endorser.keys().publicKey(),
            endorser.endpoint(),
            new Endorsement.Target.OfIdentity(node.identity().publicKey()),
            Optional.empty(),
            Optional.of(note),
            node.now()),
        endorser.keys());
  }
}
