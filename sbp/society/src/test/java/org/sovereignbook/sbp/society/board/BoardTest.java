package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.testing.TestKeys;

class BoardTest {
  @TempDir Path folder;
  private TestBoard board;

  @BeforeEach
  void open() {
    board = new TestBoard(folder);
    board.register("ann", "bob", "rita", "ron", "ui-coder-2");
  }

  @AfterEach
  void close() {
    board.close();
  }

  private static void assertRefused(String code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SocietyException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  private Claim claimed(String name) {
    return board.claim(name).orElseThrow();
  }

  @Test
  void theMoreImportantIsClaimedFirstAndThenTheOlder() {
    List<String> ids = board.add("[{title: a}, {title: b, priority: 1}, {title: c}]");

    assertThat(claimed("ann").task()).isEqualTo(ids.get(1));
    assertThat(claimed("ann").task()).isEqualTo(ids.get(0));
    assertThat(claimed("bob").task()).isEqualTo(ids.get(2));
    assertThat(board.claim("bob")).isEmpty();
  }

  private String offeredBy(String peer, String title) {
    Authority authority = Authority.of(Principal.peer(TestKeys.named(peer).publicKey()), "offer");
    return board
        .write(
            each ->
                each.add(
                    Plan.read("[{title: " + title + "}]"),
                    Worker.peer(authority, Optional.empty()),
                    Optional.empty()))
        .getFirst();
  }

  @Test
  void pagesOfWhatIsReadyFollowTheTurnsOfPeersAndShowEachTaskOnce() {
    String first = offeredBy("ada", "a1");
    String second = offeredBy("ada", "a2");
    String third = offeredBy("ada", "a3");
    String other = offeredBy("bea", "b1");
    String own = board.addOne("own");
    List<String> order = List.of(own, first, other, second, third);

    for (int size = 1; size <= 3; size++) {
      List<String> shown = new ArrayList<>();
      List<Task> page = ready(Optional.empty(), size);
      while (!page.isEmpty() && shown.size() <= order.size()) {
        page.forEach(task -> shown.add(task.id()));
        Optional<ReadyPlace> place = ReadyPlace.parse(ReadyPlace.of(page.getLast()).toString());
        assertThat(place).isPresent();
        page = ready(place, size);
      }
      assertThat(shown).as("pages of " + size).isEqualTo(order);
    }
  }

  @Test
  void aPageBeginsBehindATaskThatWasClaimedInTheMeantime() {
    String _ = offeredBy("ada", "a1");
    String second = offeredBy("ada", "a2");
    String third = offeredBy("ada", "a3");
    Task last = ready(Optional.empty(), 2).getLast();
    assertThat(last.id()).isEqualTo(second);
    Claim _ = board.write(each -> each.claim(second, board.owner));

    assertThat(ready(Optional.of(ReadyPlace.of(last)), 2))
        .extracting(Task::id)
        .containsExactly(third);
  }

  private List<Task> ready(Optional<ReadyPlace> after, int most) {
    return board.read(each -> each.ready(board.owner, after, most));
  }

  @Test
  void whatWaitsIsReadyWhenTheLastOfItsBlockersIsCompleted() {
    List<String> ids =
        board.add("[{key: a, title: a}, {key: b, title: b}, {title: c, blocked_by: [a, b]}]");
    assertRefused(
        "not-ready", () -> board.write(each -> each.claim(ids.get(2), board.worker("ann"))));

    board.submit(claimed("ann"), "ann");
    assertThat(board.task(ids.get(2)).ready()).isFalse();
    board.submit(claimed("ann"), "ann");

    assertThat(board.task(ids.get(2)).ready()).isTrue();
    assertThat(claimed("ann").task()).isEqualTo(ids.get(2));
  }

  @Test
  void aBlockerThatNobodyHasIsRefusedByName() {
    assertThatThrownBy(() -> board.add("[{title: a, blocked_by: [nobody]}]"))
        .hasMessageContaining("\"nobody\"")
        .isInstanceOfSatisfying(
            SocietyException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("unknown-blocker");
              assertThat(refused.hints()).containsExactly("what there is:  sbp task list");
            });
    assertThat(board.claim("ann")).isEmpty();
  }

