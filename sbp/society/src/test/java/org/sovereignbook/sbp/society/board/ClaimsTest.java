package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.testing.TestKeys;

/** Claims by their ids, and what time alone changes. */
class ClaimsTest {
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

  private String given() {
    String id = board.reviewed();
    board.submit(board.claim(id, "ann"), "ann");
    ReviewGate.Verdict _ = board.review(id, 10);
    return id;
  }

  @Test
  void whatWasGivenBackIsTakenUpByItsIdByItsWorkerOnly() {
    String id = given();
    assertThatThrownBy(() -> board.claim(id, "bob")).hasMessage("the task " + id + " is claimed");
    assertThat(board.claim(id, "ann").attempt()).isEqualTo(2);
    assertThatThrownBy(() -> board.claim(id, "ann")).hasMessage("the task " + id + " is claimed");
    assertThat(board.events(id))
        .containsExactly(
            "task.created",
            "task.claimed",
            "task.submitted",
            "task.reviewed",
            "task.rejected",
            "task.claimed");
  }

  @Test
  void whoeverTakesTheNextTaskTakesUpWhatWasGivenBackWithAnEvent() {
    String id = given();
    board.addOne("more important than nothing");
    assertThat(board.claim("ann").orElseThrow().task()).isEqualTo(id);
    assertThat(board.events(id)).filteredOn("task.claimed"::equals).hasSize(2);
  }

  @Test
  void aTaskThatIsNotReadySaysWhatItWaitsFor() {
    List<String> ids =
        board.add("[{key: a, title: a}, {key: b, title: b}, {title: c, blocked_by: [a, b]}]");
    assertThatThrownBy(() -> board.claim(ids.get(2), "ann"))
        .hasMessage("the task " + ids.get(2) + " waits for 2 others");
    Claim _ = board.claim(ids.get(0), "ann");
    assertThatThrownBy(() -> board.claim(ids.get(0), "bob"))
        .hasMessage("the task " + ids.get(0) + " is claimed");
  }

  @Test
  void aStaleClaimSaysWhatBecameOfTheTask() {
    String id = board.reviewed();
    Claim first = board.claim(id, "ann");
    board.clock.advance(TestBoard.LEASE);
    assertThatThrownBy(() -> board.submit(first, "ann"))
        .hasMessageEndingWith("it is on the board again");
    Claim second = board.claim(id, "bob");
    assertThatThrownBy(() -> board.submit(first, "ann"))
        .hasMessageEndingWith("attempt 2 is under way");
    board.submit(second, "bob");
    assertThatThrownBy(() -> board.submit(first, "ann"))
        .hasMessageEndingWith("attempt 2 is in review");
    ReviewGate.Verdict _ = board.review(id, 90);
    assertThatThrownBy(() -> board.submit(first, "ann")).hasMessageEndingWith("it is completed");
  }

  @Test
  void anOfferIsForThoseWhoWorkForOtherNodes() {
    Authority peer = Authority.of(Principal.peer(TestKeys.named("ada").publicKey()), "offer");
    String id =
        board
            .write(
                each ->
                    each.add(
                        Plan.read("[{title: a}]"),
                        Worker.peer(peer, Optional.empty()),
                        Optional.empty()))
            .getFirst();
    board.ledger.run(
        tx -> {
          int _ = tx.update("UPDATE task SET origin_peer = 'ada' WHERE id = ?", id);
        });
    assertThat(board.claim("ann")).isEmpty();
    assertThatThrownBy(() -> board.claim(id, "ann")).hasMessageContaining("asks for another role");
    Worker ann = board.worker("ann");
    Worker forAll = new Worker(ann.authority(), ann.roles(), ann.epoch(), true, ann.scope());
    assertThat(board.<Claim>write(each -> each.claim(id, forAll)).task()).isEqualTo(id);
  }

  private boolean isAnyDue() {
    return board.<Boolean>read(Board::isAnyDue);
  }

  @Test
  void aDeadlineThatHasPassedIsDueAndALeaseThatIsTooLongAsWell() {
    board.addOne("a");
    assertThat(isAnyDue()).isFalse();
    Claim _ = board.claim("ann").orElseThrow();
    assertThat(isAnyDue()).isFalse();
    board.clock.advance(TestBoard.LEASE.minusMillis(1));
    assertThat(isAnyDue()).isFalse();
    board.clock.advance(Duration.ofMillis(1));
    assertThat(isAnyDue()).isTrue();
    board.clock.advance(Duration.ofDays(-1));
    assertThat(isAnyDue()).as("the clock was set back").isTrue();
    assertThat(board.<Integer>write(each -> each.settle(10))).isEqualTo(1);
    assertThat(isAnyDue()).isFalse();
  }

  @Test
  void asManyAreSettledAsHaveEnded() {
    board.add("[{title: a}, {title: b}, {title: c}]");
    Claim _ = board.claim("ann").orElseThrow();
    Claim _ = board.claim("bob").orElseThrow();
    assertThat(board.<Integer>write(each -> each.settle(10))).isZero();
    board.clock.advance(TestBoard.LEASE);
    assertThat(board.<Integer>write(each -> each.settle(1))).isEqualTo(1);
    assertThat(board.<Integer>write(each -> each.settle(10))).isEqualTo(1);
  }

  /** Nobody has settled the board before it is looked at. */
  @Test
  void aTaskIsShownAsItsDeadlineLeavesIt() {
    String id = board.reviewed();
    board.submit(board.claim(id, "ann"), "ann");
    board.clock.advance(Duration.ofHours(1));
    assertThat(board.task(id).row().state()).isEqualTo(TaskState.COMPLETED);
  }
}
