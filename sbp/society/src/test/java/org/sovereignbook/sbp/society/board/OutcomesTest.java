package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.society.mail.Bus;

/** Ends of attempts and tasks, each with its event, its counts and its limits. */
class OutcomesTest {
  @TempDir private Path folder;
  private TestBoard board;

  @BeforeEach
  void open() {
    board = new TestBoard(folder);
    board.register("ann", "bob", "rita");
  }

  @AfterEach
  void close() {
    board.close();
  }

  @Test
  void eachEndOfAnAttemptIsRecordedAndTold() {
    String id = board.reviewed();
    Claim released = board.claim(id, "ann");
    board.write(
        each -> {
          each.release(id, released.fence(), board.worker("ann"));
          return true;
        });
    Claim _ = board.claim(id, "ann");
    board.pass(TestBoard.LEASE);
    board.submit(board.claim(id, "bob"), "bob");
    assertThat(board.review(id, 10)).isEqualTo(ReviewGate.Verdict.REJECT);
    board.submit(board.claim(id, "bob"), "bob");
    assertThat(board.review(id, 60)).isEqualTo(ReviewGate.Verdict.ACCEPT);

    assertThat(board.attempts(id))
        .extracting(attempt -> attempt.row().ending().orElseThrow())
        .containsExactly("released", "expired", "rejected", "accepted");
    assertThat(board.events(id))
        .containsExactly(
            "task.created",
            "task.claimed",
            "task.expired",
            "task.claimed",
            "task.expired",
            "task.claimed",
            "task.submitted",
            "task.reviewed",
            "task.rejected",
            "task.claimed",
            "task.submitted",
            "task.reviewed",
            "task.completed");
    TaskRow row = board.task(id).row();
    assertThat(row.tally().expiries()).as("a release is none").isEqualTo(1);
    assertThat(row.tally().rejections()).isEqualTo(1);
    assertThat(row.finishedAt()).contains(board.clock.instant());
  }

  @Test
  void whoFollowsTheEventsSeesATaskAsItIsThen() {
    List<String> seen = new ArrayList<>();
    Ledger followed =
        board.ledger.observedBy(
            List.of(
                (tx, event) ->
                    event.subjects().stream()
                        .filter(subject -> subject.kind().equals("task"))
                        .forEach(
                            subject ->
                                seen.add(
                                    event.kind()
                                        + ": "
                                        + Board.in(tx).task(subject.id()).state()))));
    for (String worker : List.of("ann", "bob")) {
      String id = board.reviewed();
      board.submit(board.claim(id, worker), worker);
      if (worker.equals("bob")) {
        board.ledger.run(tx -> tx.update("UPDATE agent SET epoch = epoch + 1 WHERE name = 'bob'"));
      }
      followed.run(tx -> Board.in(tx).review(id, 10, "so it is", board.worker("rita")));
      String told = "task.rejected: " + board.state(id);
      assertThat(seen).as(worker).contains(told);
    }
    assertThat(seen).contains("task.rejected: claimed", "task.rejected: pending");
  }

  @Test
  void failingCancellingAndRetryingAreToldAndCountsBeginAnew() {
    String id = board.reviewed();
    board.submit(board.claim(id, "ann"), "ann");
    board.review(id, 10);
    Claim claim = board.claim(id, "ann");
    board.write(
        each -> {
          each.fail(id, OptionalLong.of(claim.fence()), "no idea", board.worker("ann"));
          return true;
        });
    assertThat(board.state(id)).isEqualTo(TaskState.FAILED);
    int others = board.write(each -> each.retry(id, board.owner));
    assertThat(others).isZero();
    assertThat(board.task(id).row().tally().rejections()).isZero();
    assertThat(board.task(id).row().finishedAt()).isEmpty();
    assertThat(board.<Boolean>write(each -> each.cancel(id, "no need", board.owner))).isTrue();
    assertThat(board.<Boolean>write(each -> each.cancel(id, "no need", board.owner))).isFalse();
    assertThat(board.events(id))
        .endsWith("task.claimed", "task.failed", "task.retried", "task.cancelled");
    assertThat(board.attempts(id))
        .extracting(attempt -> attempt.row().ending().orElseThrow())
        .containsExactly("rejected", "failed");
  }

