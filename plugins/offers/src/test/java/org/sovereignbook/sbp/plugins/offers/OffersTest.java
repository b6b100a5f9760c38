package org.sovereignbook.sbp.plugins.offers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.TaskResult;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardUpkeep;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskChange;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.board.TaskFilter;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.MailRetention;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.testing.ConnectedNodes;
import org.sovereignbook.sbp.testing.TestKeys;

/** A task that is done in another node: once, whatever crashes; and every offer ends. */
class OffersTest {
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
    return ada.write((tx, caller) -> added(tx, caller, title));
  }

  private static String added(Transaction tx, Caller caller, String title) {
    return Board.in(tx)
        .add(Plan.of(List.of(PlannedTask.titled(title))), Worker.of(caller), Optional.empty())
        .getFirst();
  }

  private Offer offer(String task) {
    return ada.write(
        (tx, caller) ->
            Offer.find(tx, Offers.offer(tx, caller, task, bob.address(), Duration.ofHours(24))));
  }

  private Optional<Claim> claim(String agent) {
    return bob.as(agent, (tx, caller) -> Board.in(tx).claim(Worker.of(caller)));
  }

  private void submit(Claim claim, String result) {
    submit(claim, result, List.of());
  }

  private void submit(Claim claim, String result, List<String> reviewers) {
    boolean _ =
        bob.as(
            "worker",
            (tx, caller) ->
                Board.in(tx)
                    .submit(claim.task(), claim.fence(), result, reviewers, Worker.of(caller)));
  }

  private Task task(ConnectedNodes.Side side, String id) {
    return side.write((tx, caller) -> Board.in(tx).task(id));
  }

  private List<Task> open(ConnectedNodes.Side side) {
    return side.write((tx, caller) -> Board.in(tx).list(TaskFilter.OPEN, Optional.empty(), 100));
  }

  private TaskCrossing.State state(ConnectedNodes.Side side) {
    return side.read(tx -> Offer.all(tx, 1)).getFirst().state();
  }

  private List<Mail> told() {
    return ada.write((tx, caller) -> Mailboxes.received(tx, caller, true, 100));
  }

  @Test
  void theResultComesBackAndClosesOurs() {
    String id = add("check parse.c");
    offer(id);
    assertThat(task(ada, id).state()).isEqualTo(TaskState.CLAIMED);
    ada.deliver();
    bob.tick();
    ada.tick();
    assertThat(state(ada)).isEqualTo(TaskCrossing.State.ACCEPTED);

    Claim claim = claim("worker").orElseThrow();
    Task there = task(bob, claim.task());
    assertThat(there.title()).isEqualTo("check parse.c");
    assertThat(there.row().principal().toString()).isEqualTo("peer:" + ada.keys().publicKey());
    submit(claim, "all branches are covered");
    bob.tick();
    ada.tick();

    assertThat(task(ada, id).state()).isEqualTo(TaskState.COMPLETED);
    assertThat(ada.write((tx, caller) -> Board.in(tx).attempts(id)).getFirst().result())
        .contains("all branches are covered");
    assertThat(told()).singleElement().extracting(Mail::type).isEqualTo(MailType.TASK_RESULT);
    assertThat(state(bob)).isEqualTo(TaskCrossing.State.COMPLETED);
  }

  @Test
  void onlyAgentsThatAreOpenedForItMayClaimIt() {
    bob.agent("private", AgentReach.PEERS, AgentReach.NODE);
    offer(add("check parse.c"));
    ada.deliver();
    bob.tick();

    assertThat(claim("private")).isEmpty();
    assertThat(claim("worker")).isPresent();
  }

  @Test
  void aNodeThatIsClosedRefusesAndTheTaskIsOnTheBoardAgain() {
    bob.write((tx, caller) -> tx.update("UPDATE agent SET work_policy = 'node'"));
    String id = add("check parse.c");
    offer(id);
    ada.deliver();
    bob.tick();
    ada.tick();

    assertThat(state(ada)).isEqualTo(TaskCrossing.State.REFUSED);
    assertThat(task(ada, id).state()).isEqualTo(TaskState.PENDING);
    assertThat(open(bob)).isEmpty();
  }

  @Test
  void whatIsCancelledThereIsRefused() {
    String id = add("check parse.c");
    offer(id);
    ada.deliver();
    bob.tick();
    String there = open(bob).getFirst().id();
    boolean _ = bob.write((tx, caller) -> Board.in(tx).cancel(there, "not now", Worker.of(caller)));
    bob.tick();
    ada.tick();

    assertThat(state(ada)).isEqualTo(TaskCrossing.State.REFUSED);
    assertThat(task(ada, id).state()).isEqualTo(TaskState.PENDING);
  }

  @Test
  void whatFailsThereFailsHere() {
    String id = add("check parse.c");
    offer(id);
    ada.deliver();
    bob.tick();
    Claim claim = claim("worker").orElseThrow();
    bob.as(
        "worker",
        (tx, caller) -> {
          Board.in(tx)
              .fail(claim.task(), OptionalLong.of(claim.fence()), "no compiler", Worker.of(caller));
          return true;
        });
    bob.tick();
    ada.tick();

    assertThat(state(ada)).isEqualTo(TaskCrossing.State.FAILED);
    assertThat(task(ada, id).state()).isEqualTo(TaskState.FAILED);
    assertThat(standing("bob").attempts()).isOne();
    assertThat(standing("bob").scores().taskCompletion()).isEqualTo(49);
  }

  /** Ways in which a task fails at the peer, each with the word for it. */
  private enum Failing {
    REVIEW {
      @Override
      void fail(OffersTest test, String task) {
        test.bob.agent("rita", AgentReach.NODE, AgentReach.NODE);
        for (int i = 0; i < 3; i++) {
          Claim claim = test.claim("worker").orElseThrow();
          test.submit(claim, "done", List.of("rita"));
          var _ =
              test.bob.as(
                  "rita", (tx, caller) -> Board.in(tx).review(task, 10, "no", Worker.of(caller)));
        }
      }
    },
    EXPIRED {
      @Override
      void fail(OffersTest test, String task) {
        for (int i = 0; i < 10; i++) {
          assertThat(test.claim("worker")).isPresent();
          test.world.advance(Duration.ofMinutes(5));
          int _ = BoardUpkeep.settle(test.bob.ledger());
        }
      }
    },
    DEADLINE {
      @Override
      void fail(OffersTest test, String task) {
        Instant soon = test.bob.node().clock().instant().plus(Duration.ofHours(1));
        var _ =
            test.bob.write(
                (tx, caller) -> {
                  Board.in(tx).edit(task, due(soon), Worker.of(caller));
                  return true;
                });
        test.world.advance(Duration.ofHours(1));
        int _ = BoardUpkeep.settle(test.bob.ledger());
      }
    },
    DEPENDENCY {
      @Override
      void fail(OffersTest test, String task) {
        var _ =
            test.bob.write(
                (tx, caller) -> {
                  String other = added(tx, caller, "install a compiler");
                  boolean _ = Board.in(tx).waitFor(task, other, Worker.of(caller));
                  return Board.in(tx).cancel(other, "no need", Worker.of(caller));
                });
      }
    };

    abstract void fail(OffersTest test, String task);

    private static TaskChange due(Instant at) {
      return new TaskChange(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(new Timestamp(at)),
          List.of());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whyItFailedThereIsToldHere(Failing failing) {
    String id = add("check parse.c");
    offer(id);
    ada.deliver();
    bob.tick();
    failing.fail(this, open(bob).getFirst().id());
    bob.tick();
    ada.tick();

    assertThat(task(ada, id).state()).isEqualTo(TaskState.FAILED);
    assertThat(told())
        .map(mail -> ada.<String>read(tx -> tx.text(mail.letter().bodyId()).orElseThrow()))
        .anyMatch(text -> text.endsWith("is failed. " + failing.name().toLowerCase(Locale.ROOT)));
  }

  /** The standing of a node, as the other one has it. */
  private AgentStanding standing(String name) {
    Principal peer = Principal.peer(TestKeys.named(name).publicKey());
    return ada.read(tx -> Reputation.in(tx).standing(peer));
  }

  @Test
  void aWithdrawnOfferEndsOnBothSidesAndALateResultChangesNothing() {
    String id = add("check parse.c");
    offer(id);
    ada.deliver();
    bob.tick();
    ada.tick();
    Claim claim = claim("worker").orElseThrow();
    var _ = ada.write((tx, caller) -> Offers.withdraw(tx, caller, id));
    assertThat(task(ada, id).state()).isEqualTo(TaskState.PENDING);
    submit(claim, "too late");
    bob.tick();
    ada.tick();

    assertThat(task(ada, id).state()).isEqualTo(TaskState.PENDING);
    assertThat(state(ada)).isEqualTo(TaskCrossing.State.WITHDRAWN);
    assertThat(standing("bob")).isEqualTo(AgentStanding.START);
  }

  @Test
  void withdrawnBeforeAnybodyBeganItLeavesTheirBoard() {
    String id = add("check parse.c");
    offer(id);
    ada.deliver();
    bob.tick();
    var _ = ada.write((tx, caller) -> Offers.withdraw(tx, caller, id));
    ada.deliver();
    bob.tick();

    assertThat(open(bob)).isEmpty();
    assertThat(state(bob)).isEqualTo(TaskCrossing.State.WITHDRAWN);
  }

  @Test
  void whatNobodyTouchesEndsByTimeAndIsForgottenLongAfter() {
    String id = add("check parse.c");
    offer(id);
    ada.deliver();
    bob.tick();
    ada.tick();
    world.advance(Duration.ofHours(24));

    assertThat(BoardUpkeep.settle(bob.ledger())).isEqualTo(1);
    assertThat(state(bob)).isEqualTo(TaskCrossing.State.FAILED);
    assertThat(BoardUpkeep.settle(ada.ledger())).isEqualTo(1);
    assertThat(state(ada)).isEqualTo(TaskCrossing.State.EXPIRED);

    assertThat(forget(bob)).isZero();
    world.advance(Duration.ofDays(181));
    assertThat(forget(bob)).as("the offer, its task, and whom bob wrote to").isEqualTo(3);
    assertThat(forget(ada)).as("our own task stays").isEqualTo(2);
    assertThat(task(ada, id).state()).isEqualTo(TaskState.PENDING);
    assertThat(bob.<List<Long>>read(tx -> List.of(rows(tx, "task"), rows(tx, "task_attempt"))))
        .containsOnly(0L);
    assertThat(
            bob.<Long>read(tx -> rows(tx, "event WHERE kind IN ('task.failed', 'offer.failed')")))
        .as("what the program told of it")
        .isZero();
  }

  private static long rows(Transaction tx, String table) {
    return tx.first("SELECT COUNT(*) FROM " + table, row -> row.number(1)).orElseThrow();
  }

  @Test
  void anOfferThatNobodyAnswersExpires() {
    String id = add("check parse.c");
    offer(id);
    bob.isDown = true;
    ada.deliver();
    world.advance(Duration.ofHours(24));

    assertThat(task(ada, id).state()).isEqualTo(TaskState.PENDING);
    assertThat(state(ada)).isEqualTo(TaskCrossing.State.EXPIRED);
    bob.isDown = false;
    ada.deliver();
    bob.tick();
    assertThat(open(bob)).isEmpty();
  }

  @Test
  void whatIsCancelledHereIsWithdrawnThere() {
    String id = add("check parse.c");
    offer(id);
    ada.deliver();
    bob.tick();
    boolean _ = ada.write((tx, caller) -> Board.in(tx).cancel(id, "no need", Worker.of(caller)));
    ada.deliver();
    bob.tick();

    assertThat(open(bob)).isEmpty();
    assertThat(state(ada)).isEqualTo(TaskCrossing.State.WITHDRAWN);
  }

  @Test
  void aResultOfWhomItWasNotOfferedToIsDropped() {
    String id = add("check parse.c");
    Offer offer = offer(id);
    ada.deliver();
    ada.meet(world.add(folder, "eve"), "Eve", TrustState.TRUSTED);
    AgentMail forged =
        new AgentMail(
            "aaaaaaaaaaaaaaaa",
            MailType.TASK_RESULT,
            "worker",
            Optional.empty(),
            1,
            ada.node().node().now(),
            AgentMail.About.NOTHING,
            "done",
            new AgentMail.Carried(
                List.of(),
                Optional.empty(),
                Optional.of(new TaskResult(offer.id(), TaskResult.State.COMPLETED, "a lie"))));
    world.arrive(ada, TestKeys.named("eve"), forged.payload());
    var pre = ada.readerPre();

    assertThat(pre.passed()).isZero();
    assertThat(task(ada, id).state()).isEqualTo(TaskState.CLAIMED);
    assertThat(state(ada)).isEqualTo(TaskCrossing.State.OFFERED);
    assertThat(standing("bob")).isEqualTo(AgentStanding.START);
    assertThat(standing("eve")).isEqualTo(AgentStanding.START);
  }

  @Test
  void moreOffersThanThePeerMayHaveAreRefused() {
    limit("peer_open_offers", 1);
    offer(add("one"));
    offer(add("two"));
    ada.deliver();
    bob.tick();

    assertThat(open(bob)).hasSize(1);
  }

  @Test
  void onlyAReadyTaskIsOffered() {
    String id = add("check parse.c");
    offer(id);

    assertThatThrownBy(() -> offer(id))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("not-ready"));
  }

  @Test
  void anOfferThatCannotBeDeliveredIsBackOnTheBoardWithTheReason() {
    String id = add("check parse.c");
    offer(id);
    ada.node()
        .put(
            ada.node()
                .store()
                .peers()
                .find(bob.keys().publicKey())
                .orElseThrow()
                .withTrust(TrustState.BLOCKED));
    ada.deliver();

    assertThat(task(ada, id).state()).isEqualTo(TaskState.PENDING);
    assertThat(ada.read(tx -> Offer.all(tx, 1)).getFirst())
        .matches(offer -> offer.state() == TaskCrossing.State.FAILED)
        .extracting(Offer::reason)
        .isEqualTo(Optional.of("undeliverable"));
    assertThat(ada.write((tx, caller) -> Board.in(tx).attempts(id)).getFirst().row().ending())
        .contains("undeliverable");
  }

  @Test
  void aWithdrawalThatOvertakesItsOfferHolds() {
    Offer offer = offer(add("check parse.c"));
    var _ = ada.write((tx, caller) -> Offers.withdraw(tx, caller, offer.task()));
    List<JsonObject> payloads =
        ada.node().store().outbox().pending().stream()
            .map(id -> ada.node().store().outbox().read(id).orElseThrow())
            .map(item -> item.object("payload").orElseThrow())
            .toList();
    assertThat(payloads).hasSize(2);
    payloads.reversed().forEach(payload -> world.arrive(bob, ada.keys(), payload));
    var _ = bob.readerPre();

    assertThat(open(bob)).isEmpty();
    assertThat(state(bob)).isEqualTo(TaskCrossing.State.WITHDRAWN);
  }

  @Test
  void onlyTheOwnerAndWhoeverMadeAnOfferTakeItBack() {
    ada.agent("planner", AgentReach.NODE, AgentReach.NODE);
    String id = add("check parse.c");
    offer(id);

    assertThatThrownBy(() -> ada.as("planner", (tx, caller) -> Offers.withdraw(tx, caller, id)))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("not-yours"));
    assertThat(state(ada)).isEqualTo(TaskCrossing.State.OFFERED);
  }

  @Test
  void aFloodOfOffersWaitsInTheInboxLikeAnyMail() {
    limit("peer_mails_per_hour", 2);
    for (int i = 0; i < 5; i++) {
      offer(add("task " + i));
    }
    ada.deliver();

    assertThat(bob.readerPre().waiting()).isEqualTo(3);
    assertThat(bob.<List<Offer>>read(tx -> Offer.all(tx, 9))).hasSize(2);
    world.advance(Duration.ofHours(1));
    assertThat(bob.readerPre().waiting()).isEqualTo(1);
  }

  @Test
  void strangersCannotFillTheBoardForFriends() {
    limit("open_offers", 2);
    offer(add("one"));
    offer(add("two"));
    ada.deliver();
    bob.tick();
    assertThat(open(bob)).hasSize(1);

    bob.meet(ada, "Ada", TrustState.ENDORSED);
    offer(add("three"));
    ada.deliver();
    bob.tick();
    assertThat(open(bob)).hasSize(2);
  }

  private void limit(String key, int value) {
    bob.node()
        .configure(JsonObject.empty().with("mail", JsonObject.builder().put(key, value).build()));
  }

  private static int forget(ConnectedNodes.Side side) {
    return MailRetention.forget(side.ledger())
        + new OffersFeature().retention().getFirst().forget(side.ledger())
        + BoardUpkeep.forget(side.ledger());
  }

  /** The receiving node is down at first, and in each round a process is killed at a commit. */
  @Test
  void eachTaskIsDoneOnceWhereverAProcessIsKilled() {
    int rounds =
        world.sweep(
            ada,
            bob,
            () -> offer(open(ada).isEmpty() ? add("check parse.c") : open(ada).getFirst().id()),
            number -> ada.<List<Offer>>read(tx -> Offer.all(tx, 200)).size() == number,
            this::work,
            this::everythingHappenedOnce);
    assertThat(rounds).isGreaterThan(40);
  }

  /** A worker that died holding a task leaves it to the next after its lease. */
  private void work() {
    Optional<Claim> claim = claim("worker");
    if (claim.isEmpty() && !open(bob).isEmpty()) {
      world.advance(Duration.ofMinutes(5));
      claim = claim("worker");
    }
    claim.ifPresent(one -> submit(one, "done"));
  }

  private void everythingHappenedOnce(int rounds) {
    assertThat(open(ada)).isEmpty();
    assertThat(open(bob)).isEmpty();
    assertThat(ada.<List<Offer>>read(tx -> Offer.all(tx, 200)))
        .hasSize(rounds)
        .extracting(Offer::state)
        .containsOnly(TaskCrossing.State.COMPLETED);
    assertThat(bob.<List<Offer>>read(tx -> Offer.all(tx, 200))).hasSize(rounds);
    assertThat(told()).hasSize(Math.min(rounds, 100));
    assertThat(standing("bob").attempts()).as("each counts once").isEqualTo(rounds);
  }
}
