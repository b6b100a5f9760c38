package org.sovereignbook.sbp.peer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.ForwardingDisk;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class FeedTest {
  @TempDir Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
  }

  private ContentHash receive(KeyPair author, String title) {
    JsonObject content = node.content(author, title, "text of " + title);
    node.store()
        .commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, content)));
    return ContentHash.of(content);
  }

  private static List<String> titles(Feed feed) {
    return feed.newestFirst().map(FeedPiece::title).toList();
  }

  /** Notes which pieces are read. */
  private record CountingDisk(Disk disk, List<Path> read) implements ForwardingDisk {
    @Override
    public Optional<byte[]> read(Path file) {
      if (file.toString().contains("content/received")) {
        read.add(file);
      }
      return disk.read(file);
    }
  }

  @Test
  void onlyThePiecesThatAreShownAreRead() {
    List<JsonObject> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      node.clock().advance(Duration.ofMinutes(1));
      all.add(node.content(TestKeys.alice(), "Piece " + i, "text"));
    }
    ChangeSet changes = new ChangeSet();
    all.forEach(content -> changes.add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, content)));
    node.store().commit(changes);
    CountingDisk disk = new CountingDisk(node.node().disk(), new ArrayList<>());

    List<FeedPiece> newest =
        new Feed(new FileStore(node.nodeOn(disk))).newestFirst().limit(20).toList();

    assertThat(newest).hasSize(20);
    assertThat(newest.getFirst().title()).isEqualTo("Piece 299");
    assertThat(disk.read()).hasSize(20);
  }

  @Test
  void aBlockedAuthorsPiecesAreNotShown() {
    receive(TestKeys.alice(), "of Alice");
    ContentHash hidden = receive(TestKeys.named("spam"), "of a spammer");
    node.addPeer("Spam", TestKeys.named("spam"), TestNode.ALICE_ENDPOINT, TrustState.BLOCKED);

    Feed feed = new Feed(node.store());

    assertThat(titles(feed)).containsExactly("of Alice");
    assertThat(feed.find(hidden)).isPresent();
    Search search = new Search(List.of("spammer"));
    assertThat(search.pieces(node.store())).isEmpty();
    assertThat(search.messages(node.store())).isEmpty();
  }

  @Test
  void aDamagedPieceDoesNotHideTheOthers() {
    receive(TestKeys.alice(), "whole");
    ContentHash damaged = receive(TestKeys.alice(), "damaged");
    node.node()
        .writeText(
            node.home()
                .runtime()
                .resolve("content/received/" + damaged.toString().replace(':', '-') + ".json"),
            "{");

    assertThat(titles(new Feed(node.store()))).containsExactly("whole");
  }

  @Test
  void whatIsAnsweredIsTold() {
    ContentHash parent = receive(TestKeys.alice(), "parent");
    JsonObject answer =
        Content.sign(
            Content.build(
                TestKeys.alice().publicKey(),
                "answer",
                "text",
                List.of(),
                Optional.of(parent),
                node.node().now()),
            TestKeys.alice());
    node.store().commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, answer)));

    assertThat(new Feed(node.store()).find(parent).orElseThrow().answers())
        .containsExactly(ContentHash.of(answer));
  }

  @Test
  void aPeerThatRotatedItsKeyHasOneConversation() {
    KeyPair next = TestKeys.named("next");
    message(TestKeys.alice(), "under the old key");
    node.clock().advance(Duration.ofMinutes(1));
    message(next, "under the new key");
    IdentityDocument document =
        IdentityDocument.create(
            next,
            new IdentityDocument.Claims(
                "Alice", TestNode.ALICE_ENDPOINT, Optional.empty(), Optional.empty()),
            node.node().now());
    var before = node.store().peers();
    var alice = before.find(TestKeys.alice().publicKey()).orElseThrow();
    var after = before.without(alice.publicKey()).with(alice.withPublicKey(next.publicKey()));
    node.store()
        .commit(
            new ChangeSet()
                .add(PeerIdentities.put(document))
                .add(
                    PeerIdentities.DOCUMENTS.put(
                        TestKeys.alice().publicKey().toString(), document.json()))
                .addAll(after.changes(before)));

    assertThat(new Conversations(node.store()).all())
        .singleElement()
        .satisfies(
            talk -> {
              assertThat(talk.peer().publicKey()).isEqualTo(next.publicKey());
              assertThat(talk.messages())
                  .extracting(message -> message.message().body())
                  .containsExactly("under the old key", "under the new key");
            });
  }

  private void message(KeyPair from, String body) {
    node.store()
        .inbox()
        .accept(
            node.envelope(
                from,
                TestNode.ALICE_ENDPOINT,
                MessageType.DIRECT,
                Payloads.direct(body, Optional.empty(), Optional.empty())),
            node.clock().instant());
  }
}
