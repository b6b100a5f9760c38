package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE_AT;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.BOB;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endorsement.Target;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestNode;

/** The reader's steps die at every file operation, and nothing is lost or doubled. */
class ReaderCrashTest {
  @TempDir private Path folder;

  @Test
  void readerPreEndsAsIfItHadNotCrashed() {
    Map<String, String> expected = stateAfter("whole", ReaderCrashTest::pre);

    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        ReaderCrashTest::prepare,
        ReaderCrashTest::pre,
        node -> assertThat(state(node)).isEqualTo(expected));
  }

  @Test
  void readerPostEndsAsIfItHadNotCrashed() {
    Map<String, String> expected =
        stateAfter(
            "whole",
            node -> {
              pre(node);
              decide(node);
              post(node);
            });

    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        node -> {
          prepare(node);
          pre(node.node());
          decide(node.node());
        },
        ReaderCrashTest::post,
        node -> assertThat(state(node)).isEqualTo(expected));
  }

  @Test
  void thePipelineEndsAsIfItHadNotCrashed() {
    Map<String, String> expected = stateAfter("whole", ReaderCrashTest::pipeline);

    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        ReaderCrashTest::prepare,
        ReaderCrashTest::pipeline,
        node -> {
          assertThat(state(node)).isEqualTo(expected);
          assertThat(node.store().inbox().pending()).isEmpty();
          assertThat(node.store().outbox().pending()).hasSize(5);
          assertThat(node.store().objects().count(ObjectStore.ENDORSEMENTS_CREATED)).isEqualTo(2);
          assertThat(node.store().lines(LogFile.SESSION)).hasSize(8);
          for (String once :
              List.of("rejected 07", "error report", "peer list", "duplicate envelope", "post: ")) {
            assertThat(node.store().lines(LogFile.OPS))
                .filteredOn(line -> line.contains(once))
                .as(once)
                .hasSize(1);
          }
        });
  }

  @Test
  void thePipelineDoesWhatTheSweepComparesAgainst() {
    TestNode node = TestNode.in(folder);
    prepare(node);

    pipeline(node.node());

    assertThat(node.store().outbox().pending().stream().map(id -> id.kind()))
        .containsExactly(
            OutboxKind.REPLIES,
            OutboxKind.ENDORSEMENTS,
            OutboxKind.ENDORSEMENTS,
            OutboxKind.NETWORK,
            OutboxKind.NETWORK);
    assertThat(node.store().peers().find(EVE.publicKey()).orElseThrow().trust())
        .isEqualTo(TrustState.KNOWN);
    assertThat(node.store().objects().count(ObjectStore.CONTENT_RECEIVED)).isEqualTo(1);
    assertThat(node.store().objects().count(ObjectStore.ENDORSEMENTS_RECEIVED)).isEqualTo(2);
  }

  private Map<String, String> stateAfter(String name, java.util.function.Consumer<Node> step) {
    TestNode node = TestNode.in(folder.resolve(name));
    prepare(node);
    step.accept(node.node());
    return state(node);
  }

  /** One message of every kind, with fixed names. */
  private static void prepare(TestNode test) {
    ReaderNode node = new ReaderNode(test, new ServedContent());
    test.addPeer("Alice", ALICE, ALICE_AT, TrustState.KNOWN);
    drop(node, "01", MessageType.SHARE, node.content(ALICE, "Good"));
    drop(
        node,
        "02",
        MessageType.SHARE,
        node.endorsement(ALICE, new Target.OfIdentity(BOB.publicKey()), "kind"));
    drop(
        node,
        "03",
        MessageType.SHARE,
        node.endorsement(ALICE, new Target.OfIdentity(CAROL.publicKey()), "kind"));
    drop(node, "04", MessageType.SUBSCRIBE, JsonObject.empty());
    drop(
        node,
        "05",
        MessageType.ERROR,
        JsonObject.builder().put("code", "c").put("message", "m").build());
    JsonObject eve =
        JsonObject.builder()
            .put("identity", node.identity(EVE, "Eve", Optional.empty()).json())
            .build();
    node.drop("06", test.envelope(EVE, ReaderNode.EVE_AT, MessageType.ANNOUNCE, eve));
    node.drop("07", "junk".getBytes(StandardCharsets.UTF_8));
    drop(node, "08", MessageType.SUBSCRIBE, JsonObject.empty());
    JsonObject candidate =
        JsonObject.builder()
            .put("public_key", CAROL.publicKey().toString())
            .put("endpoint", "https://carol.example.com")
            .build();
    drop(
        node,
        "09",
        MessageType.PEER_LIST,
        JsonObject.builder().put("peers", JsonArray.of(candidate)).build());
  }

  private static void drop(ReaderNode node, String id, MessageType type, JsonObject payload) {
    node.drop(id, node.test().envelope(ALICE, ALICE_AT, type, payload));
  }

  private static void pre(Node node) {
    new ServedContent().pre(node, new FileStore(node));
  }

  private static void post(Node node) {
    new ReaderPostprocess(node, new FileStore(node)).run();
  }

  /** The LLM's part: always the same decisions on the same digest. */
  private static void decide(Node node) {
    List<JsonValue> decisions = new ArrayList<>();
    for (JsonObject item :
        node.readJson(node.home().inboxDigest())
            .flatMap(json -> json.array("items"))
            .orElseThrow()
            .objects()) {
      switch (item.string("id").orElseThrow()) {
        case "01" -> {
          decisions.add(decision("01", "endorse_content"));
          decisions.add(decision("01", "reply").with("body", "Well said."));
        }
        case "02" -> decisions.add(decision("02", "endorse_identity"));
        case "04" -> decisions.add(decision("04", "accept_subscribe"));
        case "06" -> {
          decisions.add(decision("06", "reciprocate_announce"));
          decisions.add(decision("06", "update_trust").with("new_trust", "known"));
        }
        default -> throw new AssertionError("unexpected item " + item);
      }
    }
    node.writeJson(
        node.home().readerDecisions(),
        JsonObject.builder()
            .put("decisions", new JsonArray(decisions))
            .put("session_notes", "Quiet day.")
            .build());
  }

  private static JsonObject decision(String item, String action) {
    return JsonObject.builder().put("inbox_id", item).put("action", action).build();
  }

  /** As the scheduler's command chains it with {@code &&}. */
  private static void pipeline(Node node) {
    if (!new ServedContent().pre(node, new FileStore(node)).idle()) {
      decide(node);
      post(node);
    }
  }

  /** Every file of the node that a reader's step may write, but the ops-log's summaries. */
  private static Map<String, String> state(TestNode node) {
    Map<String, String> state = new TreeMap<>();
    collect(node, node.home().runtime(), state);
    state.remove("ops-log.md");
    state.keySet().removeIf(name -> name.startsWith("identity/"));
    // A rerun of reader-pre finds only what is left, so it counts less.
    state.computeIfPresent(
        "operational/inbox-digest.json",
        (name, text) -> {
          JsonObject digest = node.node().readJson(node.home().inboxDigest()).orElseThrow();
          return JsonWriter.pretty(digest.without("auto_handled"));
        });
    return state;
  }

  private static void collect(TestNode node, Path folder, Map<String, String> state) {
    for (Path file : node.node().disk().files(folder)) {
      state.put(
          node.home().runtime().relativize(file).toString(),
          node.node().readText(file).orElseThrow());
    }
    node.node().disk().folders(folder).forEach(child -> collect(node, child, state));
  }
}
