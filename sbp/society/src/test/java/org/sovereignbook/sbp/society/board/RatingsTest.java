package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.EventFilter;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.society.reputation.ReviewVerdict;
import org.sovereignbook.sbp.society.reputation.ScoreChange;
import org.sovereignbook.sbp.society.reputation.StoredReview;

/** Reputations change once for each attempt, after its verdict. */
class RatingsTest {
  @TempDir Path folder;
  private TestBoard board;

  @BeforeEach
  void open() {
    board = new TestBoard(folder);
    board.register("ann", "bob", "rita", "ron", "rose", "rick", "roy", "ruth", "rolf");
  }

  @AfterEach
  void close() {
    board.close();
  }

  private AgentStanding standing(String name) {
    return board.ledger.read(tx -> Reputation.in(tx).standing(board.worker(name).principal()));
  }

  private List<ScoreChange> changes(String name) {
    return board.ledger.read(
        tx -> Reputation.in(tx).changes(board.worker(name).principal(), 1_000));
  }

  private ReviewVerdict verdict(String task) {
    return board.ledger.read(tx -> Reputation.in(tx).verdict(task)).orElseThrow();
  }

  private String reviewedTask() {
    return board
        .add("[{\"title\": \"a\", \"reviewers\": [\"rita\", \"ron\", \"rose\"]}]")
        .getFirst();
  }

  private ReviewGate.Verdict review(String id, String name, int score) {
    return board.write(each -> each.review(id, score, name + " says", board.worker(name)));
  }

  private void attempt(String id, String name, int score) {
    Claim claim = board.write(each -> each.claim(id, board.worker(name)));
    board.submit(claim, name);
    for (String reviewer : List.of("rita", "ron", "rose")) {
      ReviewGate.Verdict _ = review(id, reviewer, score);
    }
  }

  @Test
  void nothingChangesBeforeTheVerdictAndOnceAfterIt() {
    String id = reviewedTask();
    Claim claim = board.claim("ann").orElseThrow();
    board.submit(claim, "ann");
    review(id, "rita", 90);
    review(id, "ron", 90);
    assertThat(changes("ann")).isEmpty();

    review(id, "rose", 90);

    assertThat(changes("ann"))
        .singleElement()
        .satisfies(
            change -> {
              assertThat(change.cause()).isEqualTo("accepted");
              assertThat(change.verdict()).contains(90.0);
              assertThat(change.scores().outputQuality()).isEqualTo(76);
              assertThat(change.scores().taskCompletion()).isEqualTo(79);
            });
    assertThat(changes("rita"))
        .singleElement()
        .satisfies(change -> assertThat(change.scores().reviewAccuracy()).isEqualTo(79));
    assertThat(standing("rita").attempts()).isZero();
  }

  @Test
  void aBadWorkerIsFoundAndMayNoLongerTakeWhatAsksForReputation() {
    String wants = board.add("[{\"title\": \"hard\", \"min_reputation\": 60}]").getFirst();
    for (int i = 0; i < 2; i++) {
      String id = reviewedTask();
      for (int attempt = 0; attempt < 3; attempt++) {
        attempt(id, "ann", 20);
      }
      assertThat(board.state(id)).isEqualTo(TaskState.FAILED);
    }

    assertThat(changes("ann"))
        .extracting(ScoreChange::cause)
        .containsExactly("rejected", "rejected", "exhausted", "rejected", "rejected", "exhausted");
    assertThat(standing("ann").state()).isEqualTo(AgentStanding.State.EVOLVE);
    assertThat(board.claim("ann")).isEmpty();
    assertThat(board.claim("bob").map(Claim::task)).contains(wants);
  }

  @Test
  void anErrorCountsAndAReleaseOrTheOwnersFailureDoesNot() {
    board.addOne("a");
    Claim released = board.claim("ann").orElseThrow();
    board.write(
        each -> {
          each.release(released.task(), released.fence(), board.worker("ann"));
          return true;
        });
    assertThat(changes("ann")).isEmpty();

    Claim given = board.claim("ann").orElseThrow();
    board.write(
        each -> {
          each.fail(given.task(), OptionalLong.of(given.fence()), "no idea", board.worker("ann"));
          return true;
        });
    assertThat(changes("ann")).singleElement().extracting(ScoreChange::cause).isEqualTo("failed");
    assertThat(standing("ann").scores().outputQuality()).isEqualTo(49);

    board.addOne("b");
    Claim _ = board.claim("bob").orElseThrow();
    board.pass(TestBoard.LEASE.plus(Duration.ofSeconds(1)));
    assertThat(changes("bob")).isEmpty();
  }

