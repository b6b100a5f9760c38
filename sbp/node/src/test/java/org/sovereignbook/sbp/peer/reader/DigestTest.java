package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.BOB;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement.Target;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.ObjectStore;

/** inbox-digest.json, item by item (IMPLEMENTATION §3.3, reader-preprocess 3f and 5). */
class DigestTest {
  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceIsEndorsed() {
    node = ReaderNode.knowingAlice(folder, TrustState.ENDORSED);
  }

  @Test
  void aShareHasTheSeedsMembersInTheSeedsOrderAndOursAfterThem() {
    InboxId id = node.share(ALICE, node.content(ALICE, "On trust"));

    node.pre();

    JsonObject item = node.item(id);
    assertThat(item.members().sequencedKeySet())
        .containsExactly(
            "id",
            "message_type",
            "sender_key",
            "sender_name",
            "sender_trust",
            "content_title",
            "content_body",
            "content_hash",
            "content_tags",
            "object_kind",
            "author_key",
            "author_first_seen",
            "reply_to_own",
            "sender_endpoint",
            "envelope_hash");
    assertThat(item.string("message_type")).contains("share");
    assertThat(item.string("sender_key")).contains(ALICE.publicKey().toString());
    assertThat(item.string("sender_name")).contains("Alice");
    assertThat(item.string("sender_trust")).contains("endorsed");
    assertThat(item.string("content_title")).contains("On trust");
    assertThat(item.string("content_body")).contains("The body of On trust");
    assertThat(item.string("content_hash"))
        .contains(ContentHash.of(node.content(ALICE, "On trust")).toString());
    assertThat(item.array("content_tags").flatMap(JsonArray::strings).orElseThrow())
        .containsExactly("trust");
    assertThat(item.string("object_kind")).contains("content");
  }

  @Test
  void theFileBeginsAsTheSeedSays() {
    node.ack(ALICE, Optional.empty());
    node.direct(ALICE, "hello");

    node.pre();

    assertThat(node.digest().members().sequencedKeySet())
        .containsExactly("processed_at", "auto_handled", "items");
    assertThat(node.digest().string("processed_at")).contains(node.node().now().toString());
    JsonObject handled = node.digest().object("auto_handled").orElseThrow();
    assertThat(handled.members().sequencedKeySet())
        .startsWith("acks", "errors", "rejected_invalid", "duplicates");
    assertThat(handled.integer("acks")).hasValue(1);
  }

  @Test
  void anAuthorWhoIsNotTheSenderIsNamedWithItsTrust() {
    node.test().addPeer("Carol", CAROL, ReaderNode.CAROL_AT, TrustState.TRUSTED);
    InboxId id = node.share(ALICE, node.content(CAROL, "Passed on"));

    node.pre();

    JsonObject item = node.item(id);
    assertThat(item.string("author_key")).contains(CAROL.publicKey().toString());
    assertThat(item.string("author_name")).contains("Carol");
    assertThat(item.string("author_trust")).contains("trusted");
  }

  @Test
  void aReplyToOurOwnContentIsMarked() {
    ContentHash own = node.publish("Ours");
    InboxId id = node.share(ALICE, node.reply(ALICE, "Theirs", own));
    InboxId other =
        node.share(ALICE, node.reply(ALICE, "Else", ContentHash.ofBytes(new byte[] {7})));

    node.pre();

    assertThat(node.item(id).string("in_reply_to")).contains(own.toString());
    assertThat(node.item(id).bool("reply_to_own")).contains(true);
    assertThat(node.item(other).bool("reply_to_own")).contains(false);
  }

  @Test
  void aDirectMessageShowsBodyAndReferences() {
    ContentHash ref = ContentHash.ofBytes(new byte[] {3});
    InboxId id = node.direct(ALICE, "Hello\nBob", Optional.of(ref));

    node.pre();

    assertThat(node.item(id).string("body")).contains("Hello\nBob");
    assertThat(node.item(id).string("content_ref")).contains(ref.toString());
    assertThat(node.item(id).has("reply_notification")).isFalse();
  }

