package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** What the operator reads, answers and finds: sbp feed, read, messages, reply, search. */
class ReadingTest {
  private static final String HOSTILE = "\u001b]0;owned\u0007 \u202egnp";

  @TempDir Path folder;

  private TestNode node;
  private CliTest sbp;
  private Peer alice;

  @BeforeEach
  void aNodeWithOnePeer() {
    node = TestNode.in(folder);
    sbp = CliTest.in(folder);
    alice = node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
  }

  private void advance(Duration time) {
    node.clock().advance(time);
    sbp.clock().advance(time);
  }

  private ContentHash piece(KeyPair author, String title, String body, String... tags) {
    JsonObject content = node.content(author, title, body, tags);
    var kind =
        author.equals(node.keys()) ? ObjectStore.CONTENT_CREATED : ObjectStore.CONTENT_RECEIVED;
    node.store().commit(new ChangeSet().add(ObjectStore.put(kind, content)));
    return ContentHash.of(content);
  }

  private void endorse(KeyPair by, ContentHash content, Optional<String> note) {
    JsonObject endorsement =
        Endorsement.sign(
            Endorsement.build(
                by.publicKey(),
                TestNode.ALICE_ENDPOINT,
                new Endorsement.Target.OfContent(content),
                Optional.empty(),
                note,
                node.node().now()),
            by);
    var kind =
        by.equals(node.keys())
            ? ObjectStore.ENDORSEMENTS_CREATED
            : ObjectStore.ENDORSEMENTS_RECEIVED;
    node.store().commit(new ChangeSet().add(ObjectStore.put(kind, endorsement)));
  }

  private String message(KeyPair from, String body) {
    return message(from, body, Optional.empty());
  }

  private String message(KeyPair from, String body, Optional<ContentHash> about) {
    byte[] envelope =
        node.envelope(
            from,
            TestNode.ALICE_ENDPOINT,
            MessageType.DIRECT,
            Payloads.direct(body, about, Optional.empty()));
    InboxId id = node.store().inbox().accept(envelope, node.clock().instant());
    return id.value();
  }

  private void reader() {
    assertThat(sbp.run("reader-pre").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("agent", "run", "reader").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("reader-post").exit()).isEqualTo(ExitCode.DONE);
  }

  private JsonObject onlyItem() {
    List<OutboxId> pending = node.store().outbox().pending();
    assertThat(pending).hasSize(1);
    return node.store().outbox().read(pending.getFirst()).orElseThrow();
  }

  private List<JsonObject> conversations() {
    return sbp.run("messages", "--json").json().array("conversations").orElseThrow().objects();
  }

  private void assertUnread(long expected) {
    assertThat(conversations())
        .singleElement()
        .satisfies(talk -> assertThat(talk.integer("unread")).hasValue(expected));
  }

  @Test
  void theFeedShowsTheNewestFirstWithWhoEndorsedItAndWhy() {
    ContentHash old = piece(TestKeys.alice(), "Old fog", "text");
    advance(Duration.ofMinutes(12));
    piece(node.keys(), "Our own", "text");
    endorse(node.keys(), old, Optional.empty());
    endorse(TestKeys.alice(), old, Optional.of("worth reading\u001b[2J twice"));

    List<String> lines = sbp.run("feed").lines();

    assertThat(lines.get(1)).contains("you", "Our own");
    assertThat(lines.get(2))
        .startsWith(old.hex().substring(0, 8))
        .contains("12m", "Alice", "Old fog");
    assertThat(lines.get(3)).contains("endorsed by you");
    assertThat(lines.get(4)).contains("endorsed by Alice: \"worth reading\\u001b[2J twice\"");
    JsonObject second =
        sbp.run("feed", "--json").json().array("pieces").orElseThrow().objects().get(1);
    assertThat(second.array("endorsements").orElseThrow().objects())
        .anySatisfy(one -> assertThat(one.string("note")).isPresent());
    assertThat(sbp.run("feed", "--own").out()).contains("Our own").doesNotContain("Old fog");
    assertThat(sbp.run("feed", "-n", "1").out()).doesNotContain("Old fog");
  }

  @Test
  void aPieceDatedInTheFutureDoesNotStayOnTop() {
    node.clock().advance(Duration.ofDays(4_000));
    ContentHash forged = piece(TestKeys.alice(), "From the future", "text");
    node.clock().advance(Duration.ofDays(-4_000));
    node.home();
    assertThat(sbp.run("feed", "--json").json().array("pieces").orElseThrow().objects())
        .singleElement()
        .satisfies(
            piece -> {
              assertThat(piece.string("hash")).contains(forged.toString());
              assertThat(piece.string("at").orElseThrow()).doesNotStartWith("2037");
            });
  }