  @Test
  void agentsCannotRaiseTheirScoresWithTasksOfTheirOwn() {
    String own =
        board
            .<List<String>>write(
                each ->
                    each.add(
                        Plan.read("[{\"title\": \"mine\"}]"),
                        board.worker("bob"),
                        Optional.empty()))
            .getFirst();
    board.submit(board.claim("ann").orElseThrow(), "ann");
    assertThat(board.state(own)).isEqualTo(TaskState.COMPLETED);
    assertThat(changes("ann")).isEmpty();

    board.addOne("the owner's");
    board.submit(board.claim("ann").orElseThrow(), "ann");
    assertThat(changes("ann")).hasSize(1);
  }

  /** Returns candidates whose models are all of one family. */
  private static Map<String, String> likewise(List<String> names) {
    return names.stream().collect(Collectors.toMap(name -> name, _ -> ""));
  }

  @Test
  void aPanelIsOfAsManyFamiliesOfModelsAsThereAre() {
    Map<String, String> candidates =
        Map.of(
            "rita", "qwen", "ron", "qwen", "rose", "qwen", "rick", "qwen", "roy", "gpt", "ruth",
            "llama", "rolf", "llama");
    for (int i = 0; i < 8; i++) {
      String id = board.addOne("task " + i);
      Claim claim = board.claim("ann").orElseThrow();
      board.write(
          each -> {
            each.drawPanel(claim, candidates);
            return true;
          });
      board.submit(claim, "ann");

      assertThat(asked(id).stream().map(one -> board.<String>read(b -> b.name(new Principal(one)))))
          .hasSize(5)
          .contains("roy", "ruth", "rolf");
    }
  }