  @Test
  void aDirectMessageAboutStoredContentThatRepliesToOursIsAReplyNotification() {
    JsonObject reply = node.reply(ALICE, "Answer", node.publish("Ours"));
    node.store().commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, reply)));
    InboxId id = node.direct(ALICE, "I answered you", Optional.of(ContentHash.of(reply)));

    node.pre();

    assertThat(node.item(id).bool("reply_notification")).contains(true);
  }

  @Test
  void aReplyNotificationIsKnownEvenWhenTheReplyArrivedInTheSameRun() {
    JsonObject reply = node.reply(ALICE, "Answer", node.publish("Ours"));
    node.share(ALICE, reply);
    node.later();
    InboxId id = node.direct(ALICE, "I answered you", Optional.of(ContentHash.of(reply)));

    node.pre();

    assertThat(node.item(id).bool("reply_notification")).contains(true);
  }

  @Test
  void aSubscribeRequestSaysWhetherThereIsRoom() {
    InboxId id = node.subscribe(ALICE);

    node.pre();

    assertThat(node.item(id).members().sequencedKeySet())
        .startsWith("id", "message_type", "sender_key", "sender_name", "at_capacity");
    assertThat(node.item(id).bool("at_capacity")).contains(false);
  }

  @Test
  void aSubscribeRequestBeyondMaxSubscribersIsAtCapacity() {
    node.test()
        .configure(
            JsonObject.builder()
                .put("network_config", JsonObject.builder().put("max_subscribers", 1).build())
                .build());
    node.test().put(node.peer(ALICE).withSubscriber(true));
    InboxId id = node.subscribe(EVE);

    node.pre();

    assertThat(node.item(id).bool("at_capacity")).contains(true);
  }

  @Test
  void anUnsubscribeShowsItsSender() {
    InboxId id = node.unsubscribe(ALICE);

    node.pre();

    assertThat(node.item(id).string("message_type")).contains("unsubscribe");
    assertThat(node.item(id).string("sender_key")).contains(ALICE.publicKey().toString());
  }

  @Test
  void everyItemSaysWhereItsSenderIsAndWhichEnvelopeItWas() throws Exception {
    byte[] envelope =
        node.test()
            .envelope(
                EVE,
                ReaderNode.EVE_AT,
                org.sovereignbook.sbp.base.protocol.MessageType.SUBSCRIBE,
                JsonObject.empty());
    InboxId id = node.receive(envelope);

    node.pre();

    JsonObject signed = org.sovereignbook.sbp.base.json.JsonReader.wireObject(envelope);
    assertThat(Envelope.verify(signed)).isTrue();
    assertThat(node.item(id).string("envelope_hash")).contains(ContentHash.of(signed).toString());
    assertThat(node.item(id).string("sender_endpoint")).contains(ReaderNode.EVE_AT.toString());
    assertThat(node.item(id).string("sender_trust")).contains("unknown");
  }

  @Test
  void aStrangerIsNamedByItsFingerprintUntilItsIdentityIsHeld() {
    InboxId before = node.direct(EVE, "first");
    node.later();
    node.announce(EVE, node.identity(EVE, "Eve", Optional.empty()));
    node.later();
    InboxId after = node.direct(EVE, "second");

    node.pre();

    assertThat(node.item(before).string("sender_name"))
        .contains(Fingerprint.of(EVE.publicKey()).toString());
    assertThat(node.item(after).string("sender_name")).contains("Eve");
  }

  @Test
  void anEndorsementOfThisNodeIsShownAsSuch() {
    InboxId id =
        node.share(ALICE, node.endorsement(ALICE, new Target.OfIdentity(BOB.publicKey()), "kind"));

    node.pre();

    JsonObject item = node.item(id);
    assertThat(item.string("object_kind")).contains("endorsement");
    assertThat(item.string("target_kind")).contains("identity");
    assertThat(item.string("endorser_name")).contains("Alice");
    assertThat(item.string("note")).contains("kind");
    assertThat(item.has("content_hash")).isFalse();
  }

  @Test
  void itemsStandInTheOrderOfArrival() {
    InboxId first = node.direct(ALICE, "1");
    node.later();
    InboxId second = node.direct(ALICE, "2");
    node.later();
    InboxId third = node.direct(ALICE, "3");

    node.pre();

    assertThat(node.items())
        .extracting(item -> item.string("id").orElseThrow())
        .containsExactly(first.value(), second.value(), third.value());
  }
}