  @Test
  void aLeaseThatIsOverGivesTheTaskToTheNextAndItsZombieIsRefused() {
    String id = board.addOne("a");
    Claim first = claimed("ann");
    board.clock.advance(TestBoard.LEASE);

    assertRefused("stale-claim", () -> board.submit(first, "ann"));
    Claim second = claimed("bob");

    assertThat(second.task()).isEqualTo(id);
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertRefused("stale-claim", () -> board.submit(first, "ann"));
    assertRefused(
        "stale-claim",
        () -> board.write(each -> each.renew(id, first.fence(), board.worker("ann"))));
    assertRefused(
        "stale-claim",
        () ->
            board.write(
                each -> {
                  each.fail(id, OptionalLong.of(first.fence()), "x", board.worker("ann"));
                  return true;
                }));
    assertRefused("stale-claim", () -> board.submit(second, "ann"));
    assertThat(board.submit(second, "bob")).isTrue();
    assertThat(board.attempts(id))
        .extracting(attempt -> attempt.row().ending())
        .containsExactly(Optional.of("expired"), Optional.of("accepted"));
  }

  @Test
  void aClockThatIsSetBackLosesNoClaimAndKeepsNoTaskLongerThanALease() {
    board.add("[{title: a}, {title: b, reviewers: [rita]}]");
    Claim lives = claimed("ann");
    Claim rejected = claimed("bob");
    board.submit(rejected, "bob");
    review(rejected.task(), "rita", 10);
    board.clock.advance(Duration.ofHours(-1));

    assertThat(board.claim("ann")).isEmpty();
    assertThat(board.submit(lives, "ann")).isTrue();
    board.pass(TestBoard.LEASE.minusMillis(1));
    assertThat(board.claim("ann")).as("bob may still take it up").isEmpty();
    board.pass(Duration.ofMillis(1));
    assertThat(claimed("ann").task()).isEqualTo(rejected.task());
  }

  @Test
  void aLeaseGivenAfterSomebodyLookedAtTheClockIsNotCutShortByWhatHeThenSees() {
    board.addOne("a");
    Claim lives = claimed("ann");
    board.pass(Duration.ofMillis(-33));
    board.pass(TestBoard.LEASE.plusMillis(32));
    assertThat(board.claim("bob")).as("a millisecond is left").isEmpty();
    assertThat(board.submit(lives, "ann")).isTrue();
  }

  @Test
  void whoeverTakesUpWhatWasGivenBackMayDoSoAfterTheClockWasSetBack() {
    String id = board.add("[{title: b, reviewers: [rita]}]").getFirst();
    board.submit(claimed("bob"), "bob");
    review(id, "rita", 10);
    board.clock.advance(Duration.ofHours(-1));
    assertThat(board.claim("ann")).isEmpty();
    assertThat(claimed("bob").task()).isEqualTo(id);
  }

  @Test
  void anEarlierClaimOfTheSameWorkerIsOverToo() {
    board.addOne("a");
    Claim first = claimed("ann");
    board.pass(TestBoard.LEASE);
    Claim second = claimed("ann");

    assertRefused("stale-claim", () -> board.submit(first, "ann"));
    assertThat(board.submit(second, "ann")).isTrue();
  }

  @Test
  void aHeartbeatKeepsTheLease() {
    board.addOne("a");
    Claim claim = claimed("ann");
    for (int i = 0; i < 5; i++) {
      board.pass(TestBoard.LEASE.minusMillis(1));
      Claim renewed =
          board.write(each -> each.renew(claim.task(), claim.fence(), board.worker("ann")));
      assertThat(renewed.leaseUntil()).isEqualTo(board.clock.instant().plus(TestBoard.LEASE));
    }
    board.pass(TestBoard.LEASE);
    assertRefused("stale-claim", () -> board.submit(claim, "ann"));
    assertThat(board.submit(claimed("ann"), "ann")).isTrue();
  }