  @Test
  void aPanelIsRandomHasItsSizeAndNeverItsWorker() {
    List<String> candidates = List.of("ann", "rita", "ron", "rose", "rick", "roy", "ruth", "rolf");
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 12; i++) {
      String id = board.addOne("task " + i);
      Claim claim = board.claim("ann").orElseThrow();
      board.write(
          each -> {
            each.drawPanel(claim, likewise(candidates));
            each.drawPanel(claim, Map.of("bob", ""));
            return true;
          });
      board.submit(claim, "ann");
      List<String> asked =
          board.ledger.read(tx -> tx.texts("SELECT reviewer FROM task_review WHERE task = ?", id));
      assertThat(asked).hasSize(5).doesNotContain(board.worker("ann").principal().text());
      seen.addAll(asked);
    }
    assertThat(seen).hasSize(7);
  }

  private List<String> asked(String task) {
    return board.ledger.read(
        tx -> tx.texts("SELECT reviewer FROM task_review WHERE task = ? AND score IS NULL", task));
  }

  private void reviewAsAsked(String task, int high) {
    int given = 0;
    for (String principal : asked(task)) {
      String name = board.<String>read(each -> each.name(new Principal(principal)));
      review(task, name, given++ % 2 == 0 ? high : 10);
    }
  }

  @Test
  void scoresFarApartAskTwoMoreAndThenTheOwnerWithTheDissentFirst() {
    String id = board.addOne("a");
    Claim claim = board.claim("ann").orElseThrow();
    board.write(
        each -> {
          each.drawPanel(
              claim, likewise(List.of("rita", "ron", "rose", "rick", "roy", "ruth", "rolf")));
          return true;
        });
    board.submit(claim, "ann");

    reviewAsAsked(id, 95);
    assertThat(board.state(id)).isEqualTo(TaskState.REVIEW);
    assertThat(asked(id)).hasSize(2);
    reviewAsAsked(id, 95);
    assertThat(board.state(id)).isEqualTo(TaskState.REVIEW);
    assertThat(asked(id)).containsExactly("owner");
    String mail =
        board.ledger.read(
            tx ->
                tx.texts("SELECT text FROM content WHERE text LIKE 'The reviewers of attempt%'")
                    .getFirst());
    assertThat(mail).contains("sbp task review " + id + " --score N").contains(": 10 (weight");
    assertThat(mail.lines().skip(2).toList())
        .as("the farthest from the verdict come first")
        .satisfies(
            lines -> {
              assertThat(lines.get(0)).contains(": 10 (weight");
              assertThat(lines.get(3)).contains(": 95 (weight");
            });
    long requests =
        board.ledger.<Long>read(
            tx -> tx.number("SELECT COUNT(*) FROM mail WHERE type = 'review_request'"));
    assertThat(requests).as("each of the seven was asked by mail").isEqualTo(7);

    board.write(each -> each.review(id, 70, "good enough", board.owner));
    assertThat(board.state(id)).isEqualTo(TaskState.COMPLETED);
    assertThat(verdict(id).reviews()).isEqualTo(7);
  }

  @Test
  void theWorkerIsNotShownItsReviewers() {
    String id = board.addOne("a");
    Claim claim = board.claim("ann").orElseThrow();
    board.write(
        each -> {
          each.drawPanel(claim, likewise(List.of("rita", "ron", "rose")));
          return true;
        });
    board.submit(claim, "ann");
    assertThat(board.task(id).reviewers()).isEmpty();
    assertThat(board.attempts(id).getFirst().reviews())
        .extracting(TaskAttempt.Review::reviewer)
        .containsExactlyInAnyOrder("reviewer-1", "reviewer-2", "reviewer-3");
    assertThat(board.<Boolean>read(each -> each.isToReview(id, board.worker("rita").principal())))
        .isTrue();
  }

  @Test
  void noEventNamesADrawnReviewer() {
    String id = board.addOne("a");
    List<String> panel = List.of("rita", "ron", "rose");
    Claim claim = board.claim("ann").orElseThrow();
    board.write(
        each -> {
          each.drawPanel(claim, likewise(panel));
          return true;
        });
    board.submit(claim, "ann");
    panel.forEach(reviewer -> review(id, reviewer, 90));

    assertThat(board.state(id)).isEqualTo(TaskState.COMPLETED);
    List<StoredEvent> events =
        board.ledger.read(
            tx ->
                new EventLog(tx)
                    .before(Long.MAX_VALUE, EventFilter.ALL, 100).stream()
                        .filter(event -> event.kind().startsWith("task."))
                        .toList());
    assertThat(events).extracting(StoredEvent::kind).contains("task.reviewed", "task.completed");
    assertThat(events)
        .extracting(StoredEvent::id)
        .contains(
            "task:" + id + ":reviewed:1:reviewer-1",
            "task:" + id + ":reviewed:1:reviewer-2",
            "task:" + id + ":reviewed:1:reviewer-3");
    for (String reviewer : panel) {
      String principal = board.worker(reviewer).principal().text();
      assertThat(events)
          .noneMatch(event -> event.toString().contains(principal.replace("agent:", "")));
    }
  }

  @Test
  void theOwnerIsMailedWhenAnAgentGetsIntoWarning() {
    String id = reviewedTask();
    attempt(id, "ann", 20);
    attempt(id, "ann", 20);
    assertThat(standing("ann").state()).isEqualTo(AgentStanding.State.WARNING);
    assertThat(
            board.ledger.<List<String>>read(
                tx ->
                    tx.texts("SELECT text FROM content WHERE text LIKE 'The reputation of ann%'")))
        .hasSize(1);
  }

  @Test
  void aVerdictOfTwoIsThinAndTheOwnersScoreOutranksAll() {
    String id = board.add("[{\"title\": \"a\", \"reviewers\": [\"rita\", \"ron\"]}]").getFirst();
    Claim claim = board.claim("ann").orElseThrow();
    board.submit(claim, "ann");
    board.write(each -> each.review(id, 30, "no", board.owner));
    review(id, "rita", 90);
    assertThat(review(id, "ron", 95)).isEqualTo(ReviewGate.Verdict.REJECT);

    assertThat(verdict(id).thin()).isTrue();
    assertThat(verdict(id).verified()).isTrue();
    assertThat(verdict(id).verdict()).isEqualTo(30);
    List<StoredReview> reviews = board.ledger.read(tx -> Reputation.in(tx).reviews(id, 1));
    assertThat(reviews).hasSize(2).allMatch(one -> one.verified().equals(Optional.of(30.0)));
  }
}