  @Test
  void theOwnerCompletesATaskThatSomebodyHasOrThatWaitsForNobody() {
    List<String> ids =
        board.add("[{key: a, title: a}, {key: b, title: b, blocked_by: [a]}, {title: c}]");
    assertThatThrownBy(
            () -> board.write(each -> each.complete(ids.get(1), OptionalLong.empty(), board.owner)))
        .hasMessageContaining("waits for 1 others");
    Claim _ = board.claim(ids.get(0), "ann");
    assertThat(
            board.<Boolean>write(
                each -> each.complete(ids.get(0), OptionalLong.empty(), board.owner)))
        .isTrue();
    assertThat(
            board.<Boolean>write(
                each -> each.complete(ids.get(0), OptionalLong.empty(), board.owner)))
        .isFalse();
    assertThat(board.attempts(ids.get(0)).getFirst().row().ending()).contains("overruled");
    assertThat(board.task(ids.get(1)).ready()).isTrue();
    assertThat(
            board.<Boolean>write(
                each -> each.complete(ids.get(2), OptionalLong.empty(), board.owner)))
        .isTrue();
    assertThat(board.state(ids.get(2))).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void theAcceptedResultOfATeamsMemberIsOnTheBus() {
    board.ledger.run(
        tx -> {
          tx.update(
              "INSERT INTO team_run (id, file, state, started_ms, principal, authority_id)"
                  + " VALUES ('r', 'team.yaml', 'running', 1, 'owner', ?)",
              tx.keep(board.owner.authority()));
          tx.update(
              "INSERT INTO team_member (run, name, agent, kind, epoch, token, pid, starts,"
                  + " started_ms, beat_ms, activity) VALUES ('r', 'ann', ?, 'member', 1, 't', 1, 1,"
                  + " 1, 1, 'idle')",
              Agents.named(tx, "ann").id().hex());
        });
    for (String worker : List.of("ann", "bob")) {
      String id = board.reviewed();
      board.submit(board.claim(id, worker), worker);
      assertThat(published(worker)).as("before the verdict").isEmpty();
      board.review(id, 90);
    }
    assertThat(published("ann")).contains("done");
    assertThat(published("bob")).as("a member of no team").isEmpty();
  }

  private Optional<String> published(String worker) {
    return board.ledger.read(
        tx ->
            Bus.list(tx, Optional.of(worker)).stream()
                .flatMap(e -> e.value().stream())
                .findFirst());
  }

  /** A worker made for one task ends with it, unless it has another in hand. */
  @Test
  void aWorkerOfOneTaskEndsWithItsLast() {
    Worker worker =
        board.ledger.write(
            tx -> {
              Registration.usual("temp", AgentType.SWARM_WORKER)
                  .register(tx, Caller.owner("command"));
              return Worker.of(Agents.caller(tx, Optional.of("temp"), Optional.empty()));
            });
    List<String> ids = board.add("[{title: a}, {title: b}]");
    Claim first = board.write(each -> each.claim(ids.get(0), worker));
    Claim second = board.write(each -> each.claim(ids.get(1), worker));
    boolean _ =
        board.write(each -> each.submit(first.task(), first.fence(), "done", List.of(), worker));
    assertThat(endsMs()).as("it has another task").isEmpty();
    boolean _ =
        board.write(each -> each.submit(second.task(), second.fence(), "done", List.of(), worker));
    assertThat(endsMs()).contains(board.clock.millis() + 1);
  }

  private Optional<Long> endsMs() {
    return board.ledger.<Agent>read(tx -> Agents.named(tx, "temp")).endsMs();
  }

  /** Three tasks, of which the second waits for the first, and the third for the second. */
  private List<String> chain() {
    return board.add(
        "[{key: a, title: a, reviewers: [rita]}, {key: b, title: b, blocked_by: [a]},"
            + " {key: c, title: c, blocked_by: [b]}]");
  }

  private void isLostWithItsDependents(List<String> chain, TaskFailure why) {
    assertThat(chain).map(board::state).containsOnly(TaskState.FAILED);
    assertThat(chain)
        .map(id -> board.task(id).row().failure().orElseThrow())
        .containsExactly(
            why.toString(), TaskFailure.DEPENDENCY.toString(), TaskFailure.DEPENDENCY.toString());
  }

  @Test
  void aTaskThatIsRejectedTooOftenFailsItsDependents() {
    List<String> chain = chain();
    for (int i = 0; i < 3; i++) {
      assertThat(chain).map(board::state).doesNotContain(TaskState.FAILED);
      board.submit(board.claim(chain.getFirst(), "ann"), "ann");
      assertThat(board.review(chain.getFirst(), 10)).isEqualTo(ReviewGate.Verdict.REJECT);
    }
    isLostWithItsDependents(chain, TaskFailure.REVIEW);
  }

  @Test
  void aTaskWhoseClaimsExpireTooOftenFailsItsDependentsAndIsRetriedFirst() {
    List<String> chain = chain();
    for (int i = 0; i < 10; i++) {
      assertThat(chain).map(board::state).doesNotContain(TaskState.FAILED);
      Claim _ = board.claim(chain.getFirst(), "ann");
      board.pass(TestBoard.LEASE);
    }
    isLostWithItsDependents(chain, TaskFailure.EXPIRED);
    assertThatThrownBy(() -> board.write(each -> each.retry(chain.get(1), board.owner)))
        .isInstanceOfSatisfying(
            SocietyException.class,
            refused ->
                assertThat(refused.hints())
                    .containsExactly("first:  sbp task retry " + chain.getFirst()));
    int others = board.write(each -> each.retry(chain.getFirst(), board.owner));
    assertThat(others).isEqualTo(2);
    assertThat(chain).map(board::state).containsOnly(TaskState.PENDING);
  }

  @Test
  void aTaskThatIsRetriedAfterItsDeadlineHasNoneAnyMore() {
    String id = board.add("[{title: a, deadline: 2026-03-17T12:06:00Z}]").getFirst();
    board.pass(Duration.ofMinutes(7));
    assertThat(board.state(id)).isEqualTo(TaskState.FAILED);
    int _ = board.write(each -> each.retry(id, board.owner));
    assertThat(board.task(id).row().deadline()).isEmpty();
    assertThat(board.task(id).row().due()).isEmpty();
    board.pass(Duration.ofMinutes(1));
    assertThat(board.state(id)).isEqualTo(TaskState.PENDING);
  }

  @Test
  void aTaskThatIsRetriedInTimeKeepsItsDeadline() {
    String id = board.add("[{title: a, deadline: 2026-03-17T12:06:00Z}]").getFirst();
    Claim claim = board.claim(id, "ann");
    board.write(
        each -> {
          each.fail(id, OptionalLong.of(claim.fence()), "no idea", board.worker("ann"));
          return true;
        });
    int _ = board.write(each -> each.retry(id, board.owner));
    assertThat(board.task(id).row().due()).isEqualTo(board.task(id).row().deadline()).isPresent();
  }

  @Test
  void aTaskThatIsGivenBackIsToldAndFree() {
    String id = board.addOne("a");
    Claim _ = board.claim(id, "ann");
    board.ledger.run(
        tx -> {
          TaskTable tasks = new TaskTable(tx);
          new Outcomes(tx, tasks, BoardPolicy.of(tx.config()))
              .giveBack(tasks.lock(id), "refused", Optional.of("busy"), board.owner.authority());
        });
    assertThat(board.events(id)).endsWith("task.claimed", "task.returned");
    assertThat(board.attempts(id).getFirst().row().ending()).contains("refused");
    assertThat(board.task(id).ready()).isTrue();
  }

  @Test
  void aTaskIsDueAtItsLeaseOrItsDeadlineWhicheverIsFirst() {
    List<String> ids =
        board.add(
            "[{title: a, deadline: 2026-03-17T12:06:00Z}, {title: b, deadline:"
                + " 2026-03-18T00:00:00Z}, {title: c}]");
    assertThat(board.task(ids.get(0)).row().due())
        .isEqualTo(board.task(ids.get(0)).row().deadline());
    for (String id : ids) {
      Claim _ = board.claim(id, "ann");
    }
    assertThat(board.task(ids.get(0)).row().due())
        .isEqualTo(board.task(ids.get(0)).row().deadline());
    assertThat(board.task(ids.get(1)).row().due())
        .contains(board.clock.instant().plus(TestBoard.LEASE));
    assertThat(board.task(ids.get(2)).row().due())
        .contains(board.clock.instant().plus(TestBoard.LEASE));
    assertThat(board.task(ids.get(2)).row().leaseUntil())
        .contains(board.clock.instant().plus(TestBoard.LEASE));
    board.write(each -> each.complete(ids.get(2), OptionalLong.empty(), board.owner));
    assertThat(board.task(ids.get(2)).row().due()).isEmpty();
    assertThat(board.task(ids.get(2)).row().leaseUntil()).isEmpty();
  }

  @Test
  void aMoveOfARowThatHasChangedChangesNothing() {
    String id = board.addOne("a");
    TaskRow before = board.task(id).row();
    Claim _ = board.claim(id, "ann");
    assertThatThrownBy(
            () ->
                board.ledger.run(
                    tx ->
                        new Move(before, TaskAction.CLAIM)
                            .newAttempt(board.worker("bob").principal(), 1, tx.nowMs())
                            .store(tx, tx.nowMs())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has changed");
    assertThatThrownBy(() -> new Move(before, TaskAction.SUBMIT))
        .isInstanceOfSatisfying(
            SocietyException.class,
            refused -> assertThat(refused.code()).isEqualTo("invalid_transition"))
        .hasMessage("the task " + id + " is pending and cannot be submitted");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 101})
  void aScoreIsFromZeroToAHundred(int score) {
    String id = board.reviewed();
    board.submit(board.claim(id, "ann"), "ann");
    assertThatThrownBy(() -> board.review(id, score))
        .hasMessageContaining("a score is from 0 to 100");
  }

  @Test
  void theLowestAndTheHighestScoreCount() {
    String id = board.reviewed();
    board.submit(board.claim(id, "ann"), "ann");
    assertThat(board.review(id, 0)).isEqualTo(ReviewGate.Verdict.REJECT);
    board.submit(board.claim(id, "ann"), "ann");
    assertThat(board.review(id, 100)).isEqualTo(ReviewGate.Verdict.ACCEPT);
  }

  @Test
  void aReviewerIsMailedAndHasItsTime() {
    String id = board.reviewed();
    board.submit(board.claim(id, "ann"), "ann");
    assertThat(board.task(id).row().due())
        .contains(board.clock.instant().plus(Duration.ofHours(1)));
    assertThat(
            board.ledger.<Long>read(
                tx -> tx.number("SELECT COUNT(*) FROM mail WHERE type = 'review_request'")))
        .isEqualTo(1);
    assertThat(
            board.ledger.<List<String>>read(
                tx -> tx.texts("SELECT sender FROM mail WHERE type = 'review_request'")))
        .as("one who was named is asked by the worker")
        .containsExactly("ann");
    assertThat(board.<Boolean>read(each -> each.isToReview(id, board.worker("rita").principal())))
        .isTrue();
  }

  @Test
  void textsHaveTheirLimits() {
    String id = board.reviewed();
    assertThatThrownBy(() -> board.write(each -> each.comment(id, " ", board.owner)))
        .hasMessage("the comment is empty");
    List<String> _ = board.write(each -> each.comment(id, "a".repeat(4_096), board.owner));
    assertThatThrownBy(() -> board.write(each -> each.comment(id, "a".repeat(4_097), board.owner)))
        .hasMessageContaining("board.max_comment_bytes allows: 4096");
    Claim claim = board.claim(id, "ann");
    assertThatThrownBy(
            () ->
                board.write(
                    each ->
                        each.submit(
                            id,
                            claim.fence(),
                            "a".repeat(262_145),
                            List.of(),
                            board.worker("ann"))))
        .hasMessageContaining("board.max_text_bytes allows: 262144");
    assertThat(
            board.<Boolean>write(
                each ->
                    each.submit(
                        id, claim.fence(), "a".repeat(262_144), List.of(), board.worker("ann"))))
        .isTrue();
  }

  @Test
  void aCircleIsNamedAndAChainIsNone() {
    assertThatThrownBy(
            () ->
                board.add(
                    "[{key: a, title: a, blocked_by: [c]}, {key: b, title: b, blocked_by: [a]},"
                        + " {key: c, title: c, blocked_by: [b]}]"))
        .isInstanceOf(SocietyException.class);
    assertThat(
            board.add(
                "[{key: a, title: a}, {key: b, title: b, blocked_by: [a]}, {key: c, title: c,"
                    + " blocked_by: [a, b]}]"))
        .hasSize(3);
  }
}