  @Test
  void handingInTwiceIsHandingInOnce() {
    String id = board.addOne("a");
    Claim claim = claimed("ann");
    assertThat(board.submit(claim, "ann")).isTrue();
    assertThat(board.submit(claim, "ann")).isFalse();
    assertThat(board.events(id)).containsExactly("task.created", "task.claimed", "task.completed");
  }

  @Test
  void aTaskThatEndsItsWorkersFailsAfterSomeOfThem() {
    String id = board.addOne("a");
    for (int i = 0; i < 10; i++) {
      assertThat(board.claim("ann")).isPresent();
      board.pass(TestBoard.LEASE);
    }
    assertThat(board.task(id).flags()).contains("failed:expired");
  }

  @Test
  void whatWaitsForAFailureFailsToo() {
    List<String> ids =
        board.add(
            """
            - {key: a, title: a}
            - {key: b, title: b, blocked_by: [a]}
            - {title: c, blocked_by: [b]}
            - {title: d, blocked_by: [b], keep_waiting: true}
            """);
    Claim claim = claimed("ann");

    board.write(
        each -> {
          each.fail(ids.get(0), OptionalLong.of(claim.fence()), "no", board.worker("ann"));
          return true;
        });

    assertThat(board.task(ids.get(0)).flags()).containsExactly("failed:worker");
    assertThat(board.task(ids.get(1)).flags()).containsExactly("failed:dependency");
    assertThat(board.task(ids.get(2)).flags()).containsExactly("failed:dependency");
    assertThat(board.state(ids.get(3))).isEqualTo(TaskState.PENDING);
    assertThat(board.attempts(ids.get(0)).getFirst().reason()).contains("no");
  }

  @Test
  void aRetryBringsBackWhatFailedWithIt() {
    List<String> ids =
        board.add(
            "[{key: a, title: a}, {key: b, title: b, blocked_by: [a]}, {title: c, blocked_by:"
                + " [b]}]");
    board.write(each -> each.cancel(ids.get(0), "", board.owner));
    assertThat(board.state(ids.get(2))).isEqualTo(TaskState.FAILED);
    assertRefused("blocked", () -> board.write(each -> each.retry(ids.get(1), board.owner)));

    assertThat(board.<Integer>write(each -> each.retry(ids.get(0), board.owner))).isEqualTo(2);

    for (String id : ids) {
      Claim claim = claimed("ann");
      assertThat(claim.task()).isEqualTo(id);
      board.submit(claim, "ann");
    }
  }

  @Test
  void whatIsCancelledInTheMiddleTakesNoResult() {
    String id = board.addOne("a");
    Claim claim = claimed("ann");
    board.write(each -> each.cancel(id, "no need", board.owner));

    assertThatThrownBy(() -> board.submit(claim, "ann")).hasMessageContaining("it was cancelled");
    assertThat(board.state(id)).isEqualTo(TaskState.CANCELLED);
    assertThat(board.attempts(id).getFirst().row().ending()).contains("cancelled");
  }

  @Test
  void aDeadlineEndsWhatWasNotHandedIn() {
    List<String> ids =
        board.add(
            """
            - {key: a, title: a, deadline: 2026-03-17T12:06:00Z}
            - {title: b, blocked_by: [a]}
            """);
    Claim claim = claimed("ann");
    board.pass(Duration.ofMinutes(1));
    assertRefused("stale-claim", () -> board.submit(claim, "ann"));
    assertThat(board.task(ids.get(0)).flags()).containsExactly("failed:deadline");
    assertThat(board.task(ids.get(1)).flags()).containsExactly("failed:dependency");
  }

  @Test
  void rolesAndReputationSayWhoMayClaim() {
    board.add(
        """
        - {title: a, required_role: implement}
        - {title: b, min_reputation: 71}
        - {title: c, min_reputation: 70}
        """);
    assertThat(board.claim("ann")).as("a reputation of 70 is enough for 70").isPresent();
    assertThat(board.claim("ann")).isEmpty();
    assertThat(board.claim("ui-coder-2")).isPresent();
    assertThat(board.claim("ui-coder-2")).isEmpty();
    assertThat(board.<Optional<Claim>>write(each -> each.claim(board.owner))).isPresent();
  }

