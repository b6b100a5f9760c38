package org.sovereignbook.sbp.plugins.offers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.board.TaskFilter;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.testing.ConnectedNodes;

/** Work of peers: after the owner's, in turns, and bounded for each of them. */
class OfferedWorkTest {
  @TempDir Path folder;
  private ConnectedNodes world;
  private ConnectedNodes.Side ada;
  private ConnectedNodes.Side eve;
  private ConnectedNodes.Side bob;

  @BeforeEach
  void threeNodes() {
    world = new ConnectedNodes();
    ada = world.add(folder, "ada");
    eve = world.add(folder, "eve");
    bob = world.add(folder, "bob");
    for (ConnectedNodes.Side peer : List.of(ada, eve)) {
      peer.meet(bob, "Bob", TrustState.KNOWN);
    }
    bob.meet(ada, "Ada", TrustState.KNOWN);
    bob.meet(eve, "Eve", TrustState.KNOWN);
    bob.agent("worker", AgentReach.NODE, AgentReach.PEERS);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static PlannedTask task(String title, int priority, String description) {
    return new PlannedTask(
        Optional.empty(),
        title,
        Optional.of(description),
        Optional.empty(),
        Optional.of(priority),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static String add(ConnectedNodes.Side side, PlannedTask task) {
    return side.write(
        (tx, caller) ->
            Board.in(tx)
                .add(Plan.of(List.of(task)), Worker.of(caller), Optional.empty())
                .getFirst());
  }

  private void offer(ConnectedNodes.Side from, PlannedTask... tasks) {
    for (PlannedTask task : tasks) {
      String id = add(from, task);
      String _ =
          from.write(
              (tx, caller) -> Offers.offer(tx, caller, id, bob.address(), Duration.ofHours(24)));
      from.deliver();
      bob.tick();
      from.tick();
    }
  }

  private void offer(ConnectedNodes.Side from, String... titles) {
    offer(
        from,
        List.of(titles).stream().map(title -> task(title, 0, "")).toArray(PlannedTask[]::new));
  }

  private Optional<Claim> claim() {
    return bob.as("worker", (tx, caller) -> Board.in(tx).claim(Worker.of(caller)));
  }

  private void submit(Claim claim) {
    boolean _ =
        bob.as(
            "worker",
            (tx, caller) ->
                Board.in(tx)
                    .submit(claim.task(), claim.fence(), "done", List.of(), Worker.of(caller)));
  }

  /** The titles of what is done when a worker takes one task after the other. */
  private List<String> worked() {
    List<String> titles = new ArrayList<>();
    for (Optional<Claim> next = claim(); next.isPresent(); next = claim()) {
      Claim claim = next.get();
      titles.add(bob.write((tx, caller) -> Board.in(tx).task(claim.task())).title());
      submit(claim);
    }
    return titles;
  }

  private List<Task> standing() {
    return bob.write((tx, caller) -> Board.in(tx).list(TaskFilter.OPEN, Optional.empty(), 100));
  }

  private List<TaskCrossing.State> answers(ConnectedNodes.Side side) {
    return side.read(tx -> Offer.all(tx, 100)).stream().map(Offer::state).toList();
  }

  private void configure(String section, String key, int value) {
    bob.node()
        .configure(JsonObject.empty().with(section, JsonObject.empty().with(key, (long) value)));
  }

  @Test
  void noOfferComesBeforeTheOwnersWorkHoweverUrgentItSaysItIs() {
    offer(ada, task("theirs", PlannedTask.MAX_PRIORITY, ""));
    add(bob, task("ours", 0, ""));
    add(bob, task("ours, later", -1, ""));

    assertThat(standing().stream().filter(one -> one.title().equals("theirs")).toList())
        .singleElement()
        .extracting(task -> task.row().conditions().priority())
        .isEqualTo(0);
    assertThat(worked()).containsExactly("ours", "theirs", "ours, later");
  }

  @Test
  void theOwnerSaysHowUrgentAnOfferCanBe() {
    configure("board", "max_offered_priority", 7);
    offer(ada, task("urgent", PlannedTask.MAX_PRIORITY, ""), task("not so urgent", 3, ""));
    add(bob, task("ours", 6, ""));

    assertThat(worked()).containsExactly("urgent", "ours", "not so urgent");
  }

  @Test
  void workThatAnAgentMakesOfAnOfferIsNoMoreUrgentThanTheOffer() {
    offer(ada, "theirs");
    Claim _ = claim().orElseThrow();

    String part =
        bob.as(
            "worker",
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(task("part", PlannedTask.MAX_PRIORITY, ""))),
                        Worker.of(caller),
                        Optional.empty())
                    .getFirst());
    add(bob, task("ours", 0, ""));

    assertThat(bob.write((tx, caller) -> Board.in(tx).task(part)).row().conditions().priority())
        .isZero();
    assertThat(worked().getFirst()).isEqualTo("ours");
  }

  @Test
  void peersTakeTurnsHoweverMuchOneOfThemOffers() {
    offer(ada, "a1", "a2", "a3", "a4");
    offer(eve, "e1", "e2");

    assertThat(worked()).containsExactly("a1", "e1", "a2", "e2", "a3", "a4");
  }

  @Test
  void whoComesLaterHasNoTurnsInArrearsAndNoneAhead() {
    offer(ada, "a1", "a2", "a3", "a4");
    submit(claim().orElseThrow());
    submit(claim().orElseThrow());
    offer(eve, "e1", "e2", "e3");

    assertThat(worked()).containsExactly("a3", "e1", "a4", "e2", "e3");
  }

  @Test
  void onePeerHoldsAtMostSoManyOffersAndOthersStillComeIn() {
    configure("mail", "peer_open_offers", 2);
    offer(ada, "a1", "a2", "a3");
    offer(eve, "e1");

    assertThat(standing()).extracting(Task::title).containsExactly("a1", "a2", "e1");
    assertThat(answers(ada))
        .containsExactlyInAnyOrder(
            TaskCrossing.State.ACCEPTED, TaskCrossing.State.ACCEPTED, TaskCrossing.State.REFUSED);

    submit(claim().orElseThrow());
    offer(ada, "a4");
    assertThat(standing()).extracting(Task::title).contains("a4");
  }

  @Test
  void onePeerHoldsAtMostSoManyBytesOfOffers() {
    configure("mail", "peer_open_offer_bytes", 2_000);
    offer(ada, task("a1", 0, "é".repeat(499)), task("a2", 0, "é".repeat(499)));
    assertThat(standing()).extracting(Task::title).containsExactly("a1", "a2");

    offer(ada, "a");
    assertThat(standing()).hasSize(2);
    offer(eve, task("e1", 0, "x".repeat(1_998)), task("e2", 0, ""));
    assertThat(standing()).extracting(Task::title).containsExactly("a1", "a2", "e1");

    submit(claim().orElseThrow());
    offer(ada, "a4");
    assertThat(standing()).extracting(Task::title).contains("a4");
  }
}
