package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.judgment.AgentResult;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.peer.author.AuthorJob;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;

/** What the reader's model is shown at once, and what becomes of what it fails on (THREATS). */
@Tag("attack")
class ReaderBatchTest {
  private static final int MAX_PROMPT_BYTES = 204_800;
  private static final int STRANGERS_SHARE_BYTES = 16_384;
  private static final String NOTHING = "{\"decisions\": [], \"session_notes\": \"quiet\"}";
  private static final String POISON = "the words that no model survives";

  @TempDir private Path folder;
  private ReaderNode node;
  private FakeBackend model = FakeBackend.saying(NOTHING);

  @BeforeEach
  void aliceIsAFriendAndNobodyWaits() {
    node = ReaderNode.knowingAlice(folder, TrustState.ENDORSED);
    configure("stranger_wake_minutes", 0);
    node.later();
  }

  private void configure(String key, int value) {
    JsonObject.Builder reader = JsonObject.builder().put("stranger_wake_minutes", 0);
    node.test()
        .configure(JsonObject.builder().put("reader", reader.put(key, value).build()).build());
  }

  private Judge judge() {
    return Judge.of(node.node(), Optional.of(model));
  }

  private PreprocessResult pre() {
    try {
      return new ReaderPreprocess(node.node(), node.store(), node.served()).judgedBy(judge()).run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private AgentResult ask(Job job) throws LlmException {
    try {
      return new AgentRunner(node.node(), node.store(), model).run(job, false);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** One run of the pipeline, a tick after the last; what was shown. */
  private List<String> round() {
    node.test().clock().advance(Duration.ofMinutes(15));
    if (pre().idle()) {
      return List.of();
    }
    List<String> shown =
        node.items().stream().map(item -> item.string("id").orElseThrow()).toList();
    try {
      if (!ask(new ReaderJob()).idle()) {
        node.post();
      }
    } catch (LlmException e) {
      // As && in the command of the component: post does not run.
    }
    return shown;
  }

  private List<Integer> sizesOf(int rounds) {
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      sizes.add(round().size());
    }
    return sizes;
  }

  private void failWith(LlmException failure) {
    model =
        new FakeBackend(
            request -> {
              throw failure;
            });
  }

  private void failOn(String words) {
    model =
        new FakeBackend(
            request -> {
              if (request.input(ReaderJob.DIGEST).contains(words)) {
                throw LlmException.provider("hung up");
              }
              return new LlmAnswer(NOTHING, "");
            });
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static int bytes(LlmRequest request) {
    return bytes(request.prompt())
        + request.inputs().stream().mapToInt(input -> bytes(input.text())).sum();
  }

  private BatchMemory memory() {
    return BatchMemory.load(node.store(), node.node().now());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "\u0000", "\u200e", "é", "😀"})
  void thirtyFourMessagesOfOneKeyTakeItsShareAndHideNobody(String text) {
    for (int i = 0; i < 34; i++) {
      node.direct(EVE, text.repeat(32_000 / bytes(text)));
    }
    node.later();
    InboxId honest = node.direct(CAROL, "I have read your piece on moss");
    InboxId friend = node.direct(ALICE, "are you still there?");

    round();

    LlmRequest request = model.onlyRequest();
    assertThat(bytes(request)).isLessThanOrEqualTo(MAX_PROMPT_BYTES);
    String digest = request.input(ReaderJob.DIGEST);
    assertThat(digest).contains(honest.value(), friend.value());
    assertThat(bytes(digest)).isBetween(STRANGERS_SHARE_BYTES / 2, STRANGERS_SHARE_BYTES + 4_096);
    assertThat(digest)
        .containsPattern("[0-9]+ of [0-9]+ bytes left out; the whole: sbp inbox show 2026")
        .contains("\"left_out_bytes\": ");
    assertThat(node.inbox()).as("the others wait").hasSize(33);
  }

  @Test
  void manyKeysFillThePromptToItsLimitAndNotBeyond() {
    for (int i = 0; i < 60; i++) {
      node.direct(TestKeys.named("stranger" + i), "x".repeat(32_000));
    }

    round();

    assertThat(bytes(model.onlyRequest())).isBetween(MAX_PROMPT_BYTES * 2 / 3, MAX_PROMPT_BYTES);
  }

  @Test
  void theWindowOfTheBackendIsKeptIfItIsSmaller() {
    node.test()
        .configure(
            JsonObject.builder()
                .put(
                    "llm",
                    JsonObject.builder()
                        .put("fake", JsonObject.builder().put("max_prompt_bytes", 50_000).build())
                        .build())
                .build());
    for (int i = 0; i < 20; i++) {
      node.direct(TestKeys.named("stranger" + i), "x".repeat(32_000));
    }

    round();

    assertThat(bytes(model.onlyRequest())).isBetween(25_000, 50_000);
  }

  @Test
  void aDigestThatIsTooLongForTheBackendIsShownInPartAndTheRestWaits() throws Exception {
    for (int i = 0; i < 20; i++) {
      node.direct(TestKeys.named("stranger" + i), "x".repeat(8_000));
    }
    node.pre();
    assertThat(node.items()).hasSizeGreaterThan(8);
    configure("max_digest_bytes", 60_000);

    ask(new ReaderJob());
    PostprocessResult post = node.post();

    assertThat(bytes(model.onlyRequest())).isLessThanOrEqualTo(60_000);
    assertThat(post.items()).isBetween(1, 6);
    assertThat(node.inbox()).hasSize(20 - post.items());
  }

  @Test
  void aFriendsPieceThatAloneIsLongerThanThePromptIsCutAndRead() {
    node.share(ALICE, node.test().content(ALICE, "Long", "\u0001".repeat(40_000)));

    round();

    assertThat(bytes(model.onlyRequest())).isBetween(50_000, MAX_PROMPT_BYTES);
    assertThat(model.onlyRequest().input(ReaderJob.DIGEST)).contains("bytes left out");
    assertThat(node.inbox()).isEmpty();
  }

  @Test
  void thousandsOfPeersAreCountedAndOnlyThoseOfTheDigestAreShown() {
    ChangeSet changes = new ChangeSet();
    var before = node.store().peers();
    var after = before;
    for (int i = 0; i < 3_000; i++) {
      after =
          after.with(
              Peer.met(
                  "Stranger " + i,
                  TestKeys.named("stranger" + i).publicKey(),
                  ReaderNode.EVE_AT,
                  TrustState.KNOWN,
                  node.node().now()));
    }
    node.store().commit(changes.addAll(after.changes(before)));
    node.direct(ALICE, "hello");

    round();

    String peers = model.onlyRequest().input("peers.md");
    assertThat(peers).contains("| Alice |", "1000 known").doesNotContain("Stranger 7");
    assertThat(bytes(peers)).isLessThan(2_000);
  }

  @Test
  void aBatchThatFailsIsHalvedAndGrowsAgainOnceItIsAnswered() {
    for (int i = 0; i < 8; i++) {
      node.direct(ALICE, "message " + i);
      node.later();
    }
    failWith(LlmException.prompt("too long"));
    assertThat(sizesOf(3)).containsExactly(8, 4, 2);

    model = FakeBackend.saying(NOTHING);

    assertThat(sizesOf(3)).containsExactly(1, 2, 4);
  }

  @Test
  void whatFailsAloneThreeTimesIsSetAsideAndKeepsNobodyWaiting() {
    InboxId bad = node.direct(EVE, POISON);
    node.later();
    List<InboxId> good = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      good.add(node.direct(List.of(ALICE, CAROL, EVE).get(i % 3), "message " + i));
      node.later();
    }
    failOn(POISON);
    sizesOf(14);

    assertThat(node.inbox()).isEmpty();
    assertThat(node.processed())
        .map(name -> name.replace(".json", ""))
        .containsAll(good.stream().map(InboxId::value).toList());
    assertThat(node.store().inbox().setAside()).containsExactly(bad);
    assertThat(memory().aside(bad).orElseThrow().unproven()).isFalse();
    assertThat(node.ops()).anyMatch(line -> line.contains(bad + " failed alone 3 times: hung up"));

    node.store().commit(memory().takeBack(List.of(bad)));
    model = FakeBackend.saying(NOTHING);

    assertThat(round()).containsExactly(bad.value());
    assertThat(node.processed()).contains(bad + ".json");
  }

  @Test
  void afterAnOutageWhatWasSetAsideComesBackByItself() {
    InboxId only = node.direct(ALICE, "hello");
    failWith(LlmException.provider("connection refused"));
    sizesOf(3);
    assertThat(node.store().inbox().setAside()).containsExactly(only);
    assertThat(memory().aside(only).orElseThrow().unproven()).isTrue();
    InboxId next = node.direct(CAROL, "anybody home?");
    model = FakeBackend.saying(NOTHING);
    node.test().clock().advance(Duration.ofHours(1));

    assertThat(round()).containsExactly(next.value());
    assertThat(round()).containsExactly(only.value());
  }

  @Test
  void whatTheOperatorHasToMendIsNoFaultOfTheBatch() {
    node.direct(ALICE, "one");
    node.direct(ALICE, "two");
    failWith(LlmException.setup("there is no program exec"));

    assertThat(sizesOf(6)).containsOnly(2);
    assertThat(node.store().inbox().setAside()).isEmpty();
  }

  @Test
  void theAuthorGoesOnWhileTheBackendRestsForTheReader() throws Exception {
    node.direct(ALICE, "hello");
    node.direct(ALICE, "again");
    failWith(LlmException.provider("down"));
    sizesOf(4);
    pre();
    int calls = model.requests().size();
    assertThat(ask(new ReaderJob()).summary()).contains("rests for the reader until");
    assertThat(model.requests()).hasSize(calls);
    model = FakeBackend.saying("[]");

    ask(new AuthorJob());

    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void aFriendWhoFloodsLeavesRoomForTheOthers() {
    for (int i = 0; i < 100; i++) {
      node.direct(ALICE, "x".repeat(30_000));
    }
    node.later();
    KeyPair other = TestKeys.named("other friend");
    node.test().addPeer("Other", other, ReaderNode.CAROL_AT, TrustState.TRUSTED);
    InboxId id = node.direct(other, "a short word");

    assertThat(round()).contains(id.value()).hasSizeLessThan(5);
  }

  @Test
  void chosenPeersComeFirstThenKnownThenUnknownOnes() {
    KeyPair known = TestKeys.named("known");
    node.test().addPeer("Known", known, ReaderNode.CAROL_AT, TrustState.KNOWN);
    configure("max_items_per_run", 1);
    InboxId unknown = node.direct(EVE, "first");
    node.later();
    InboxId second = node.direct(known, "second");
    node.later();
    InboxId friend = node.direct(ALICE, "third");

    List<String> order =
        List.of(round(), round(), round()).stream()
            .flatMap(List::stream)
            .collect(Collectors.toList());

    assertThat(order).containsExactly(friend.value(), second.value(), unknown.value());
  }
}