  @Test
  void aWorkerThatLooksAtItsOwnRolesTasksOnlyLeavesTheOthersAlone() {
    String anybodys = board.addOne("anybody's");
    String own = board.add("[{title: a, required_role: planner}]").getFirst();
    Worker planner =
        board
            .worker("ann")
            .within(
                new Worker.Scope(Optional.empty(), false, Set.of()),
                new TreeSet<>(Set.of("planner")));

    assertThat(board.<Optional<Claim>>write(each -> each.claim(planner)).orElseThrow().task())
        .isEqualTo(own);
    assertThat(board.<Optional<Claim>>write(each -> each.claim(planner))).isEmpty();
    assertRefused("not-for-you", () -> board.write(each -> each.claim(anybodys, planner)));
  }

  private String reviewed() {
    return board.add("[{title: a, reviewers: [rita, ron]}]").getFirst();
  }

  private ReviewGate.Verdict review(String id, String name, int score) {
    return board.write(each -> each.review(id, score, name + " says", board.worker(name)));
  }

  @Test
  void aResultIsAcceptedWhenAllReviewersAreInAndTheirMeanIsEnough() {
    String id = reviewed();
    Claim claim = claimed("ann");
    board.submit(claim, "ann");
    assertThat(board.state(id)).isEqualTo(TaskState.REVIEW);
    assertRefused(
        "reviews-pending",
        () ->
            board.write(
                each -> each.complete(id, OptionalLong.of(claim.fence()), board.worker("ann"))));

    assertThat(review(id, "rita", 40)).isEqualTo(ReviewGate.Verdict.WAIT);
    assertThat(review(id, "ron", 80)).isEqualTo(ReviewGate.Verdict.ACCEPT);
    assertThat(board.state(id)).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void belowTheGateTheSameWorkerGetsItBackWithTheComments() {
    String id = reviewed();
    board.addOne("another");
    Claim first = claimed("ann");
    board.submit(first, "ann");
    review(id, "rita", 0);
    review(id, "ron", 100);

    assertThat(board.claim("bob").orElseThrow().task()).isNotEqualTo(id);
    Claim second = claimed("ann");
    assertThat(second.task()).isEqualTo(id);
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(board.attempts(id).getFirst().reviews())
        .extracting(review -> review.comment().orElseThrow())
        .containsExactlyInAnyOrder("rita says", "ron says");
    assertRefused("stale-claim", () -> board.submit(first, "ann"));

    board.submit(second, "ann");
    review(id, "rita", 100);
    review(id, "ron", 20);
    assertThat(board.state(id))
        .as("the first attempt's scores do not count")
        .isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void aWorkerThatDoesNotTakeItUpAgainLosesIt() {
    String id = board.add("[{title: a, reviewers: [rita]}]").getFirst();
    board.submit(claimed("ann"), "ann");
    review(id, "rita", 10);
    assertThat(board.claim("bob")).isEmpty();
    board.pass(TestBoard.LEASE);
    assertThat(claimed("bob").attempt()).isEqualTo(3);
  }

  @Test
  void threeRejectionsAreAFailure() {
    String id = board.add("[{title: a, reviewers: [rita]}]").getFirst();
    for (int i = 0; i < 3; i++) {
      board.submit(claimed("ann"), "ann");
      review(id, "rita", 59);
    }
    assertThat(board.task(id).flags()).containsExactly("review_failed", "failed:review");
    assertThat(board.claim("ann")).isEmpty();
  }

  @Test
  void whenTheTimeForReviewsIsOverThoseThatAreInDecide() {
    String id = reviewed();
    board.submit(claimed("ann"), "ann");
    review(id, "rita", 10);
    board.pass(Duration.ofHours(1));
    assertThat(board.task(id).row().attempt()).isEqualTo(2);
    assertThat(board.state(id)).isEqualTo(TaskState.CLAIMED);
    board.submit(claimed("ann"), "ann");
    board.pass(Duration.ofHours(1));
    assertThat(board.state(id)).as("nobody said anything").isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void nobodyReviewsTheirOwnWorkAndNobodyWhoWasNotAsked() {
    String id = board.add("[{title: a, reviewers: [ann, rita]}]").getFirst();
    board.submit(claimed("ann"), "ann");
    assertRefused("own-work", () -> review(id, "ann", 100));
    assertRefused("not-asked", () -> review(id, "bob", 100));
    assertThat(review(id, "rita", 60)).isEqualTo(ReviewGate.Verdict.ACCEPT);
    assertRefused("not-in-review", () -> review(id, "rita", 60));
  }

  @Test
  void whoWouldBeTheOnlyReviewerOfATaskDoesNotGetIt() {
    board.add("[{title: a, reviewers: [ann]}]");
    assertThat(board.claim("ann")).isEmpty();
    assertThat(board.claim("bob")).isPresent();
  }

  private boolean submit(Claim claim, String name, String... reviewers) {
    return board.write(
        each ->
            each.submit(
                claim.task(), claim.fence(), "done", List.of(reviewers), board.worker(name)));
  }

  @Test
  void whomTheWorkerAsksCannotOutvoteWhomTheTaskNames() {
    String id = board.add("[{title: a, reviewers: [rita]}]").getFirst();
    submit(claimed("ann"), "ann", "ron", "bob");
    assertThat(board.task(id).reviewers()).containsExactlyInAnyOrder("rita", "ron", "bob");
    review(id, "ron", 100);
    review(id, "bob", 100);
    assertThat(review(id, "rita", 20)).isEqualTo(ReviewGate.Verdict.REJECT);
  }

  @Test
  void whomTheWorkerAsksCanSayNoAndIsAskedAgain() {
    String id = board.addOne("a");
    submit(claimed("ann"), "ann", "ron");
    assertThat(review(id, "ron", 20)).isEqualTo(ReviewGate.Verdict.REJECT);
    Claim second = claimed("ann");
    assertRefused(
        "review-required",
        () ->
            board.write(
                each -> each.complete(id, OptionalLong.of(second.fence()), board.worker("ann"))));
    submit(second, "ann");
    assertThat(board.state(id)).isEqualTo(TaskState.REVIEW);
    assertThat(review(id, "ron", 80)).isEqualTo(ReviewGate.Verdict.ACCEPT);
  }

  @Test
  void whatCannotBeInAPlanIsSaidWithItsLineAndNothingIsAdded() {
    assertThatThrownBy(
            () ->
                board.add(
                    """
                    - {title: a, deadline: 2026-03-17T12:05:00Z}
                    - {title: b, deadline: 2025-03-17T12:05:00Z}
                    """))
        .isInstanceOfSatisfying(
            SocietyException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("invalid-plan");
              assertThat(refused.hints().get(0)).startsWith("line 1: ").contains("deadline");
              assertThat(refused.hints().get(1)).startsWith("line 2: ").contains("deadline");
            });
    assertThatThrownBy(() -> board.add("- a\n- {title: b, reviewers: [nobody]}"))
        .hasMessageStartingWith("line 2: its reviewer: ")
        .hasMessageContaining("nobody");
    assertThat(board.<Integer>read(Board::open)).isZero();
  }

  @Test
  void anIncarnationEndsWhatThoseBeforeItHold() {
    String id = board.addOne("a");
    Claim before = claimed("ann");
    Worker ann = board.worker("ann");
    Worker next =
        new Worker(ann.authority(), ann.roles(), ann.epoch() + 1, ann.takesOffers(), ann.scope());

    assertThat(board.<Integer>write(each -> each.endEarlier(ann))).isZero();
    assertThat(board.<Integer>write(each -> each.endEarlier(next))).isEqualTo(1);

    assertRefused("stale-claim", () -> board.submit(before, "ann"));
    assertThat(board.<Optional<Claim>>write(each -> each.claim(next)).orElseThrow().task())
        .isEqualTo(id);
  }

  private Worker nextIncarnation(String name) {
    return board.ledger.write(
        tx -> {
          Caller owner = Caller.owner("command");
          Lifecycle.start(tx, owner, Agents.named(tx, name));
          return Worker.of(Agents.caller(tx, Optional.of(name), Optional.empty()));
        });
  }

  @Test
  void whatIsGivenBackToAnIncarnationIsNotTheNextOnes() {
    String id = board.add("[{title: a, reviewers: [rita]}]").getFirst();
    board.submit(claimed("ann"), "ann");
    review(id, "rita", 10);
    Worker next = nextIncarnation("ann");

    assertThat(board.<Optional<Claim>>write(each -> each.claim(next))).isEmpty();
    assertRefused("not-ready", () -> board.write(each -> each.claim(id, next)));
    assertThat(board.<Integer>write(each -> each.endEarlier(next))).isEqualTo(1);
    assertThat(board.<Claim>write(each -> each.claim(id, next)).attempt()).isEqualTo(3);
  }

  @Test
  void whatIsRejectedAfterItsWorkerBeganAnewIsAnybodys() {
    String id = board.add("[{title: a, reviewers: [rita]}]").getFirst();
    board.submit(claimed("ann"), "ann");
    Worker _ = nextIncarnation("ann");
    review(id, "rita", 10);

    assertThat(claimed("bob").task()).isEqualTo(id);
  }

  @Test
  void whatIsRejectedWhileItsWorkerIsSuspendedIsAnybodys() {
    String id = board.add("[{title: a, reviewers: [rita]}]").getFirst();
    board.submit(claimed("ann"), "ann");
    board.ledger.run(
        tx -> Lifecycle.suspend(tx, Caller.owner("command"), Agents.named(tx, "ann"), "a rest"));
    review(id, "rita", 10);

    assertThat(claimed("bob").task()).isEqualTo(id);
  }

  @Test
  void onlyWhatKeepsWaitingMayWaitForWhatHasFailed() {
    String lost = board.addOne("a");
    board.write(each -> each.cancel(lost, "", board.owner));
    String plan = "[{title: b, blocked_by: ['" + lost + "']%s}]";

    assertRefused("unknown-blocker", () -> board.add(plan.formatted("")));
    String waiting = board.add(plan.formatted(", keep_waiting: true")).getFirst();
    board.write(each -> each.cancel(waiting, "", board.owner));
    int others = board.write(each -> each.retry(waiting, board.owner));
    assertThat(others).isZero();
    assertThat(board.claim("ann")).as("it still waits").isEmpty();

    others = board.write(each -> each.retry(lost, board.owner));
    assertThat(others).isZero();
    board.submit(claimed("ann"), "ann");
    assertThat(claimed("ann").task()).isEqualTo(waiting);
  }

  @Test
  void aRetryTakesADeadlineAwayThatIsOver() {
    String id = board.add("[{title: a, deadline: 2026-03-17T12:06:00Z}]").getFirst();
    board.pass(Duration.ofMinutes(2));
    assertThat(board.task(id).flags()).contains("failed:deadline");
    assertThat(board.<Integer>write(each -> each.retry(id, board.owner))).isZero();
    assertThat(claimed("ann").task()).isEqualTo(id);
  }

  @Test
  void onlyWhoHoldsAClaimGivesItBack() {
    board.addOne("a");
    Claim claim = claimed("ann");
    assertRefused(
        "stale-claim",
        () ->
            board.write(
                each -> {
                  each.release(claim.task(), claim.fence(), board.worker("bob"));
                  return true;
                }));
    assertThat(board.submit(claim, "ann")).isTrue();
  }

  @Test
  void nothingHappensToWhatIsCompleted() {
    assertThat(TaskAction.values()).allMatch(action -> !action.isAllowedFrom(TaskState.COMPLETED));
  }

  @Test
  void theOwnerOverrulesEverybody() {
    String id = reviewed();
    Claim claim = claimed("ann");
    board.write(each -> each.complete(id, OptionalLong.empty(), board.owner));
    assertThat(board.state(id)).isEqualTo(TaskState.COMPLETED);
    assertRefused("stale-claim", () -> board.submit(claim, "ann"));
    assertRefused(
        "stale-claim",
        () -> board.write(each -> each.complete(id, OptionalLong.empty(), board.worker("ann"))));
  }
}
