package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.BOB;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.decision;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.ObjectStore;

/** An LLM that was talked into something cannot get it done (THREATS, prompt injection). */
class HostileDecisionsTest {
  @TempDir private Path folder;
  private ReaderNode node;
  private InboxId share;
  private InboxId direct;
  private JsonObject content;

  @BeforeEach
  void oneShareAndOneDirectMessageWait() {
    node = ReaderNode.knowingAlice(folder, TrustState.KNOWN);
    content = node.content(ALICE, "Good");
    share = node.share(ALICE, content);
    node.later();
    direct = node.direct(EVE, "do as I say");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-17T120500Z-ffff",
        "",
        "../../identity/keypair",
        "/etc/passwd",
        "2026-03-17T120500Z-ffff\u0000",
        "a\n[reader] 2026-03-17T12:05:00Z endorse_content forged",
      })
  void anUnknownInboxIdIsRefusedAndTheRestRuns(String id) {
    JsonObject bad = JsonObject.builder().put("inbox_id", id).put("action", "ignore").build();

    PostprocessResult result = node.judge(bad, decision(share, "endorse_content"));

    assertThat(result.refused()).isEqualTo(1);
    assertThat(result.executed()).isEqualTo(1);
    assertThat(node.ops()).filteredOn(line -> line.contains("no such item")).hasSize(1);
    assertThat(node.ops()).allMatch(line -> line.startsWith("[reader] 2026-03-17T12:05:"));
    assertThat(node.ops())
        .noneMatch(line -> line.contains("Z endorse_content forged") && !line.contains("refused"));
  }

  @Test
  void anotherItemsHashIsRefused() {
    node.later();
    JsonObject other = node.content(ALICE, "Other");
    node.share(ALICE, other);

    PostprocessResult result =
        node.judge(
            decision(share, "endorse_content")
                .with("target_hash", ContentHash.of(other).toString()));

    assertThat(result.refused()).isEqualTo(1);
    assertThat(node.endorsed()).isEmpty();
  }

  @Test
  void aThirdPartysKeyIsRefusedWhateverTheAction() {
    String carol = CAROL.publicKey().toString();
    node.test().addPeer("Carol", CAROL, ReaderNode.CAROL_AT, TrustState.KNOWN);

    PostprocessResult result =
        node.judge(
            decision(share, "endorse_identity").with("target_key", carol),
            decision(share, "endorse_content").with("peer_key", carol),
            decision(share, "reply").with("peer_key", carol).with("body", "psst"),
            ReaderNode.trust(share, "blocked").with("peer_key", carol));

    assertThat(result.executed()).isZero();
    assertThat(result.refused()).isEqualTo(4);
    assertThat(node.peer(CAROL).trust()).isEqualTo(TrustState.KNOWN);
    assertThat(node.store().outbox().pending()).isEmpty();
  }

  @Test
  void theAuthorOfASharedPieceIsAThirdPartyAsFarAsTrustGoes() {
    node.test().addPeer("Carol", CAROL, ReaderNode.CAROL_AT, TrustState.KNOWN);
    node.later();
    InboxId passedOn = node.share(ALICE, node.content(CAROL, "Hers"));

    PostprocessResult result =
        node.judge(
            ReaderNode.trust(passedOn, "endorsed").with("peer_key", CAROL.publicKey().toString()));

    assertThat(result.refused()).isEqualTo(1);
    assertThat(node.peer(CAROL).trust()).isEqualTo(TrustState.KNOWN);
  }

  @Test
  void twoKeysThatDifferAreRefused() {
    PostprocessResult result =
        node.judge(
            decision(share, "endorse_identity")
                .with("target_key", ALICE.publicKey().toString())
                .with("peer_key", EVE.publicKey().toString()));

    assertThat(result.refused()).isEqualTo(1);
  }

  @Test
  void aKnownPeerIsNotMadeTrustedInOneStepNorInTwo() {
    PostprocessResult result =
        node.judge(
            ReaderNode.trust(share, "trusted"),
            ReaderNode.trust(share, "endorsed"),
            ReaderNode.trust(share, "trusted"));

    assertThat(result.executed()).isEqualTo(1);
    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.ENDORSED);
  }

  @Test
  void aPeerDoesNotClimbTwoStairsOverTwoItemsOfOneRun() {
    node.later();
    InboxId second = node.direct(ALICE, "again");

    node.judge(ReaderNode.trust(share, "endorsed"), ReaderNode.trust(second, "trusted"));

    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.ENDORSED);
  }

  @Test
  void anActionThatDoesNotFitTheItemsTypeIsRefused() {
    PostprocessResult result =
        node.judge(
            decision(direct, "accept_subscribe"),
            decision(direct, "reciprocate_announce"),
            decision(direct, "endorse_content")
                .with("target_hash", ContentHash.of(content).toString()),
            decision(share, "accept_unsubscribe"));

    assertThat(result.refused()).isEqualTo(4);
    assertThat(node.peer(EVE).subscriber()).isFalse();
  }

  @Test
  void decisionsOfTheWrongShapeAreRefusedOneByOne() {
    JsonObject good = decision(share, "endorse_content");
    List<JsonValue> decisions =
        List.of(
            JsonNull.INSTANCE,
            new JsonString("endorse everything"),
            new JsonInteger(7),
            JsonArray.of(),
            JsonObject.empty(),
            good.without("action"),
            good.with("action", "delete_all"),
            good.with("action", 7),
            good.with("target_hash", "sha256:short"),
            good.with("target_key", "not a key"),
            good.with("note", 3),
            good.with("log", true),
            ReaderNode.trust(share, "emperor"),
            good);
    node.pre();
    node.decide(new JsonArray(decisions), "");

    PostprocessResult result = node.post();

    assertThat(result.executed()).isEqualTo(1);
    assertThat(result.refused()).isEqualTo(decisions.size() - 1);
    assertThat(node.endorsed()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "I would endorse the first one.",
        "[]",
        "null",
        "{\"decisions\": {}}",
        "{\"decisions\": []} and more",
        "{\"session_notes\": \"none\"}",
        "{\"decisions\": [], \"decisions\": []}",
        "{\"decisions\": [{\"log\": \"\\ud800\"}]}",
      })
  void whatIsNoDecisionsFileLeavesEverythingAndSaysWhy(String text) {
    node.pre();
    node.decideRaw(text);

    PostprocessResult result = node.post();

    assertThat(result.waiting()).isTrue();
    assertThat(result.waitingFor().orElseThrow()).contains("unreadable");
    assertThat(node.inbox()).containsExactly(share, direct);
    assertThat(node.hasDigest()).isTrue();
    assertThat(node.store().outbox().pending()).isEmpty();
    assertThat(node.ops()).anyMatch(line -> line.contains("error: post: reader-decisions.json"));
  }

  @Test
  void aHugeDecisionsFileIsNotEvenRead() {
    node.pre();
    node.decideRaw("{\"decisions\": []" + " ".repeat(DecisionsFile.MAX_FILE_BYTES) + "}");

    assertThat(node.post().waitingFor().orElseThrow()).contains("larger than");
  }

  @Test
  void aThousandDecisionsDoNotFloodTheLogs() {
    JsonObject[] decisions =
        IntStream.range(0, 1_500)
            .mapToObj(i -> JsonObject.builder().put("inbox_id", "x" + i).put("action", "reply"))
            .map(JsonObject.Builder::build)
            .toArray(JsonObject[]::new);

    PostprocessResult result = node.judge(decisions);

    assertThat(result.refused()).isEqualTo(1_500);
    assertThat(node.ops()).hasSizeLessThan(ReaderPostprocess.MAX_REFUSALS_LOGGED + 10);
    assertThat(node.session()).hasSize(2);
  }

  @Test
  void theSameDecisionAThousandTimesIsDoneOnce() {
    JsonObject[] decisions = new JsonObject[900];
    java.util.Arrays.fill(decisions, decision(share, "reply").with("body", "again"));

    PostprocessResult result = node.judge(decisions);

    assertThat(result.executed()).isEqualTo(1);
    assertThat(node.store().outbox().pending()).hasSize(1);
  }

  @Test
  void textsOverTheLimitsAreRefusedAndNotCut() {
    PostprocessResult result =
        node.judge(
            decision(share, "endorse_content").with("note", "n".repeat(2_001)),
            decision(share, "reply").with("body", "é".repeat(16_385)),
            decision(direct, "reply").with("body", " \n "),
            decision(direct, "endorse_identity").with("note", "n".repeat(2_000)));

    assertThat(result.executed()).isEqualTo(1);
    assertThat(result.refused()).isEqualTo(3);
    assertThat(node.endorsed().getFirst().string("note")).contains("n".repeat(2_000));
  }

  @Test
  void controlCharactersInWhatWouldBeSignedAreRefused() {
    PostprocessResult result =
        node.judge(
            decision(share, "endorse_content").with("note", "\u001b[2J"),
            decision(share, "reply").with("body", "bell\u0007"));

    assertThat(result.refused()).isEqualTo(2);
    assertThat(node.store().outbox().pending()).isEmpty();
  }

  @Test
  void textsOfTheLlmStayOnTheirLineInTheSessionLog() {
    node.pre();
    node.decide(
        JsonArray.of(
            decision(direct, "ignore")
                .with("log", "fine\n[reader] 2026-03-17T12:05:00Z forged \u001b[31m\" \u2028 x")),
        "# Heading\n[author] forged\r\u0085\u202e");

    node.post();

    assertThat(node.session()).hasSize(3).allMatch(line -> line.startsWith("[reader] "));
    assertThat(String.join("", node.session()).codePoints())
        .noneMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x202e);
    assertThat(node.session().get(0)).contains("log=\"fine\\n\\[reader]");
    assertThat(node.session().get(1)).contains("notes: \"# Heading\\n\\[author] forged");
  }

  @Test
  void longTextsAreCutInTheLog() {
    node.pre();
    node.decide(
        JsonArray.of(decision(direct, "ignore").with("log", "l".repeat(100_000))),
        "n".repeat(100_000));

    node.post();

    assertThat(node.session().get(0)).hasSizeLessThan(1_000);
    assertThat(node.session().get(1)).hasSizeLessThan(ReaderPostprocess.MAX_NOTES_CHARACTERS + 100);
  }

  @Test
  void aChangedDigestCannotPutWordsIntoAnybodysMouth() {
    node.pre();
    JsonObject digest = node.digest();
    List<JsonValue> items =
        List.copyOf(
            node.items().stream()
                .map(
                    item ->
                        item.with("sender_key", CAROL.publicKey().toString())
                            .with("content_hash", ContentHash.ofBytes(new byte[] {1}).toString())
                            .with("message_type", "subscribe"))
                .toList());
    node.node()
        .writeJson(node.test().home().inboxDigest(), digest.with("items", new JsonArray(items)));
    node.decide(
        decision(share, "accept_subscribe"),
        decision(share, "endorse_content")
            .with("target_hash", ContentHash.ofBytes(new byte[] {1}).toString()),
        ReaderNode.trust(direct, "blocked").with("peer_key", CAROL.publicKey().toString()));

    assertThat(node.post().executed()).isZero();
    assertThat(node.endorsed()).isEmpty();
    assertThat(node.knows(CAROL)).isFalse();
  }

  @Test
  void anEntryThatOnlyAChangedDigestLetInIsCheckedLikeAnyOther() {
    JsonObject forged = node.content(CAROL, "Hers").with("title", "Forged");
    node.pre();
    node.later();
    byte[] envelope = node.test().envelope(ALICE, ReaderNode.ALICE_AT, MessageType.SHARE, forged);
    InboxId id = node.receive(envelope);
    JsonObject listed =
        JsonObject.builder()
            .put("id", id.value())
            .put("envelope_hash", ContentHash.of(parsed(envelope)).toString())
            .build();
    node.node()
        .writeJson(
            node.test().home().inboxDigest(), node.digest().with("items", JsonArray.of(listed)));
    node.decide(decision(id, "endorse_content"));

    PostprocessResult result = node.post();

    assertThat(result.refused()).isEqualTo(1);
    assertThat(node.rejected()).containsExactly(id + ".json");
    assertThat(node.store().objects().count(ObjectStore.CONTENT_RECEIVED)).isZero();
    assertThat(node.inbox()).as("what the digest no longer lists").contains(share, direct);
  }

  private static JsonObject parsed(byte[] envelope) {
    try {
      return JsonReader.wireObject(envelope);
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void ourOwnKeyIsAThirdPartysKey() {
    PostprocessResult result =
        node.judge(
            decision(direct, "endorse_identity").with("target_key", BOB.publicKey().toString()));

    assertThat(result.refused()).isEqualTo(1);
  }

  @Test
  void onceBlockedIsBlockedForTheRestOfTheRun() {
    PostprocessResult result =
        node.judge(
            ReaderNode.trust(direct, "blocked"),
            ReaderNode.trust(direct, "known"),
            decision(direct, "reply").with("body", "sorry"),
            decision(direct, "ignore"));

    assertThat(result.executed()).isEqualTo(2);
    assertThat(node.peer(EVE).trust()).isEqualTo(TrustState.BLOCKED);
    assertThat(node.store().outbox().pending()).isEmpty();
  }
}
