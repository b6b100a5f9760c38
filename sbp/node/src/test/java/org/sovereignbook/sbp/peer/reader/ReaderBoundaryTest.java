package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/** Failures of single envelopes: each is set aside, and the others are read. */
class ReaderBoundaryTest {
  @TempDir private Path folder;

  private static IllegalStateException odd() {
    return new IllegalStateException("an odd envelope");
  }

  private ReaderNode node() {
    return ReaderNode.knowingAlice(folder, TrustState.ENDORSED);
  }

  private static List<InboxId> three(ReaderNode node) {
    List<InboxId> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.add(node.direct(ReaderNode.ALICE, "message " + i));
      node.later();
    }
    return ids;
  }

  private static PreprocessResult pre(ReaderNode node, Store store, Gate... gates)
      throws InterruptedException {
    return new ReaderPreprocess(node.node(), store, node.served(), List.of(gates)).run();
  }

  /** A gate that changes something for each envelope, and fails on one. */
  private static Gate failingOn(InboxId bad, Supplier<RuntimeException> failure) {
    return (received, context) -> {
      context.emit(context.event("seen-by-gate", "seen " + received.id()));
      context.updatePeer(received.sender(), peer -> peer.withSubscriber(true));
      if (received.id().equals(bad)) {
        throw failure.get();
      }
      return Gate.pass();
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void anEnvelopeOnWhichAGateFailsIsSetAsideAndTheOthersAreRead(int place) throws Exception {
    ReaderNode node = node();
    List<InboxId> ids = three(node);
    InboxId bad = ids.get(place);

    PreprocessResult result = pre(node, node.store(), failingOn(bad, ReaderBoundaryTest::odd));

    assertThat(result.passed()).isEqualTo(2);
    assertThat(node.store().inbox().setAside()).containsExactly(bad);
    assertThat(node.inbox()).hasSize(2).doesNotContain(bad);
    assertThat(node.ops())
        .anyMatch(line -> line.contains(bad + " is set aside") && line.contains("an odd envelope"))
        .noneMatch(line -> line.contains("seen " + bad));
    SetAsideItem aside = BatchMemory.load(node.store(), node.node().now()).item(bad).orElseThrow();
    assertThat(aside.by()).isEqualTo("reader-pre");
    assertThat(aside.reason()).isEqualTo("IllegalStateException: an odd envelope");
    assertThat(aside.tries()).isEqualTo(1);
  }

  @Test
  void anEnvelopeThatAGateSetsAsideIsUnreadUntilItIsTakenBack() throws Exception {
    ReaderNode node = node();
    List<InboxId> ids = three(node);
    Gate closed =
        (received, _) ->
            received.id().equals(ids.get(1)) ? new Gate.Result.PutAside("not now") : Gate.pass();

    PreprocessResult result = pre(node, node.store(), closed);

    assertThat(result.passed()).isEqualTo(2);
    assertThat(node.store().inbox().setAside()).containsExactly(ids.get(1));
    BatchMemory memory = BatchMemory.load(node.store(), node.node().now());
    assertThat(memory.item(ids.get(1)).orElseThrow().reason()).isEqualTo("not now");
  }

  @Test
  void anEnvelopeThatWasTakenBackFailsOnceMoreOrIsReadAtLast() throws Exception {
    ReaderNode node = node();
    InboxId bad = node.direct(ReaderNode.ALICE, "odd");
    for (int tries = 1; tries <= 2; tries++) {
      pre(node, node.store(), failingOn(bad, ReaderBoundaryTest::odd));
      BatchMemory memory = BatchMemory.load(node.store(), node.node().now());
      assertThat(memory.item(bad).orElseThrow().tries()).isEqualTo(tries);
      node.store().commit(memory.takeBack(List.of(bad)));
      assertThat(node.inbox()).containsExactly(bad);
    }

    assertThat(pre(node, node.store()).passed()).isEqualTo(1);
    assertThat(BatchMemory.load(node.store(), node.node().now()).item(bad)).isEmpty();
  }

  @Test
  void manyEnvelopesThatFailNeverEndTheReader() throws Exception {
    ReaderNode node = node();
    for (int i = 0; i < 30; i++) {
      var _ = node.direct(ReaderNode.ALICE, "message " + i);
    }
    InboxId last = node.direct(ReaderNode.ALICE, "the last");

    PreprocessResult result =
        pre(
            node,
            node.store(),
            (received, context) -> {
              if (received.id().equals(last)) {
                return Gate.pass();
              }
              throw odd();
            });

    assertThat(result.passed()).isEqualTo(1);
    assertThat(node.store().inbox().setAside()).hasSize(30);
  }

  @Test
  void aFailureOfTheMachineEndsTheStepAndSetsNothingAside() {
    List<Supplier<RuntimeException>> failures =
        List.of(
            () -> new StoreException("the database is gone"),
            () -> new DiskException("write", Path.of("x"), new IOException("No space left")),
            () -> new IllegalStateException(new IOException("No space left on device")),
            () -> new IllegalStateException("odd", new StoreException("gone")));
    ReaderNode node = node();
    List<InboxId> ids = three(node);

    for (Supplier<RuntimeException> failure : failures) {
      assertThatThrownBy(() -> pre(node, node.store(), failingOn(ids.getFirst(), failure)))
          .isInstanceOf(RuntimeException.class);
    }

    assertThat(node.store().inbox().setAside()).isEmpty();
    assertThat(node.inbox()).isEqualTo(ids);
  }

  @Test
  void anErrorIsNoFailureOfAnEnvelope() {
    ReaderNode node = node();
    List<InboxId> ids = three(node);

    assertThatThrownBy(
            () ->
                pre(
                    node,
                    node.store(),
                    (_, _) -> {
                      throw new StackOverflowError();
                    }))
        .isInstanceOf(StackOverflowError.class);

    assertThat(node.inbox()).isEqualTo(ids);
    assertThat(node.store().inbox().setAside()).isEmpty();
  }

  @Test
  void anEnvelopeThatMeetsADamagedFileOfTheNodeWaits() throws Exception {
    ReaderNode node = node();
    List<InboxId> ids = three(node);

    PreprocessResult result =
        pre(
            node,
            node.store(),
            failingOn(ids.get(1), () -> new NodeException("a file is damaged; restore it")));

    assertThat(result.passed()).isEqualTo(2);
    assertThat(result.waiting()).isEqualTo(1);
    assertThat(node.store().inbox().setAside()).isEmpty();
    assertThat(node.ops()).anyMatch(line -> line.contains("a file is damaged"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void anItemThatReaderPostFailsToOpenIsSetAside(int place) {
    ReaderNode node = node();
    List<InboxId> ids = three(node);
    InboxId bad = ids.get(place);
    ignoreAll(node, ids);

    var _ =
        new ReaderPostprocess(
                node.node(),
                new ForwardingStore(node.store()) {
                  @Override
                  public Optional<byte[]> read(Keyed in, String key) {
                    if (in.equals(Inbox.WAITING) && key.equals(bad.value())) {
                      throw odd();
                    }
                    return super.read(in, key);
                  }
                })
            .run();

    assertAside(node, bad);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void anItemOnWhoseDecisionReaderPostFailsIsSetAside(int place) {
    ReaderNode node = node();
    List<InboxId> ids = three(node);
    ignoreAll(node, ids);
    node.decide(
        ids.stream().map(id -> ReaderNode.trust(id, "endorsed")).toArray(JsonObject[]::new));
    AtomicInteger asked = new AtomicInteger();

    var _ =
        new ReaderPostprocess(
                node.node(),
                node.store(),
                () -> {
                  if (asked.getAndIncrement() == place) {
                    throw odd();
                  }
                  return Optional.empty();
                })
            .run();

    assertAside(node, ids.get(place));
  }

  private static void ignoreAll(ReaderNode node, List<InboxId> ids) {
    var _ = node.pre();
    node.decide(
        ids.stream().map(id -> ReaderNode.decision(id, "ignore")).toArray(JsonObject[]::new));
  }

  private static void assertAside(ReaderNode node, InboxId bad) {
    assertThat(node.store().inbox().setAside()).containsExactly(bad);
    assertThat(node.processed()).hasSize(2).doesNotContain(bad + ".json");
    assertThat(BatchMemory.load(node.store(), node.node().now()).item(bad).orElseThrow().by())
        .isEqualTo("reader-post");
  }
}
