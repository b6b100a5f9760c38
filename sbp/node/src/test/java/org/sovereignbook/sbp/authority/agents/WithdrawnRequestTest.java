package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.AccessRequests.Answer;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.ledger.AuditCheck;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.testing.TestOwner;
import org.sovereignbook.sbp.testing.TestSociety;

/** A task ends without a result while the owner is asked for what its worker lacked. */
class WithdrawnRequestTest {
  private static final ToolCall POST =
      new ToolCall(
          "post",
          JsonObject.builder().put(ToolCall.WORDS, JsonArray.ofStrings(List.of("post"))).build(),
          "command",
          Optional.of("worker"),
          Optional.empty());

  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    society.agent("worker", TestSociety.tools("task_*", "mail_*"));
  }

  @AfterEach
  void close() {
    assertThat(AuditCheck.run(society.ledger(), List.of()).findings()).isEmpty();
    society.close();
  }

  private Claim claimed() {
    List<String> added =
        society.owner(
            "task_add",
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(PlannedTask.titled("post it"))),
                        Worker.of(caller),
                        Optional.empty()));
    return claimed(added.getFirst());
  }

  private Claim claimed(String task) {
    return society.as(
        "worker", "task_claim", (tx, caller) -> Board.in(tx).claim(task, Worker.of(caller)));
  }

  /** The call is refused, and its request waits. */
  private String asked() {
    assertThatThrownBy(() -> Permissions.run(society.ledger(), POST, (_, _) -> true))
        .isInstanceOf(CapabilityDenied.class);
    return pending().getFirst();
  }

  private List<String> pending() {
    return society
        .ledger()
        .<List<AccessRequest>>read(tx -> new AccessRequests(tx).pending())
        .stream()
        .map(AccessRequest::id)
        .toList();
  }

  private void cancel(Claim claim) {
    assertThat(
            society.<Boolean>owner(
                "task_cancel",
                (tx, caller) -> Board.in(tx).cancel(claim.task(), "no more", Worker.of(caller))))
        .isTrue();
  }

  private AccessRequest now(String request) {
    return society.ledger().read(tx -> new AccessRequests(tx).named(request));
  }

  private AccessRequest answer(String request, Answer answer) {
    return new TestOwner(society).answer(request, answer);
  }

  @Test
  void isWithdrawnWithItsTaskAndNobodyAnswersItAnyMore() {
    Claim claim = claimed();
    String request = asked();

    cancel(claim);

    assertThat(pending()).isEmpty();
    assertThat(now(request).status()).isEqualTo("withdrawn");
    for (Answer answer : Answer.values()) {
      assertThatThrownBy(() -> answer(request, answer))
          .isInstanceOfSatisfying(
              SocietyException.class, e -> assertThat(e.code()).isEqualTo("request-answered"))
          .hasMessage(
              "the request %s is withdrawn already: the task %s is cancelled",
              request, claim.task());
    }
    assertThatThrownBy(() -> Permissions.run(society.ledger(), POST, (_, _) -> true))
        .isInstanceOf(CapabilityDenied.class);
  }

  @Test
  void itsEndIsInTheTrailAndWhatItSaidIsForgotten() {
    Claim claim = claimed();
    String request = asked();
    assertThat(call(request)).isPresent();

    cancel(claim);

    assertThat(call(request)).isEmpty();
    List<String> steps =
        society
            .ledger()
            .read(
                tx ->
                    tx.list(
                        "SELECT decision FROM audit WHERE grant_id = ? ORDER BY seq",
                        row -> row.text(1),
                        request));
    assertThat(steps).containsExactly("requested", "withdrawn");
  }

  private Optional<JsonObject> call(String request) {
    return society
        .ledger()
        .read(tx -> new RequestedCalls(tx).again(new AccessRequests(tx).named(request)));
  }

  @Test
  void isWithdrawnWhenItsWorkerSaysThatTheTaskHasFailed() {
    Claim claim = claimed();
    String request = asked();

    boolean _ =
        society.<Boolean>as(
            "worker",
            "task_fail",
            (tx, caller) -> {
              OptionalLong fence = OptionalLong.of(claim.fence());
              Board.in(tx).fail(claim.task(), fence, "I may not", Worker.of(caller));
              return true;
            });

    assertThat(now(request).outcome()).contains("the task %s is failed".formatted(claim.task()));
    assertThat(pending()).isEmpty();
  }

  @Test
  void isWithdrawnWhenTheTaskEndsAfterItHasGoneBackToTheBoard() {
    Claim claim = claimed();
    String request = asked();
    boolean _ =
        society.<Boolean>as(
            "worker",
            "task_release",
            (tx, caller) -> {
              Board.in(tx).release(claim.task(), claim.fence(), Worker.of(caller));
              return true;
            });
    assertThat(pending()).as("the task may still be done").containsExactly(request);

    society.clock().advance(Duration.ofMinutes(1));
    cancel(claim);

    assertThat(pending()).isEmpty();
  }

  @Test
  void staysForAnotherTaskThatItsCallerHadInItsHands() {
    Claim one = claimed();
    Claim other = claimed();
    String request = asked();

    cancel(one);
    assertThat(pending()).containsExactly(request);

    cancel(other);
    assertThat(pending()).isEmpty();
  }

  @Test
  void aTaskThatItsCallerTookUpAfterwardsKeepsNothingOpen() {
    Claim one = claimed();
    String _ = asked();
    society.clock().advance(Duration.ofMinutes(1));
    Claim _ = claimed();

    cancel(one);

    assertThat(pending()).isEmpty();
  }

  @Test
  void staysForAMailThatItsCallerHasInItsHands() {
    Mail sent =
        society.owner(
            "mail_send",
            (tx, caller) -> Sending.message("worker", "please post it").send(tx, caller));
    Mail _ =
        society.as("worker", "mail_read", (tx, caller) -> Mailboxes.read(tx, caller, sent.id()));
    Claim claim = claimed();
    String request = asked();

    cancel(claim);

    assertThat(pending()).containsExactly(request);
  }

  @Test
  void ofAnotherTimeOrAnotherCallerStays() {
    String before = asked();
    society.clock().advance(Duration.ofMinutes(1));
    Claim claim = claimed();
    cancel(claim);

    assertThat(pending()).containsExactly(before);
  }

  @Test
  void whatIsAnsweredBeforeStaysAnswered() {
    Claim claim = claimed();
    String request = asked();
    assertThat(answer(request, Answer.ONCE).status()).isEqualTo("approved");

    cancel(claim);

    assertThat(now(request).status()).isEqualTo("approved");
    assertThat(Permissions.<Boolean>run(society.ledger(), POST, (_, _) -> true)).isTrue();
  }

  @Test
  void ofAnAnswerAndACancellationAtTheSameTimeOneHasIt() throws Exception {
    for (int round = 0; round < 10; round++) {
      Claim claim = claimed();
      String request = asked();
      CyclicBarrier together = new CyclicBarrier(2);
      boolean isApproved;
      try (ExecutorService other = Executors.newSingleThreadExecutor()) {
        Future<Boolean> answered =
            other.submit(
                () -> {
                  int _ = together.await();
                  try {
                    return answer(request, Answer.ONCE).status().equals("approved");
                  } catch (SocietyException e) {
                    return false;
                  }
                });
        int _ = together.await();
        cancel(claim);
        isApproved = answered.get();
      }
      assertThat(now(request).status()).isEqualTo(isApproved ? "approved" : "withdrawn");
      assertThat(runs()).isEqualTo(isApproved);
      society.clock().advance(Duration.ofMinutes(11));
    }
  }

  private boolean runs() {
    try {
      return Permissions.<Boolean>run(society.ledger(), POST, (_, _) -> true);
    } catch (CapabilityDenied e) {
      return false;
    }
  }
}
