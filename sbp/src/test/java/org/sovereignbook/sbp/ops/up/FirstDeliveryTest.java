package org.sovereignbook.sbp.ops.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.frontend.command.LiveLines;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.peer.server.RouteAnswer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteFeature;
import org.sovereignbook.sbp.peer.server.RouteRequest;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.Eventually;

/** Items that are put into the outbox leave at once, and once. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FirstDeliveryTest {
  @TempDir private Path folder;
  private final List<List<String>> started = Collections.synchronizedList(new ArrayList<>());
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Instant now = Instant.EPOCH;
  private Node node;
  private Session session;
  private FirstDelivery delivery;
  private String end = "true";

  @BeforeEach
  void makeNode() {
    CliTest cli = CliTest.in(folder);
    assertThat(cli.run("init", "node", "--local").exit().isFailure()).isFalse();
    World world = cli.workingIn(folder.resolve("node")).world(out, new ByteArrayOutputStream());
    session = Session.of(world, new Output(world, false), CommandTable.NONE);
    node = session.node();
    now = world.clock().instant();
    delivery = new FirstDelivery(session, node);
  }

  private void put(String name, JsonObject item) {
    try (Store store = session.store(node)) {
      store.commit(new ChangeSet().add(Outbox.put(new OutboxId(OutboxKind.NETWORK, name), item)));
    }
  }

  /** Looks until nothing runs any more, and returns how many deliveries were started in all. */
  private int started(Supervisor supervisor) {
    delivery.look(supervisor, now).ifPresent(CompletableFuture::join);
    return started.size();
  }

  private Supervisor supervisor() {
    return new Supervisor(
        (child, _) -> {
          started.add(child.words());
          return new ProcessBuilder("sh", "-c", end).start();
        },
        session.world().clock(),
        (_, _) -> {});
  }

  @Test
  void eachNewItemStartsOneDeliveryAndOneThatStaysNone() {
    try (Supervisor supervisor = supervisor()) {
      assertThat(started(supervisor)).isZero();

      put("one", JsonObject.empty());
      assertThat(started(supervisor)).isEqualTo(1);
      assertThat(started(supervisor)).isEqualTo(1);

      put("two", JsonObject.empty());
      assertThat(started(supervisor)).isEqualTo(2);
      assertThat(started).containsOnly(List.of("deliver"));
    }
  }

  /** A feature that has something to send as long as it is told so. */
  private record Sending(AtomicBoolean waits) implements NodeFeature {
    @Override
    public String name() {
      return "sending";
    }

    @Override
    public String title() {
      return "sends";
    }

    @Override
    public boolean isDue(Transaction tx) {
      return waits.get();
    }
  }

  @Test
  void whatAFeatureHasToSendStartsADeliveryAndWhatStaysNotAtOnceAgain() {
    Sending feature = new Sending(new AtomicBoolean());
    session.ledger(node).close();
    node = new Node(node.home(), node.disk(), node.clock(), node.random());
    Features _ = node.kept().of(Features.class, () -> new Features(List.of(feature)));
    delivery = new FirstDelivery(session, node);
    try (Supervisor supervisor = supervisor()) {
      assertThat(started(supervisor)).isZero();

      feature.waits().set(true);
      put("one", OutboxItems.notBefore(JsonObject.empty(), Optional.of(now.plusSeconds(3600))));
      assertThat(started(supervisor)).isEqualTo(1);
      assertThat(started(supervisor)).isEqualTo(1);

      now = now.plusSeconds(15);
      assertThat(started(supervisor)).isEqualTo(2);

      // No delivery ends it: the pause doubles.
      now = now.plusSeconds(15);
      assertThat(started(supervisor)).isEqualTo(2);
      now = now.plusSeconds(15);
      assertThat(started(supervisor)).isEqualTo(3);
    }
  }

  @Test
  void whatAnAgentLeftWhileAStepHeldTheNodeStartsADelivery() {
    try (Ledger ledger = session.ledger(node);
        Supervisor supervisor = supervisor()) {
      assertThat(started(supervisor)).isZero();

      ledger.run(tx -> tx.leave("one", "mail", JsonObject.empty()));
      assertThat(started(supervisor)).isEqualTo(1);
    }
  }

  @Test
  void anItemThatMayNotLeaveYetWaitsForItsTime() {
    put(
        "later",
        OutboxItems.notBefore(JsonObject.empty(), Optional.of(now.plus(Duration.ofHours(1)))));
    try (Supervisor supervisor = supervisor()) {
      assertThat(started(supervisor)).isZero();

      now = now.plus(Duration.ofHours(1));
      assertThat(started(supervisor)).isEqualTo(1);
    }
  }

  @Test
  void whatWaitsAtTheStartIsLeftToTheFirstTick() {
    put("one", JsonObject.empty());
    try (Supervisor supervisor = supervisor()) {
      assertThat(started(supervisor)).isZero();
      assertThat(started(supervisor)).isZero();
    }
  }

  @Test
  void aProgramOfTheOwnersInPlaceOfTheStepIsLeftToTheTick() throws IOException {
    try (Supervisor supervisor = supervisor()) {
      assertThat(started(supervisor)).isZero();
      Files.writeString(node.home().scripts().resolve("delivery"), "#!/bin/sh\nexit 0\n");
      put("one", JsonObject.empty());
      assertThat(started(supervisor)).isZero();
    }
  }

  @Test
  void anItemThatCannotBeReadHoldsUpNoOther() throws IOException {
    try (Supervisor supervisor = supervisor()) {
      assertThat(started(supervisor)).isZero();
      put("one", JsonObject.empty());
      Files.writeString(folder.resolve("node/runtime/outbox/network/bad.json"), "{ half");
      assertThat(started(supervisor)).isEqualTo(1);
      put("two", JsonObject.empty());
      assertThat(started(supervisor)).isEqualTo(2);
    }
  }

  @Test
  void settingsThatCannotBeReadEndNothingAndAreToldOnce() throws IOException {
    UpView view = new UpView(LiveLines.of(session, ""), false, false);
    NodeWatch watch = new NodeWatch(session, node, view, () -> {});
    Path settings = node.home().schedulerConfig();
    String good = Files.readString(settings);
    try (Supervisor supervisor = supervisor()) {
      watch.look(supervisor, now, true);
      put("one", JsonObject.empty());
      Files.writeString(settings, "{ half");
      watch.look(supervisor, now, true);
      watch.look(supervisor, now, true);
      assertThat(out.toString(StandardCharsets.UTF_8).split("scheduler-config", -1)).hasSize(2);
      assertThat(started).isEmpty();

      Files.writeString(settings, good);
      watch.look(supervisor, now, true);
      Eventually.holds("it is delivered", () -> started.size() == 1);
    }
  }

  /** Public routes whose feature is broken. */
  private record Broken(String name) implements RouteFeature {
    @Override
    public String title() {
      return name;
    }

    @Override
    public boolean isNeeded(Node node) {
      throw new NoClassDefFoundError("Missing");
    }

    @Override
    public RouteAnswer answer(RouteRequest request, RouteContext context) {
      throw new NoClassDefFoundError("Missing");
    }
  }

  @Test
  void aFeatureThatCannotSayWhetherItIsNeededHoldsUpNothingAndIsToldOnce() throws IOException {
    List<Feature> features = new ArrayList<>(Features.bundled().all());
    features.add(new Broken("broken"));
    Node own = new Node(node.home(), node.disk(), node.clock(), node.random());
    Features _ = own.kept().of(Features.class, () -> new Features(features));
    UpView view = new UpView(LiveLines.of(session, ""), false, false);
    NodeWatch watch = new NodeWatch(session, own, view, () -> {});
    try (Supervisor supervisor = supervisor()) {
      watch.look(supervisor, now, true);
      put("one", JsonObject.empty());
      watch.look(supervisor, now, true);
      Eventually.holds("it is delivered", () -> started.contains(List.of("deliver")));
      assertThat(out.toString(StandardCharsets.UTF_8).split("broken fails", -1)).hasSize(2);
    }
  }

  @Test
  void besideATickNothingIsStartedBeforeItsEnd() {
    try (Supervisor supervisor = supervisor()) {
      assertThat(started(supervisor)).isZero();
      put("one", JsonObject.empty());
      try (NodeLock _ =
          NodeLock.tryAcquire(NodeLock.tick(node.home()), "tick", node.now(), "t").orElseThrow()) {
        assertThat(started(supervisor)).isZero();
      }
      assertThat(started(supervisor)).isEqualTo(1);
    }
  }

  @Test
  void afterAFailureItIsTriedAgainAfterAPauseThatGrows() {
    end = "exit 6";
    try (Supervisor supervisor = supervisor()) {
      assertThat(started(supervisor)).isZero();
      put("one", JsonObject.empty());
      assertThat(started(supervisor)).isEqualTo(1);
      assertThat(started(supervisor)).isEqualTo(1);
      now = now.plus(Supervisor.FIRST_PAUSE);
      assertThat(started(supervisor)).isEqualTo(2);
      now = now.plus(Supervisor.FIRST_PAUSE);
      assertThat(started(supervisor)).isEqualTo(2);
      end = "true";
      now = now.plus(Supervisor.pauseAfter(2));
      assertThat(started(supervisor)).isEqualTo(3);
      now = now.plus(Supervisor.LONGEST_PAUSE);
      assertThat(started(supervisor)).isEqualTo(3);
    }
  }
}