  @Test
  void anAnswerSaysWhatItAnswers() {
    ContentHash ours = piece(node.keys(), "Ours", "text");
    JsonObject answer =
        Content.sign(
            Content.build(
                TestKeys.alice().publicKey(),
                "Yes",
                "indeed",
                List.of(),
                Optional.of(ours),
                node.node().now()),
            TestKeys.alice());
    node.store().commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, answer)));
    String shown = ours.hex().substring(0, 8) + " \"Ours\" by you";

    assertThat(sbp.run("feed").out()).contains("answers " + shown);
    assertThat(sbp.run("read", ContentHash.of(answer).hex()).out()).contains("answers " + shown);
    assertThat(sbp.run("read", ours.hex()).out()).contains("answered by", "\"Yes\" by Alice");
  }

  @Test
  void anEmptyFeedSaysWhatToDo() {
    assertThat(sbp.run("feed").out()).contains("sbp follow URL");
    assertThat(sbp.run("messages").out()).contains("no messages yet");
    assertThat(sbp.run("search", "fog").out()).contains("nothing found");
  }

  @Test
  void aPieceIsReadByTheBeginningOfItsHash() {
    ContentHash hash =
        piece(TestKeys.alice(), "Fog " + HOSTILE, "first line\nsecond " + HOSTILE, "a");

    CliTest.Ran ran = sbp.run("read", hash.hex().substring(0, 6));

    assertThat(ran.out())
        .contains("by Alice", hash.toString(), "tags: a", "first line", "second \\u001b]0;owned")
        .doesNotContain("\u001b", "\u0007", "\u202e");
    assertThat(sbp.run("read", hash.toString(), "--json").json().string("body"))
        .contains("first line\nsecond " + HOSTILE);
    assertThat(sbp.run("read", "no-such").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void whatTheBuiltInJudgeLeavesAloneStaysUnreadUntilItIsShown() {
    String id = message(TestKeys.alice(), "is anybody there?");
    assertUnread(1);

    reader();

    assertThat(node.store().inbox().pending()).isEmpty();
    assertUnread(1);
    assertThat(node.store().lines(LogFile.SESSION).toString()).contains("1 message left unread");
    assertThat(sbp.run("messages", "--unread").out()).contains("Alice", "is anybody there?");
    assertThat(sbp.run("status").out()).contains("1 unread (sbp messages)");
    assertThat(sbp.run("messages", "Alice", "--keep-unread").out()).contains("unread", id);
    assertUnread(1);
    assertThat(sbp.run("messages", "Alice").out()).contains("unread", "is anybody there?");
    assertUnread(0);
    assertThat(sbp.run("messages", "Alice").out()).doesNotContain("unread");
    assertThat(sbp.run("messages", "--unread").out()).contains("no unread messages");
  }

  @Test
  void whatTheOperatorHasReadWhileItWaitedStaysRead() {
    message(TestKeys.alice(), "still in the inbox");
    assertThat(sbp.run("messages", "Alice").out()).contains("still in the inbox");

    reader();

    assertUnread(0);
  }

  @Test
  void aMessageOutlivesTheArchive() {
    message(TestKeys.alice(), "remember me");
    reader();
    advance(Duration.ofDays(60));
    sbp.run("maintain");

    assertThat(node.home().runtime().resolve("inbox/processed")).isEmptyDirectory();
    assertThat(sbp.run("messages", "Alice").out()).contains("remember me");
  }

  @Test
  void anAnswerNamesTheMessageAndIsPartOfTheConversation() {
    ContentHash ours = piece(node.keys(), "Ours", "text");
    String id = message(TestKeys.alice(), "about your piece", Optional.of(ours));
    reader();

    CliTest.Ran ran = sbp.run("reply", id.substring(id.lastIndexOf('-') + 1), "thank", "you");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    JsonObject payload = onlyItem().object("payload").orElseThrow();
    assertThat(payload.string("body")).contains("thank you");
    assertThat(payload.string("content_ref")).contains(ours.toString());
    assertThat(payload.string("in_reply_to").orElseThrow()).startsWith("sha256:");
    assertThat(OutboxItems.recipient(onlyItem())).contains(alice.publicKey());
    assertThat(sbp.run("messages", "Alice").out())
        .contains("about your piece", "queued", "thank you");
    assertUnread(0);
  }

  @Test
  void aStrangersMessageIsShownAndAnswered() {
    message(TestKeys.named("stranger"), "you do not know me");
    String key = TestKeys.named("stranger").publicKey().toString();

    assertThat(sbp.run("messages", "--", key.substring(0, 9)).out()).contains("you do not know me");
    String id = node.store().inbox().pending().getFirst().value();
    assertThat(sbp.run("reply", id, "now I do").exit()).isEqualTo(ExitCode.DONE);
    assertThat(OutboxItems.recipientEndpoint(onlyItem())).contains(TestNode.ALICE_ENDPOINT);
  }

  @Test
  void aPieceIsAnsweredToItsAuthor() {
    ContentHash hash = piece(TestKeys.alice(), "Fog", "text");

    assertThat(sbp.typing("read it twice\n").run("reply", hash.hex(), "-").exit())
        .isEqualTo(ExitCode.DONE);

    JsonObject payload = onlyItem().object("payload").orElseThrow();
    assertThat(payload.string("in_reply_to")).contains(hash.toString());
    assertThat(OutboxItems.recipient(onlyItem())).contains(alice.publicKey());
  }

  @Test
  void nobodyAnswersHimselfOrABlockedPeer() {
    ContentHash own = piece(node.keys(), "Ours", "text");
    assertThat(sbp.run("reply", own.toString(), "well").exit()).isEqualTo(ExitCode.REFUSED);
    ContentHash hash = piece(TestKeys.alice(), "Fog", "text");
    node.put(alice.withTrust(TrustState.BLOCKED));
    assertThat(sbp.run("reply", hash.toString(), "well").exit()).isEqualTo(ExitCode.REFUSED);
    ContentHash strange = piece(TestKeys.named("x"), "Far", "text");
    assertThat(sbp.run("reply", strange.toString(), "well").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(node.store().outbox().pending()).isEmpty();
  }

  @Test
  void theSearchFindsPiecesAndMessagesByAllTheirWords() {
    piece(TestKeys.alice(), "Three kinds of FOG", "and a long text " + "x ".repeat(200) + "tail");
    piece(node.keys(), "Nothing", "to see");
    message(TestKeys.alice(), "Nebel und fog, " + HOSTILE);
    reader();

    CliTest.Ran ran = sbp.run("search", "fog");
    assertThat(ran.out())
        .contains("Three kinds of FOG", "Nebel und fog")
        .doesNotContain("Nothing", "\u001b", "\u202e");
    assertThat(
            sbp.run("search", "tail", "fog", "--json").json().array("hits").orElseThrow().objects())
        .singleElement()
        .satisfies(
            hit -> {
              assertThat(hit.string("kind")).contains("piece");
              assertThat(hit.string("text").orElseThrow()).contains("tail").hasSizeLessThan(150);
            });
    assertThat(sbp.run("search", "fog", "-n", "1").lines())
        .hasSize(3)
        .last()
        .asString()
        .contains("and more: add  --after");
    assertThat(sbp.run("search", "alice", "nebel").out()).contains("Nebel und fog");
  }

  @Test
  void onATerminalALongTextGoesThroughThePager() throws Exception {
    Path paged = folder.resolve("paged.txt");
    ContentHash hash = piece(TestKeys.alice(), "Fog", "line\n".repeat(300) + HOSTILE);

    CliTest.Ran ran =
        sbp.with("PAGER", "cat > '" + paged + "'").onTerminal().run("read", hash.hex());

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).isEmpty();
    assertThat(paged)
        .content()
        .contains("Fog", "line\n".repeat(300))
        .doesNotContain("\u202e", "\u0007");
  }

  @Test
  void whatTheOperatorDidStandsInTheSessionLog() {
    sbp.run("peers", "trust", "Alice");
    sbp.run("send", "Alice", "hello");
    sbp.run("peers", "block", "Alice");
    sbp.run("peers", "unblock", "Alice");

    assertThat(node.store().lines(LogFile.SESSION))
        .hasSize(4)
        .allSatisfy(line -> assertThat(line).startsWith("[cli] "))
        .anySatisfy(line -> assertThat(line).contains("trust known -> trusted"))
        .anySatisfy(line -> assertThat(line).contains("trusted -> blocked"));
  }

  @Test
  void aSentMessageIsShownAsItsRecordSaysAndAsUnknownWithoutOne() {
    sbp.run("send", "Alice", "are you there?");
    OutboxId id = node.store().outbox().pending().getFirst();
    JsonObject item = node.store().outbox().read(id).orElseThrow();
    assertThat(stateOfTheMessage()).isEqualTo("queued");

    sbp.run("outbox", "drop", id.toString());
    assertThat(stateOfTheMessage()).isEqualTo("dropped");

    node.store().commit(new ChangeSet().add(Outbox.put(id, item)).add(Outbox.fail(id, item)));
    node.store().commit(new ChangeSet().add(Outbox.removeFailed(id.name())));
    assertThat(stateOfTheMessage()).isEqualTo("failed");

    node.store().commit(new ChangeSet().add(Outbox.put(id, item)).add(Outbox.remove(id)));
    assertThat(stateOfTheMessage()).isEqualTo("unknown");
  }

  @Test
  void aMessageOfAnEarlierVersionIsShownAsDeliveredWhileItsItemIsKept() {
    sbp.run("send", "Alice", "are you there?");
    OutboxId id = node.store().outbox().pending().getFirst();
    JsonObject item = node.store().outbox().read(id).orElseThrow();
    node.store().commit(new ChangeSet().add(Outbox.sent(id, item, node.node().now())));

    node.store().commit(new ChangeSet().add(Outbox.put(id, item)).add(Outbox.remove(id)));

    assertThat(stateOfTheMessage()).isEqualTo("delivered");
  }

  private String stateOfTheMessage() {
    return sbp.run("messages", "Alice", "--json")
        .json()
        .array("messages")
        .orElseThrow()
        .objects()
        .getFirst()
        .string("state")
        .orElseThrow();
  }
}
