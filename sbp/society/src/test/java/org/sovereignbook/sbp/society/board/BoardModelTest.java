package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;
import org.sovereignbook.sbp.authority.ledger.SocietyException;

/** Random sequences of what several workers and the owner do, against a board of two maps. */
class BoardModelTest {
  private static final List<String> WORKERS = List.of("ann", "bob");

  /** What somebody does, with numbers that choose whom and what. */
  private record Step(Kind kind, int who, int what) {}

  private enum Kind {
    ADD,
    ADD_REVIEWED,
    CLAIM,
    SUBMIT,
    RENEW,
    REVIEW,
    FAIL,
    CANCEL,
    RETRY,
    PASS
  }

  @Provide
  Arbitrary<Step> steps() {
    Arbitrary<Kind> kinds =
        Arbitraries.frequency(
            Tuple.of(4, Kind.ADD),
            Tuple.of(1, Kind.ADD_REVIEWED),
            Tuple.of(6, Kind.CLAIM),
            Tuple.of(6, Kind.SUBMIT),
            Tuple.of(2, Kind.RENEW),
            Tuple.of(2, Kind.REVIEW),
            Tuple.of(1, Kind.FAIL),
            Tuple.of(1, Kind.CANCEL),
            Tuple.of(1, Kind.RETRY),
            Tuple.of(3, Kind.PASS));
    return Combinators.combine(
            kinds, Arbitraries.integers().between(0, 1), Arbitraries.integers().between(0, 9))
        .as(Step::new);
  }

  /** A claim as its worker remembers it, and until when the model says that it holds. */
  private static final class Held {
    private final Claim claim;
    private final String worker;
    private Instant until;
    private boolean isOver;

    private Held(Claim claim, String worker) {
      this.claim = claim;
      this.worker = worker;
      this.until = claim.leaseUntil();
    }
  }

