package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
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

/** The owner's answer comes when what it was about is over; a grant ends within a call. */
class LateApprovalTest {
  private static final JsonObject WORDS =
      JsonObject.builder().put(ToolCall.WORDS, JsonArray.ofStrings(List.of("post"))).build();
  private static final ToolCall POST =
      new ToolCall("post", WORDS, "command", Optional.of("worker"), Optional.empty());

  @TempDir Path folder;
  private TestSociety society;
  private Ledger ledger;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    society.agent("worker", Capabilities.ofTools(Globs.ALL));
    ledger = society.ledger().knowing(_ -> Optional.of(TrustState.KNOWN));
  }

  @AfterEach
  void close() {
    society.close();
  }

  private Claim claimedOfPeer() {
    List<String> _ =
        society.owner(
            "task_add",
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(PlannedTask.titled("for a peer"))),
                        Worker.of(caller)
                            .onBehalfOf(TestOwner.causedByPeer(tx, TrustState.KNOWN, "offer")),
                        Optional.empty()));
    return society
        .as("worker", "task_claim", (tx, caller) -> Board.in(tx).claim(Worker.of(caller)))
        .orElseThrow();
  }

  /** The call is refused, and its request waits. */
  private String asked() {
    assertThatThrownBy(() -> Permissions.run(ledger, POST, (_, _) -> true))
        .isInstanceOf(CapabilityDenied.class);
    return TestOwner.pending(ledger).getFirst().id();
  }

  /** For whom the call is made, once it may be. */
  private boolean isForPeer() {
    Authority made = Permissions.run(ledger, POST, (_, caller) -> caller.authority());
    return Access.beneficiaries(made).contains(TestOwner.PEER);
  }

  private void isApprovedLateAndStillThePeers(String request) {
    var _ = TestOwner.answer(ledger, request, AccessRequests.Answer.ONCE);
    assertThat(isForPeer()).as("the approved call").isTrue();
    assertThat(isForPeer()).as("the next one, which is the worker's own").isFalse();
  }

  @Test
  void aCallApprovedAfterItsTaskWasGivenBackIsStillThePeersWhoHadCausedIt() {
    Claim claim = claimedOfPeer();
    String request = asked();
    boolean _ =
        society.<Boolean>as(
            "worker",
            "task_release",
            (tx, caller) -> {
              Board.in(tx).release(claim.task(), claim.fence(), Worker.of(caller));
              return true;
            });

    isApprovedLateAndStillThePeers(request);
  }

  @Test
  void whatIsInItsHandsIsToldAsTheReasonForWhichAToolIsWithheld() {
    Agent worker = society.now("worker");
    assertThat(ledger.<Optional<String>>read(tx -> ToolRights.withheld(tx, worker, "post")))
        .isEmpty();
    Claim _ = claimedOfPeer();
    assertThat(ledger.<Optional<String>>read(tx -> ToolRights.withheld(tx, worker, "post")))
        .isPresent();
    assertThat(ledger.<Optional<String>>read(tx -> ToolRights.withheld(tx, worker, "task_submit")))
        .as("what deals with the thing itself")
        .isEmpty();
  }

  @Test
  void whatItShowsIsAReasonToWithholdAToolThatTheCauseMayUse() {
    new TestOwner(society)
        .policies(
            """
            - name: owners
              effect: allow
              match: { principal: { is_user: true } }
              permissions: "*"
            - name: agents
              effect: allow
              match: { principal: { agent: true } }
              permissions: "*"
            - name: peers
              effect: allow
              match: { principal: { peer: true, tags: "trust:known" } }
              permissions: { tools: ["task_*"], data: none }
              priority: 90
            """);
    Agent worker = society.now("worker");
    Claim _ = claimedOfPeer();
    assertThat(
            ledger
                .<Optional<String>>read(tx -> ToolRights.withheld(tx, worker, "task_list"))
                .orElseThrow())
        .startsWith("what comes of its cause, peer:")
        .endsWith(", may see less than it shows");
    assertThat(ledger.<Optional<String>>read(tx -> ToolRights.withheld(tx, worker, "task_show")))
        .isEmpty();
  }

  @Test
  void aCallApprovedAfterItsTaskWasHandedInIsStillThePeersWhoHadCausedIt() {
    Claim claim = claimedOfPeer();
    String request = asked();
    boolean _ =
        society.as(
            "worker",
            "task_submit",
            (tx, caller) ->
                Board.in(tx)
                    .submit(claim.task(), claim.fence(), "so", List.of(), Worker.of(caller)));

    isApprovedLateAndStillThePeers(request);
  }

  @Test
  void aCallApprovedAfterItsMailWasHandledIsStillThePeersWhoHadCausedIt() {
    Mail sent =
        society.owner(
            "mail_send",
            (tx, caller) ->
                Sending.message("worker", "please post it")
                    .send(
                        tx,
                        caller.onBehalfOf(
                            tx, List.of(TestOwner.causedByPeer(tx, TrustState.KNOWN, "mail")))));
    Mail _ =
        society.as("worker", "mail_read", (tx, caller) -> Mailboxes.read(tx, caller, sent.id()));
    String request = asked();
    boolean _ =
        society.as(
            "worker",
            "mail_ack",
            (tx, caller) -> Mailboxes.acknowledge(tx, caller, sent.id(), Optional.empty()));

    isApprovedLateAndStillThePeers(request);
  }

  @Test
  void aCallUnderWayIsRefusedRightBeforeItsEffectWhenItsGrantWasRevoked() {
    society.agent("coder", TestSociety.tools("task_*"));
    Principal coder = society.now("coder").principal();
    Grants.Given grant = new TestOwner(society).give(coder, Grants.What.tool("post"));
    revokedUnderWay("coder", grant.id());
  }

  @Test
  void theSameHoldsForAGrantThatLiftsWhatAPeerHasCaused() {
    Claim _ = claimedOfPeer();
    String request = asked();
    AccessRequest answered = TestOwner.answer(ledger, request, AccessRequests.Answer.ALWAYS);
    // The one call that was asked about is approved by itself.
    assertThat(isForPeer()).isTrue();

    revokedUnderWay("worker", answered.grant().orElseThrow());
  }

  private void revokedUnderWay(String agent, String grant) {
    ToolCall call =
        new ToolCall("post", JsonObject.empty(), "command", Optional.of(agent), Optional.empty());
    try (Permissions.Permit permit = Permissions.permit(ledger, call)) {
      permit.confirm();
      Grants.Given _ = new TestOwner(society).revoke(grant);

      assertThatThrownBy(permit::confirm).isInstanceOf(CapabilityDenied.class);
    }
    List<String> newest =
        ledger.read(
            tx ->
                tx.list(
                    "SELECT tool || ' ' || decision FROM audit WHERE tool IN ('post', 'grant')"
                        + " ORDER BY seq DESC",
                    row -> row.text(1)));
    assertThat(newest).containsSubsequence("post deny", "grant revoked", "post allow");
  }
}
