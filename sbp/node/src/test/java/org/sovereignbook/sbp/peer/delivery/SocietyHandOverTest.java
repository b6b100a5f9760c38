package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** What the society leaves for others reaches them once. */
class SocietyHandOverTest {
  @TempDir private Path folder;
  private final Map<Path, World> nodes = new HashMap<>();

  @Test
  void eachIsDeliveredOnceWhereverTheHandOverWasKilled() {
    CrashSweep.overEveryOperation(
        folder,
        node -> {
          Peer ann = world(node).peer("ann");
          leave(node.node(), ann, "mail:1", "mail:2");
        },
        SocietyHandOverTest::handOver,
        this::deliveredOnce);
  }

  /** Delivery goes on although the database cannot be asked; then the note keeps them apart. */
  @Test
  void whatWasDeliveredBeforeTheDatabaseKnewIsNotDeliveredAgain() {
    CrashSweep.overEveryOperation(
        folder,
        node -> {
          Peer ann = world(node).peer("ann");
          leave(node.node(), ann, "mail:1", "mail:2");
        },
        on -> {
          deliver(nodes.get(on.home().root()));
          handOver(on);
        },
        this::deliveredOnce);
  }

  @Test
  void whatHooksHaveDraftedWaitsAndIsDoneOnceWhereverTheProcessIsKilled() {
    CrashSweep.overEveryOperation(
        folder,
        node -> draft(node.node(), world(node).peer("ann")),
        on -> {
          handOver(on);
          Approvals approvals = new Approvals(on, new FileStore(on));
          for (Approval one : approvals.pending()) {
            approvals.store().commit(approvals.approve(one, Optional.empty()).changes());
          }
          handOver(on);
        },
        node -> {
          assertThat(new Approvals(node.node(), node.store()).all())
              .hasSize(2)
              .allMatch(one -> one.state() == Approval.State.APPROVED);
          assertThat(node.store().outbox().pending()).hasSize(1);
          assertThat(node.node().disk().files(node.home().drafts())).hasSize(1);
          assertThat(node.store().keys(Outbox.HANDED)).isEmpty();
        });
  }

  private static void draft(Node node, Peer to) {
    Timestamp until = Approvals.expiry(node);
    Approval piece = Approval.draft("aaaa", "hook:h", "A title", "A text", node.now(), until);
    Approval reply =
        Approval.reply(
            "bbbb",
            "hook:h",
            to.publicKey(),
            Optional.empty(),
            "Thanks",
            Optional.empty(),
            Optional.empty(),
            node.now(),
            until);
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      for (Approval one : List.of(piece, reply)) {
        ledger.run(tx -> tx.leave("approval:" + one.id(), Approval.LEFT_AS, one.json()));
      }
    }
  }

  private void deliveredOnce(TestNode node) {
    World world = world(node);
    handOver(node.node());
    deliver(world);
    assertThat(world.peers().keptBy(TestKeys.named("ann").publicKey())).hasSize(2);
    assertThat(world.sent()).hasSize(2).allMatch(name -> name.endsWith("-mail"));
    assertThat(world.store().keys(Outbox.HANDED)).isEmpty();
    handOver(node.node());
    assertThat(world.pending()).isEmpty();
  }

  @Test
  void itemsLeaveInTheOrderInWhichTheyWereLeft() {
    World world = World.in(folder);
    Peer ann = world.peer("ann");
    for (int i = 0; i < 9; i++) {
      leave(world.node().node(), ann, "mail:" + i);
      world.node().clock().advance(Duration.ofMillis(5));
    }
    handOver(world.node().node());
    assertThat(world.pending())
        .extracting(id -> world.item(id).object("payload").orElseThrow().string("body").orElse(""))
        .containsExactlyElementsOf(IntStream.range(0, 9).mapToObj(i -> "mail:" + i).toList());
  }

  @Test
  void aNodeWithoutASocietyGetsNone() throws Exception {
    World world = World.in(folder);
    Node node = world.node().node();
    try (StepContext context = context(node, world)) {
      context.handOver();
    }
    assertThat(node.home().society()).doesNotExist();
  }

  @Test
  void aDamagedSocietyIsToldAndKeepsNothingElseFromLeaving() throws Exception {
    World world = World.in(folder);
    Node node = world.node().node();
    Files.createDirectories(node.home().society().getParent());
    Files.writeString(node.home().society(), "no database at all, whatever its name may say");
    try (StepContext context = context(node, world)) {
      context.handOver();
    }
    assertThat(world.log())
        .singleElement()
        .asString()
        .contains("error", "what the society left for others waits", "society.db");
  }

  @Test
  void noPrivateKeyLeaves() {
    World world = World.in(folder);
    Node node = world.node().node();
    String secret = node.readText(node.home().keypair()).orElseThrow();
    assertThatThrownBy(() -> leave(node, world.peer("ann"), secret))
        .isInstanceOf(SecretException.class);
  }

  private static StepContext context(Node node, World world) {
    return new StepContext(
        node,
        world.store(),
        false,
        (_, _) -> {},
        Optional::empty,
        () -> Ledger.openIfAny(node, new SqliteLedgerProvider()));
  }

  private static void leave(Node node, Peer to, String... ids) {
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      ledger.run(
          tx -> {
            for (String id : List.of(ids)) {
              tx.leave(id, "mail", World.directTo(to, id));
            }
          });
    }
  }

  private static void handOver(Node node) {
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      int _ = new HandOver(ledger, new FileStore(node)).run();
    }
  }

  private static void deliver(World world) {
    try {
      DeliveryResult _ = world.run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private World world(TestNode node) {
    return nodes.computeIfAbsent(
        node.home().root(), _ -> new World(node, new FakePeers(node.clock())));
  }
}
