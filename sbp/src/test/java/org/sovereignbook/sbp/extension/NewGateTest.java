package org.sovereignbook.sbp.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.reader.PreprocessResult;
import org.sovereignbook.sbp.peer.reader.ServedContent;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.RejectedEnvelope;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Gates of a package outside the reader, between inbox and digest. */
class NewGateTest {
  private static final JsonObject PRINCIPAL =
      JsonObject.builder().put("principal", "alice").build();

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void bobKnowsAlice() {
    node = TestNode.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
  }

  @Test
  void aGateMayRejectWithACode() {
    InboxId id = receive("let me in");

    PreprocessResult result =
        run((_, _) -> new Gate.Result.Reject(new Rejection(Code.BLOCKED, "no access for you")));

    assertThat(result.rejected()).isEqualTo(1);
    assertThat(RejectedEnvelope.all(node.store()))
        .extracting(RejectedEnvelope::id)
        .containsExactly(id);
    assertThat(ops()).contains("rejected " + id + ": blocked: no access for you");
    assertThat(node.node().disk().exists(node.home().inboxDigest())).isFalse();
  }

  @Test
  void aGateMayArchiveWhatTheReaderNeedNotSee() {
    InboxId id = receive("a task");

    PreprocessResult result =
        run((_, _) -> new Gate.Result.ToArchive(Gate.AutoHandled.DROPPED, "put on the board"));

    assertThat(result.autoHandled()).isEqualTo(1);
    assertThat(files(node.home().inbox().resolve("processed"))).containsExactly(id + ".json");
    assertThat(ops()).contains("put on the board (" + id + ")");
  }

  @Test
  void aGateMayMakeAMessageWaitForALaterRun() {
    InboxId id = receive("not now");

    PreprocessResult result = run((_, _) -> new Gate.Result.Wait("its sender is asked first"));

    assertThat(result.waiting()).isEqualTo(1);
    assertThat(node.store().inbox().pending()).containsExactly(id);
    assertThat(run().passed()).isEqualTo(1);
  }

  @Test
  void theReaderIsToldWhatGatesHaveNoted() {
    receive("hello");

    run(
        (_, _) -> new Gate.Result.Pass(PRINCIPAL),
        (_, _) -> new Gate.Result.Pass(JsonObject.builder().put("grant", 7).build()));

    assertThat(items().getFirst().object("notes")).contains(PRINCIPAL.with("grant", 7));
  }

  @Test
  void gatesAreAskedInOrderUntilOneStopsTheMessage() {
    receive("hello");
    List<String> asked = new ArrayList<>();

    run(
        (received, context) -> {
          asked.add("first: " + context.nameOf(received.sender()));
          return Gate.pass();
        },
        (received, _) -> {
          asked.add("second: " + ((Payload.Direct) received.payload()).body());
          return Gate.drop("the second gate says so");
        },
        (_, _) -> {
          asked.add("third");
          return Gate.pass();
        });

    assertThat(asked).containsExactly("first: Alice", "second: hello");
    assertThat(ops()).anyMatch(line -> line.startsWith("dropped, the second gate says so ("));
  }

  @Test
  void whatTheReadersOwnChecksStopNeverGetsToTheGate() {
    byte[] envelope = envelope("twice");
    node.store().inbox().accept(envelope, node.clock().instant());
    node.node().disk().write(node.home().inbox().resolve("copy.json"), envelope);
    List<InboxId> asked = new ArrayList<>();

    PreprocessResult result =
        run(
            (received, _) -> {
              asked.add(received.id());
              return Gate.pass();
            });

    assertThat(asked).hasSize(1);
    assertThat(result.duplicates()).isEqualTo(1);
  }

  @Test
  void nothingIsLearnedFromAMessageThatAGateHasStopped() {
    node.clock().advance(java.time.Duration.ofHours(1));
    receive("hello");

    run((_, _) -> Gate.drop("nobody is at home"));

    assertThat(node.store().peers().find(TestKeys.alice().publicKey()).orElseThrow().lastContact())
        .isEmpty();
  }

  private PreprocessResult run(Gate... gates) {
    return new ServedContent().pre(node.node(), node.store(), gates);
  }

  private InboxId receive(String body) {
    return node.store().inbox().accept(envelope(body), node.clock().instant());
  }

  private byte[] envelope(String body) {
    return node.envelope(
        TestKeys.alice(),
        TestNode.ALICE_ENDPOINT,
        MessageType.DIRECT,
        Payloads.direct(body, Optional.empty(), Optional.empty()));
  }

  private List<JsonObject> items() {
    return node.node()
        .readJson(node.home().inboxDigest())
        .flatMap(json -> json.array("items"))
        .map(JsonArray::objects)
        .orElseThrow();
  }

  /** The texts of the ops-log. */
  private List<String> ops() {
    return node.store().lines(LogFile.OPS).stream().map(line -> line.split(" ", 3)[2]).toList();
  }

  private List<String> files(Path in) {
    return node.node().disk().files(in).stream()
        .map(file -> file.getFileName().toString())
        .toList();
  }
}
