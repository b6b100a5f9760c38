package org.sovereignbook.sbp.peer.author;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.judgment.AgentRuns;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class AuthorPostprocessTest {
  private static final String PIECE =
      "{\"title\": \"Rain\", \"body\": \"It rains.\", \"tags\": [\"weather\"]}";

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
  }

  @Test
  void nothingToPublishIsIdle() {
    AuthorResult result = run();

    assertThat(result.idle()).isTrue();
    assertThat(result.summary()).isEqualTo("nothing to publish");
    assertThat(node.store().lines(LogFile.SESSION)).isEmpty();
  }

  @Test
  void aRawPieceBecomesValidSignedContentOfThisNode() {
    raw("one.json", PIECE);

    run();

    ContentHash hash = onlyCreated();
    Content content =
        Content.validate(
                node.store().objects().find(ObjectStore.CONTENT_CREATED, hash).orElseThrow())
            .toOptional()
            .orElseThrow();
    assertThat(content.authorKey()).isEqualTo(node.keys().publicKey());
    assertThat(content.createdAt()).isEqualTo(node.node().now());
    assertThat(content.title()).isEqualTo("Rain");
    assertThat(content.tags()).containsExactly("weather");
    assertThat(content.inReplyTo()).isEmpty();
  }

  @Test
  void theOutboxHoldsTheSameObjectUnderItsHash() {
    raw("one.json", PIECE);

    run();

    assertThat(node.store().outbox().pending())
        .singleElement()
        .satisfies(
            id -> {
              assertThat(id.kind()).isEqualTo(OutboxKind.CONTENT);
              assertThat(id.name()).isEqualTo("sha256-" + onlyCreated().hex());
              assertThat(node.store().outbox().read(id))
                  .isEqualTo(
                      node.store().objects().find(ObjectStore.CONTENT_CREATED, onlyCreated()));
            });
  }

  @Test
  void theRawFileIsGoneAndTheSessionLogNamesTitleAndHash() {
    raw("one.json", PIECE.replace("Rain", "Rain\\n[author] forged"));

    run();

    assertThat(rawFiles()).isEmpty();
    assertThat(node.store().lines(LogFile.SESSION))
        .containsExactly(
            "[author] 2026-03-17T12:05:00Z published \"Rain\\n\\[author] forged\" ("
                + onlyCreated()
                + ")");
  }

  @Test
  void aReplyKeepsItsReference() {
    String parent = "sha256:" + "ab".repeat(32);
    raw("one.json", PIECE.replace("}", ", \"in_reply_to\": \"" + parent + "\"}"));

    run();

    assertThat(created().getFirst().string("in_reply_to")).contains(parent);
  }

  @Test
  void whoIsAnsweredIsToldWhetherItFollowsThisNodeOrNot() {
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    answer(TestKeys.alice());

    run();

    JsonObject item = node.store().outbox().read(replies().getFirst()).orElseThrow();
    JsonObject payload = item.object("payload").orElseThrow();
    assertThat(item.string("message_type")).contains("direct");
    assertThat(OutboxItems.recipient(item)).contains(TestKeys.alice().publicKey());
    assertThat(OutboxItems.recipientEndpoint(item)).contains(TestNode.ALICE_ENDPOINT);
    assertThat(payload.string("content_ref")).contains(onlyCreated().toString());
    assertThat(payload.string("body").orElseThrow()).contains("Rain", "Fog");
  }

  @Test
  void neitherTheBlockedNorTheUnknownNorOurselvesAreTold() {
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.BLOCKED);
    answer(TestKeys.alice());
    answer(TestKeys.eve());
    answer(node.keys());

    assertThat(run().published()).hasSize(3);

    assertThat(replies()).isEmpty();
    assertThat(node.store().lines(LogFile.OPS))
        .anyMatch(line -> line.contains("not told: blocked"))
        .anyMatch(line -> line.contains("nobody knows where it is"));
  }

  /** A raw piece answers a received one. */
  private void answer(KeyPair author) {
    JsonObject fog = node.content(author, "Fog", "It lifts.");
    node.store().commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, fog)));
    ContentHash parent = ContentHash.of(fog);
    raw(parent.hex() + ".json", PIECE.replace("}", ", \"in_reply_to\": \"" + parent + "\"}"));
  }

  private List<OutboxId> replies() {
    return node.store().outbox().pending().stream()
        .filter(id -> id.kind() == OutboxKind.REPLIES)
        .toList();
  }

  @Test
  void severalPiecesAreAllPublished() {
    raw("one.json", PIECE);
    raw("two.json", PIECE.replace("Rain", "Snow"));

    AuthorResult result = run();

    assertThat(result.published()).hasSize(2);
    assertThat(result.summary()).isEqualTo("published \"Rain\", \"Snow\"");
    assertThat(result.toJson().array("published").orElseThrow().objects())
        .extracting(piece -> piece.string("title").orElseThrow())
        .containsExactly("Rain", "Snow");
  }

  @Test
  void membersThatAnAuthorMayNotSetAreLeftOut() {
    raw(
        "one.json",
        PIECE.replace("}", ", \"author_key\": \"mine\", \"_recipient_endpoint\": \"x\"}"));

    run();

    JsonObject content = created().getFirst();
    assertThat(content.string("author_key")).contains(node.keys().publicKey().toString());
    assertThat(content.has("_recipient_endpoint")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no JSON",
        "[]",
        "{}",
        "{\"title\": \"Rain\", \"body\": \"It rains.\"}",
        "{\"title\": \"Rain\", \"body\": \"It rains.\", \"tags\": [1]}",
        "{\"title\": \" \", \"body\": \"It rains.\", \"tags\": []}",
        "{\"title\": \"Rain\", \"body\": \"\", \"tags\": []}",
        "{\"title\": \"Rain\", \"body\": \"It rains.\", \"tags\": [], \"in_reply_to\": \"x\"}",
        "{\"title\": \"Rain\", \"body\": \"It rains.\", \"tags\": [], \"in_reply_to\": 7}"
      })
  void anInvalidRawFileIsPutAsideAndTheOthersGoOn(String invalid) {
    raw("a.json", invalid);
    raw("b.json", PIECE);

    AuthorResult result = run();

    assertThat(result.rejected()).containsExactly("a.json");
    assertThat(result.published()).hasSize(1);
    assertThat(rawFiles()).isEmpty();
    assertThat(node.node().readText(rejected().resolve("a.json"))).contains(invalid);
    assertThat(node.store().lines(LogFile.OPS))
        .singleElement()
        .asString()
        .startsWith("[author] 2026-03-17T12:05:00Z error: raw piece \"a.json\" moved to");
  }

  @Test
  void aRejectedFileReplacesNoEarlierOne() {
    node.node().writeText(rejected().resolve("a.json"), "earlier");
    raw("a.json", "later");

    run();

    assertThat(node.node().readText(rejected().resolve("a.json"))).contains("earlier");
    assertThat(node.node().readText(rejected().resolve("a-2.json"))).contains("later");
  }

  @Test
  void theLimitsOfTheProtocolHoldToTheCharacter() {
    raw("a.json", piece("t".repeat(300), "b".repeat(131_072), tags(16, 64)));
    raw("b.json", piece("t".repeat(301), "b", tags(1, 1)));
    raw("c.json", piece("t", "b".repeat(131_073), tags(1, 1)));
    raw("d.json", piece("t", "b", tags(17, 1)));
    raw("e.json", piece("t", "b", tags(1, 65)));

    AuthorResult result = run();

    assertThat(result.published()).hasSize(1);
    assertThat(result.rejected()).containsExactly("b.json", "c.json", "d.json", "e.json");
  }

  @Test
  void aBodyThatNoEnvelopeCouldCarryIsRejected() {
    // Within the limit of the body, but each line end takes two bytes in JSON.
    raw("a.json", piece("t", "b" + "\\n".repeat(131_070) + "b", tags(0, 0)));

    AuthorResult result = run();

    assertThat(result.published()).isEmpty();
    assertThat(node.store().lines(LogFile.OPS)).singleElement().asString().contains("no envelope");
  }

  @Test
  void otherFilesInTheFolderAreLeftAlone() {
    raw("notes.txt", "notes");

    assertThat(run().idle()).isTrue();
    assertThat(rawFiles()).hasSize(1);
  }

  @Test
  void aCrashAnywhereNeitherLosesNorDoublesAPiece() {
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        fresh -> {
          write(fresh, "a.json", PIECE);
          write(fresh, "b.json", "no JSON");
          write(fresh, "c.json", PIECE.replace("Rain", "Snow"));
        },
        crashing -> {
          new AuthorPostprocess(crashing, new FileStore(crashing)).run();
          // A later run must sign nothing again, whatever the clock says then.
          new AuthorPostprocess(later(crashing), new FileStore(later(crashing))).run();
        },
        after -> {
          assertThat(after.store().objects().count(ObjectStore.CONTENT_CREATED)).isEqualTo(2);
          assertThat(after.store().outbox().pending()).hasSize(2);
          assertThat(after.store().lines(LogFile.SESSION)).hasSize(1);
          assertThat(after.store().lines(LogFile.OPS)).hasSize(1);
          assertThat(after.node().disk().files(after.home().authorOutput())).isEmpty();
        });
  }

  @Test
  void aCrashAnywhereBetweenDraftAndOutboxPublishesEachDraftOnce() {
    CrashSweep.overEveryOperation(
        folder.resolve("pipeline"),
        fresh ->
            fresh
                .node()
                .writeText(fresh.home().drafts().resolve("rain.md"), "# Rain\n\nIt rains.\n"),
        crashing -> {
          AgentRuns.run(crashing, new BuiltinBackend(), new AuthorJob());
          new AuthorPostprocess(later(crashing), new FileStore(later(crashing))).run();
        },
        after -> {
          assertThat(after.store().objects().count(ObjectStore.CONTENT_CREATED)).isEqualTo(1);
          assertThat(after.store().outbox().pending()).hasSize(1);
          assertThat(after.store().lines(LogFile.SESSION)).hasSize(1);
          assertThat(after.node().disk().files(after.home().drafts())).isEmpty();
          assertThat(after.node().disk().files(after.home().draftsPublished())).hasSize(1);
          assertThat(after.node().disk().files(after.home().authorOutput())).isEmpty();
        });
  }

  private static Node later(Node node) {
    return new Node(
        node.home(), node.disk(), () -> node.clock().instant().plusSeconds(60), node.random());
  }

  private AuthorResult run() {
    return new AuthorPostprocess(node.node(), node.store()).run();
  }

  private void raw(String name, String text) {
    write(node, name, text);
  }

  private static void write(TestNode to, String name, String text) {
    to.node().writeText(to.home().authorOutput().resolve(name), text);
  }

  private List<Path> rawFiles() {
    return node.node().disk().files(node.home().authorOutput());
  }

  private Path rejected() {
    return node.home().authorOutput().resolve("rejected");
  }

  private ContentHash onlyCreated() {
    List<ContentHash> hashes = node.store().objects().hashes(ObjectStore.CONTENT_CREATED);
    assertThat(hashes).hasSize(1);
    return hashes.getFirst();
  }

  private List<JsonObject> created() {
    return node.store().objects().hashes(ObjectStore.CONTENT_CREATED).stream()
        .map(hash -> node.store().objects().find(ObjectStore.CONTENT_CREATED, hash).orElseThrow())
        .toList();
  }

  private static String piece(String title, String body, String tags) {
    return "{\"title\": \"" + title + "\", \"body\": \"" + body + "\", \"tags\": " + tags + "}";
  }

  private static String tags(int count, int characters) {
    return "["
        + String.join(", ", Collections.nCopies(count, '"' + "x".repeat(characters) + '"'))
        + "]";
  }
}
