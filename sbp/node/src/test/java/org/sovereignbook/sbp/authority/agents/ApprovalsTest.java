package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.AccessRequests.Answer;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.access.OwnerProof;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.ledger.AuditCheck;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestOwner;
import org.sovereignbook.sbp.testing.TestSociety;

/** What is refused, asked for, allowed and used (docs/access.md). */
class ApprovalsTest {
  private static final String SEND = "mail_send";

  @TempDir Path folder;
  private TestSociety society;
  private TestOwner owner;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    owner = new TestOwner(society);
    society.agent("coder", TestSociety.tools("task_*"));
  }

  @AfterEach
  void close() {
    assertThat(AuditCheck.run(society.ledger(), List.of()).findings()).isEmpty();
    society.close();
  }

  private int call(String agent, String tool, String... words) {
    ToolCall call =
        new ToolCall(
            tool,
            JsonObject.builder().put(ToolCall.WORDS, JsonArray.ofStrings(List.of(words))).build(),
            "mcp",
            Optional.of(agent),
            Optional.empty());
    return Permissions.run(society.ledger(), call, (_, _) -> 1);
  }

  private static void refuses(ThrowingCallable call, String code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(SocietyException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  /** Returns the request that a refusal names. */
  private static String asked(ThrowingCallable call) {
    return CapabilityDenied.request(catchThrowableOfType(CapabilityDenied.class, call).hints())
        .orElseThrow();
  }

  private List<AccessRequest> pending() {
    return society
        .ledger()
        .write(
            tx -> {
              AccessRequests requests = new AccessRequests(tx);
              requests.settle();
              return requests.pending();
            });
  }

  private AccessRequest answer(Answer answer) {
    String id = pending().getFirst().id();
    return owner.answer(id, answer);
  }

  private List<String> steps(String id) {
    return society
        .ledger()
        .read(
            tx ->
                tx.list(
                    "SELECT decision FROM audit WHERE grant_id = ? ORDER BY seq",
                    row -> row.text(1),
                    id));
  }

  @Test
  void whatIsRefusedAsksTheOwnerOnce() {
    String first = asked(() -> call("coder", SEND, "a"));
    assertThat(asked(() -> call("coder", SEND, "a"))).as("the same call").isEqualTo(first);
    String other = asked(() -> call("coder", SEND, "b"));
    assertThat(other).as("another call").isNotEqualTo(first);
    assertThat(pending()).extracting(AccessRequest::id).containsExactlyInAnyOrder(first, other);
    assertThat(pending())
        .allSatisfy(
            one -> {
              assertThat(one.tool()).isEqualTo(SEND);
              assertThat(one.expiresAt()).isEqualTo(one.createdAt().plusMillis(86_400_000));
            });
  }

  @Test
  void onceIsThisVeryCallOneTime() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    AccessRequest approved = answer(Answer.ONCE);
    refuses(() -> call("coder", SEND, "another"), CapabilityDenied.CODE);
    assertThat(call("coder", SEND, "a")).isEqualTo(1);
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    assertThat(steps(approved.id())).containsExactly("requested", "approved", "rerun");
  }

  @Test
  void anApprovalIsForTheCauseThatWasShown() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    AccessRequest own = answer(Answer.ONCE);
    Caller coder =
        society
            .ledger()
            .<Caller>write(
                tx -> Agents.identified(tx, Optional.of("coder"), Optional.empty(), "mcp"));

    assertThat(approved(coder.authority(), Optional.empty())).contains(own.id());
    Authority peers =
        society
            .ledger()
            .<Authority>read(
                tx ->
                    coder
                        .onBehalfOf(
                            tx, List.of(TestOwner.causedByPeer(tx, TrustState.TRUSTED, "mcp")))
                        .authority());
    assertThat(approved(peers, Optional.empty())).as("by a peer's text").isEmpty();
    assertThat(approved(peers, Optional.of(own.id()))).as("this program").contains(own.id());
    assertThat(approved(peers, Optional.of("another"))).isEmpty();
  }

  private Optional<String> approved(Authority cause, Optional<String> request) {
    JsonObject arguments =
        JsonObject.builder().put(ToolCall.WORDS, JsonArray.ofStrings(List.of("a"))).build();
    return society
        .ledger()
        .<Optional<AccessRequest>>read(
            tx ->
                new RequestedCalls(tx)
                    .approved(
                        new RequestedCalls.Made(cause, Optional.empty(), SEND, arguments, request)))
        .map(AccessRequest::id);
  }

  @Test
  void anApprovalLiftsNoPolicyThatDeniesMeanwhile() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    AccessRequest approved = answer(Answer.ONCE);
    Path policies = society.node().node().home().access().resolve("owner.yaml");
    society.node().node().writeText(policies, "- {name: nobody, effect: deny}");

    refuses(() -> call("coder", SEND, "a"), "access_denied");
    assertThat(pending()).as("the owner has said it").isEmpty();
    society.node().node().disk().delete(policies);
    refuses(() -> call("coder", SEND, "a"), "access_denied");
    Policies.forgetMissing(society.node().node());
    society.clock().advance(Duration.ofSeconds(1));
    assertThat(call("coder", SEND, "a")).as("and it is not used up").isEqualTo(1);
    assertThat(steps(approved.id())).containsExactly("requested", "approved", "rerun");
  }

  @Test
  void nobodyIsAskedForWhatAPolicyDenies() {
    society.agent("writer", TestSociety.tools(SEND));
    Path policies = society.node().node().home().access().resolve("owner.yaml");
    society.node().node().writeText(policies, "- {name: nobody, effect: deny}");

    refuses(() -> call("writer", SEND, "a"), CapabilityDenied.BY_ACCESS);
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    assertThat(pending()).isEmpty();
  }

  @Test
  void aCallThatComesToNothingMayRunAgain() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    answer(Answer.ONCE);
    ToolCall call =
        new ToolCall(
            SEND,
            JsonObject.builder().put(ToolCall.WORDS, JsonArray.ofStrings(List.of("a"))).build(),
            "mcp",
            Optional.of("coder"),
            Optional.empty());
    assertThatThrownBy(
            () ->
                Permissions.run(
                    society.ledger(),
                    call,
                    (_, _) -> {
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(call("coder", SEND, "a")).isEqualTo(1);
  }

  @Test
  void aDayIsADayByTheClockAndAnEndIsAnEnd() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    AccessRequest approved = answer(Answer.DAY);
    assertThat(call("coder", SEND, "anything")).isEqualTo(1);
    assertThat(call("coder", SEND, "a")).isEqualTo(1);
    society.clock().advance(Duration.ofHours(25));
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    society.clock().advance(Duration.ofHours(-25));
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    String grant = approved.grant().orElseThrow();
    assertThat(steps(grant)).containsExactly("created", "used", "used", "expired");
    Grants.Given ended =
        society.ledger().<Optional<Grants.Given>>read(tx -> new Grants(tx).find(grant)).get();
    assertThat(ended.uses()).isEqualTo(2);
    assertThat(ended.endedAs()).contains("expired");
  }

  @Test
  void whatIsRevokedIsOverAtOnce() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    String grant = answer(Answer.ALWAYS).grant().orElseThrow();
    society.clock().advance(Duration.ofDays(400));
    assertThat(call("coder", SEND, "b")).isEqualTo(1);
    owner.revoke(grant);
    refuses(() -> call("coder", SEND, "b"), CapabilityDenied.CODE);
    refuses(() -> owner.revoke(grant), "grant-ended");
  }

  @Test
  void aGrantIsForItsDoorAndItsToolOnly() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    answer(Answer.DAY);
    refuses(() -> call("coder", "bus_put", "a"), CapabilityDenied.CODE);
    refuses(() -> society.as("coder", SEND, (_, _) -> 1), CapabilityDenied.CODE);
  }

  @Test
  void whoAsksTooOftenIsNotHeard() {
    for (int i = 0; i < 6; i++) {
      int number = i;
      refuses(() -> call("coder", "tool_" + number, "a"), CapabilityDenied.CODE);
      refuses(() -> call("coder", "other_" + number, "a"), CapabilityDenied.CODE);
      society.clock().advance(Duration.ofMinutes(11));
    }
    assertThat(pending())
        .extracting(AccessRequest::tool)
        .as("each tool asks, up to the bound of one principal")
        .containsExactlyInAnyOrder("other_0", "tool_0", "tool_1");
  }

  @Test
  void anAnswerIsTheOnlyOne() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    String id = pending().getFirst().id();
    answer(Answer.DENY);
    for (Answer answer : Answer.values()) {
      refuses(() -> owner.answer(id, answer), "request-answered");
    }
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
  }

  @Test
  void whatNobodyAnswersEndsByTheClock() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    String id = pending().getFirst().id();
    society.clock().advance(Duration.ofHours(24));
    assertThat(pending()).isEmpty();
    refuses(() -> owner.answer(id, Answer.ONCE), "request-answered");
    assertThat(steps(id)).containsExactly("requested", "expired");
  }

  @Test
  void nothingGoesBeyondThoseAbove() {
    society.agent("lead", TestSociety.tools("task_*", "agent_*"));
    society.child(Optional.of("lead"), "junior", TestSociety.tools("task_*"));
    refuses(() -> call("junior", SEND, "a"), CapabilityDenied.CODE);
    assertThat(pending()).as("nobody is asked for what would not help").isEmpty();
    Principal junior = society.now("junior").principal();
    owner.give(junior, Grants.What.tools(Globs.ALL));
    refuses(() -> call("junior", SEND, "a"), CapabilityDenied.CODE);
    assertThat(call("junior", "agent_list", "a")).isEqualTo(1);
  }

  @Test
  void theTextOfACallIsForgottenWithItsRequest() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    answer(Answer.DENY);
    assertThat(
            society
                .ledger()
                .<Boolean>read(
                    tx ->
                        tx.exists(
                            "SELECT 1 FROM content WHERE subject_kind = 'request'"
                                + " AND text IS NOT NULL")))
        .isFalse();
  }

  @Test
  void anApprovedCallThatItMayMakeBySomethingElseMeanwhileIsDoneAllTheSame() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    AccessRequest approved = answer(Answer.ONCE);
    Principal coder = society.now("coder").principal();
    owner.give(coder, Grants.What.tool(SEND));

    assertThat(call("coder", SEND, "a")).isEqualTo(1);

    assertThat(society.ledger().<List<AccessRequest>>read(tx -> new RequestedCalls(tx).due()))
        .as("nothing is left that a tick would run again")
        .isEmpty();
    assertThat(steps(approved.id())).containsExactly("requested", "approved", "rerun");
  }

  @Test
  void aWorkElsewhereWhoseProcessDiesIsUnknownAndIsNotDoneAgain() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    AccessRequest approved = answer(Answer.ONCE);
    ToolCall call =
        new ToolCall(
            SEND,
            JsonObject.builder().put(ToolCall.WORDS, JsonArray.ofStrings(List.of("a"))).build(),
            "mcp",
            Optional.of("coder"),
            Optional.empty());

    // As whoever dies with the permit in its hand.
    try (Permissions.Permit _ = Permissions.permit(society.ledger(), call)) {
      assertThat(society.ledger().<List<AccessRequest>>read(tx -> new RequestedCalls(tx).due()))
          .isEmpty();
    }

    assertThat(
            society
                .ledger()
                .<Optional<String>>read(
                    tx -> new AccessRequests(tx).named(approved.id()).outcome()))
        .contains(RequestedCalls.UNKNOWN);
    refuses(() -> Permissions.permit(society.ledger(), call), CapabilityDenied.CODE);
  }

  @Test
  void aChallengeIsNeverTakenForAnOption() {
    for (int i = 0; i < 500; i++) {
      byte[] nonce =
          society
              .ledger()
              .write(
                  tx -> {
                    tx.update("DELETE FROM owner_challenge");
                    return new OwnerProof(tx).challenge();
                  });
      assertThat(Base64Url.encode(nonce)).doesNotStartWith("-");
    }
  }

  @Test
  void theOwnerHasAHundredOpenChallengesAtMostAndMoreOnceTheyAreLate() {
    for (int i = 0; i < 100; i++) {
      assertThat(challenge()).isNotEmpty();
    }
    refuses(this::challenge, "too-many-challenges");
    society.clock().advance(Duration.ofMinutes(1));
    assertThat(challenge()).isNotEmpty();
  }

  private byte[] challenge() {
    return society.ledger().write(tx -> new OwnerProof(tx).challenge());
  }

  @Test
  void anIdIsNamedByEnoughOfItOnly() {
    refuses(() -> call("coder", SEND, "a"), CapabilityDenied.CODE);
    String id = pending().getFirst().id();
    for (String beginning : List.of("", id.substring(0, 3))) {
      refuses(() -> owner.answer(beginning, Answer.ONCE), "unknown-request");
    }
    assertThat(pending()).hasSize(1);
  }
}