  @Property(tries = 8)
  void nothingIsAcceptedTwiceNoZombieWritesAndEverythingEnds(
      @ForAll @Size(min = 10, max = 45) List<@From("steps") Step> steps) throws IOException {
    Path folder = Files.createTempDirectory("board-model");
    try (TestBoard board = new TestBoard(folder)) {
      board.register("ann", "bob", "rita");
      new Run(board).all(steps);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** One sequence. */
  private static final class Run {
    private final TestBoard board;
    private final List<String> ids = new ArrayList<>();
    private final List<Held> claims = new ArrayList<>();
    private final Map<String, Long> lastFence = new HashMap<>();
    private final Map<String, Integer> accepted = new HashMap<>();

    private Run(TestBoard board) {
      this.board = board;
    }

    private void all(List<Step> steps) {
      steps.forEach(this::step);
      for (int round = 0; board.<Integer>read(Board::open) > 0; round++) {
        assertThat(round).as("rounds until everything has ended").isLessThan(100);
        for (String worker : WORKERS) {
          claim(worker);
        }
        for (int i = 0; i < claims.size(); i++) {
          submit(claims.get(i));
        }
        board.pass(Duration.ofHours(1));
      }
      for (String id : ids) {
        assertThat(board.state(id).isOpen()).isFalse();
        assertThat(
                accepted.getOrDefault(id, 0) > 0
                    || !board.attempts(id).isEmpty()
                    || board.state(id) != TaskState.COMPLETED)
            .isTrue();
        assertThat(
                board.attempts(id).stream()
                    .filter(attempt -> attempt.row().ending().equals(Optional.of("accepted"))))
            .hasSize(board.state(id) == TaskState.COMPLETED ? 1 : 0);
        assertThat(accepted.getOrDefault(id, 0)).isLessThanOrEqualTo(1);
      }
    }

    private void step(Step step) {
      String worker = WORKERS.get(step.who());
      switch (step.kind()) {
        case ADD -> add(step.what(), "");
        case ADD_REVIEWED -> add(step.what(), ", reviewers: [rita]");
        case CLAIM -> claim(worker);
        case SUBMIT -> some(claims, step.what()).ifPresent(this::submit);
        case RENEW -> some(claims, step.what()).ifPresent(this::renew);
        case REVIEW -> some(ids, step.what()).ifPresent(id -> review(id, step.who() * 80));
        case FAIL -> some(claims, step.what()).ifPresent(this::fail);
        case CANCEL ->
            some(ids, step.what())
                .ifPresent(id -> owner(id, each -> each.cancel(id, "", board.owner)));
        case RETRY ->
            some(ids, step.what())
                .ifPresent(id -> owner(id, each -> each.retry(id, board.owner) >= 0));
        case PASS -> board.clock.advance(TestBoard.LEASE.multipliedBy(2).dividedBy(3));
      }
    }

    private static <T> Optional<T> some(List<T> all, int what) {
      return all.isEmpty()
          ? Optional.empty()
          : Optional.of(all.get(all.size() - 1 - what % all.size()));
    }

    private void add(int what, String more) {
      Optional<String> blocker =
          some(ids, what).filter(id -> what % 2 == 0).filter(id -> isGood(board.state(id)));
      ids.addAll(
          board.add(
              "[{title: t%s%s}]"
                  .formatted(blocker.map(id -> ", blocked_by: ['" + id + "']").orElse(""), more)));
    }

    private static boolean isGood(TaskState state) {
      return state.isOpen() || state == TaskState.COMPLETED;
    }

    private void claim(String worker) {
      Optional<Claim> claim = board.claim(worker);
      if (claim.isEmpty()) {
        return;
      }
      Claim held = claim.get();
      Task task = board.task(held.task());
      assertThat(task.blockedBy())
          .allSatisfy(id -> assertThat(board.state(id)).isEqualTo(TaskState.COMPLETED));
      assertThat(held.fence()).isGreaterThan(lastFence.getOrDefault(held.task(), 0L));
      assertThat(accepted).doesNotContainKey(held.task());
      lastFence.put(held.task(), held.fence());
      claims.forEach(other -> other.isOver |= other.claim.task().equals(held.task()));
      claims.add(new Held(held, worker));
    }

    /** Whether the model says that its worker may still write. */
    private boolean holds(Held held) {
      return !held.isOver && board.clock.instant().isBefore(held.until);
    }

    private void submit(Held held) {
      boolean may = holds(held);
      try {
        boolean isNew = board.submit(held.claim, held.worker);
        if (isNew) {
          assertThat(may).as("a zombie handed in").isTrue();
          held.isOver = true;
          if (board.state(held.claim.task()) == TaskState.COMPLETED) {
            accepted.merge(held.claim.task(), 1, Integer::sum);
          }
        }
      } catch (SocietyException e) {
        assertThat(e.code()).isEqualTo("stale-claim");
        assertThat(may).as("a claim that holds was refused").isFalse();
      }
    }

    private void renew(Held held) {
      boolean may = holds(held);
      try {
        held.until =
            board
                .write(
                    each ->
                        each.renew(
                            held.claim.task(), held.claim.fence(), board.worker(held.worker)))
                .leaseUntil();
        assertThat(may).as("a zombie lives on").isTrue();
      } catch (SocietyException e) {
        assertThat(may).as("a claim that holds was not renewed").isFalse();
      }
    }

    private void fail(Held held) {
      boolean may = holds(held);
      OptionalLong fence = OptionalLong.of(held.claim.fence());
      try {
        board.write(
            each -> {
              each.fail(held.claim.task(), fence, "", board.worker(held.worker));
              return true;
            });
        held.isOver = true;
      } catch (SocietyException e) {
        assertThat(may).as("a claim that holds could not give up").isFalse();
      }
    }

    private void review(String id, int score) {
      try {
        ReviewGate.Verdict verdict =
            board.write(each -> each.review(id, score, "", board.worker("rita")));
        if (verdict == ReviewGate.Verdict.ACCEPT) {
          accepted.merge(id, 1, Integer::sum);
        }
      } catch (SocietyException e) {
        assertThat(e.code()).isIn("not-in-review", "not-asked");
      }
    }

    private void owner(String id, TestBoard.Work<Boolean> work) {
      try {
        if (board.write(work)) {
          claims.forEach(held -> held.isOver |= held.claim.task().equals(id));
        }
      } catch (SocietyException e) {
        assertThat(e.code()).isIn("invalid_transition", "blocked");
      }
    }
  }
}
