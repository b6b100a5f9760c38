package org.sovereignbook.sbp.plugins.offers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.runtime.feature.StepWork;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardUpkeep;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.board.TaskFilter;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.testing.ConnectedNodes;
import org.sovereignbook.sbp.testing.Poison;

/** Offers whose item fails, whose time is wrong, or whose feature was off for a while. */
class OfferUpkeepTest {
  private static final JsonObject OFF =
      JsonObject.empty()
          .with("features", JsonObject.empty().with("off", JsonArray.ofStrings(List.of("offers"))));

  @TempDir Path folder;
  private ConnectedNodes world;
  private ConnectedNodes.Side ada;
  private ConnectedNodes.Side bob;

  @BeforeEach
  void twoNodes() {
    world = new ConnectedNodes();
    ada = world.add(folder, "ada");
    bob = world.add(folder, "bob");
    ada.meet(bob, "Bob", TrustState.KNOWN);
    bob.meet(ada, "Ada", TrustState.KNOWN);
    bob.agent("worker", AgentReach.NODE, AgentReach.PEERS);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private String add(String title) {
    return ada.write(
        (tx, caller) ->
            Board.in(tx)
                .add(
                    Plan.of(List.of(PlannedTask.titled(title))),
                    Worker.of(caller),
                    Optional.empty())
                .getFirst());
  }

  /** Offers a task to Bob, and returns the offer's id. */
  private String offer(String task) {
    return ada.write(
        (tx, caller) -> Offers.offer(tx, caller, task, bob.address(), Duration.ofHours(24)));
  }

  private TaskCrossing.State state(String offer) {
    return ada.read(tx -> Offer.find(tx, offer)).state();
  }

  private Task task(String id) {
    return ada.write((tx, caller) -> Board.in(tx).task(id));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void offersThatReachNobodyAreClosedButForTheOneThatFails(int bad) {
    List<String> ids = Stream.of("one", "two", "three").map(this::add).map(this::offer).toList();
    ChangeSet gone = new ChangeSet();
    ada.store().outbox().pending().forEach(id -> gone.add(Outbox.remove(id)));
    ada.store().commit(gone);
    Poison.update(ada.ledger(), "offer", "id", ids.get(bad));

    OfferUpkeep.settle(ada.ledger(), ada.store());

    for (int i = 0; i < ids.size(); i++) {
      assertThat(state(ids.get(i)))
          .isEqualTo(i == bad ? TaskCrossing.State.OFFERED : TaskCrossing.State.FAILED);
    }
    assertThat(Poison.aside(ada.ledger(), ItemList.OUTBOX))
        .singleElement()
        .satisfies(item -> assertThat(item.id()).contains(ids.get(bad)));
  }

  @Test
  void ofOnePeerOnlySoManyEndedOffersAreKept() {
    bob.node()
        .configure(
            JsonObject.empty().with("mail", JsonObject.empty().with("peer_ended_mails", 1_000L)));
    bob.ledger().run(tx -> row(tx, "first", "refused"));
    world.advance(Duration.ofMillis(1));
    bob.ledger()
        .run(
            tx -> {
              for (int i = 0; i < 999; i++) {
                row(tx, "offer-" + i, "refused");
              }
              row(tx, "last", "expired");
              row(tx, "open", "accepted");
            });

    assertThat(new OffersFeature().retention().getFirst().forget(bob.ledger())).isEqualTo(1);
    assertThat(
            bob.<List<String>>read(
                tx -> tx.texts("SELECT id FROM offer WHERE id NOT LIKE 'offer-%' ORDER BY id")))
        .containsExactly("last", "open");
  }

  private static void row(Transaction tx, String id, String state) {
    int _ =
        tx.update(
            "INSERT INTO offer (id, way, peer, peer_endpoint, peer_id, task, attempt, fence,"
                + " state, created_ms, expires_ms, principal, authority_id) VALUES (?, 'in',"
                + " 'EVE', 'x', ?, '', 0, 0, ?, ?, 0, 'system', ?)",
            id,
            id,
            state,
            tx.nowMs(),
            tx.keep(Authority.SYSTEM));
  }

  @Test
  void aClaimThatOutlastsItsOfferBecauseTheClockWasWrongEndsWithIt() {
    String id = add("check parse.c");
    String offer = offer(id);
    ada.ledger()
        .run(tx -> tx.update("UPDATE task SET lease_until_ms = lease_until_ms + 864000000"));

    ada.deliver();

    assertThat(task(id).row().leaseUntil())
        .contains(ada.read(tx -> Offer.find(tx, offer)).expiresAt());
  }

  @Test
  void whatEndedThereWhileTheFeatureWasOffIsToldOnceItIsOn() {
    String id = add("check parse.c");
    String offer = offer(id);
    ada.deliver();
    bob.tick();
    ada.tick();
    bob.node().configure(OFF);
    boolean _ =
        bob.write(
            (tx, caller) -> {
              String there =
                  Board.in(tx).list(TaskFilter.OPEN, Optional.empty(), 1).getFirst().id();
              return Board.in(tx).cancel(there, "not now", Worker.of(caller));
            });
    bob.tick();
    ada.tick();
    assertThat(state(offer)).isEqualTo(TaskCrossing.State.ACCEPTED);

    bob.node().configure(JsonObject.empty());
    bob.tick();
    ada.tick();

    assertThat(state(offer)).isEqualTo(TaskCrossing.State.REFUSED);
    assertThat(task(id).state()).isEqualTo(TaskState.PENDING);
  }

  @Test
  void aTaskThatCameBackWhileTheFeatureWasOffCanBeOfferedAgain() {
    String id = add("check parse.c");
    String first = offer(id);
    ada.node().configure(OFF);
    world.advance(Duration.ofHours(24));
    int _ = BoardUpkeep.settle(ada.ledger());
    assertThat(state(first)).isEqualTo(TaskCrossing.State.OFFERED);

    ada.node().configure(JsonObject.empty());
    String second = offer(id);

    assertThat(state(first)).isEqualTo(TaskCrossing.State.EXPIRED);
    assertThat(state(second)).isEqualTo(TaskCrossing.State.OFFERED);
  }

  @Test
  void anOfferIsSetAsideUnreadWhileTheFeatureIsOff() throws Exception {
    String _ = offer(add("check parse.c"));
    ada.deliver();
    bob.node().configure(OFF);
    try (StepContext context =
        new StepContext(
            bob.node().node(),
            bob.node().store(),
            false,
            Progress.NONE,
            Optional::empty,
            Optional::empty)) {
      StepWork.of(Steps.named("reader-pre").orElseThrow(), List.of()).on(context);
    }

    assertThat(bob.node().store().inbox().setAside()).hasSize(1);
    assertThat(bob.node().node().readText(bob.node().home().opsLog()).orElseThrow())
        .contains("needs-feature: offers is off in this node; sbp plugin on offers");
  }
}
