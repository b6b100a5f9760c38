package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestOwner;
import org.sovereignbook.sbp.testing.TestSociety;

/** Why a tool is refused, and whether the owner could give it. */
class ToolRightsTest {
  @TempDir Path folder;
  private TestSociety society;
  private TestOwner owner;
  private Ledger ledger;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    owner = new TestOwner(society);
    ledger = society.ledger().knowing(_ -> Optional.of(TrustState.KNOWN));
    society.agent("lead", TestSociety.tools("task_*", "post", "memory_*", "agent_*"));
    society.child(Optional.of("lead"), "junior", TestSociety.tools("task_*", "post"));
  }

  @AfterEach
  void close() {
    society.close();
  }

  private Caller caller(String name) {
    return society.caller(name);
  }

  private static Caller with(Caller caller, Authority... causes) {
    return new Caller(
        caller.principal(),
        caller.authority(),
        caller.agent(),
        caller.capabilities(),
        caller.work(),
        caller.token(),
        caller.decision(),
        List.of(causes));
  }

  private Authority cause(TrustState trust) {
    return ledger.<Authority>read(tx -> TestOwner.causedByPeer(tx, trust, "mail"));
  }

  private CapabilityDenied refused(Caller caller, String tool) {
    return ledger.read(
        tx ->
            catchThrowableOfType(
                CapabilityDenied.class, () -> ToolRights.require(tx, caller, tool)));
  }

  private boolean mayNow(Caller caller, String tool) {
    return ledger.<Boolean>read(tx -> ToolRights.mayNow(tx, caller, tool));
  }

  private static Optional<Principal> lacking(CapabilityDenied denied) {
    return denied.lacking().map(Authority::principal);
  }

  @Test
  void whatIsAllowedIsAllowedAndWhatIsNotIsNot() {
    assertThat(mayNow(caller("lead"), "task_list")).isTrue();
    assertThat(mayNow(caller("lead"), "mail_send")).isFalse();
    assertThat(mayNow(Caller.owner("command"), "mail_send")).isTrue();
  }

  @Test
  void theOwnerIsAskedForAToolThatAnAgentLacksUnlessThatWouldNotHelp() {
    assertThat(lacking(refused(caller("lead"), "mail_send"))).contains(caller("lead").principal());
    assertThat(lacking(refused(caller("junior"), "memory_search")))
        .as("those above it have it")
        .contains(caller("junior").principal());
    assertThat(lacking(refused(caller("junior"), "mail_send")))
        .as("those above it have not")
        .isEmpty();
    owner.policies("- { name: nobody, effect: deny }");
    assertThat(lacking(refused(caller("lead"), "mail_send"))).as("a policy denies").isEmpty();
  }

  @Test
  void theOwnerIsAskedForAToolThatNoPolicyGivesUnlessThatWouldNotHelp() {
    owner.policies(
        """
        - name: juniors
          effect: allow
          match: { principal: { agent: junior } }
          permissions: "*"
          priority: 90
        - name: leads
          effect: allow
          match: { principal: { agent: lead } }
          permissions: { tools: { allow: ["task_*"], deny: [post] } }
          priority: 90
        """);
    CapabilityDenied leads = refused(caller("lead"), "post");
    assertThat(leads).hasMessageContaining("no policy gives lead the tool post");
    assertThat(lacking(leads)).contains(caller("lead").principal());
    CapabilityDenied juniors = refused(caller("junior"), "post");
    assertThat(juniors).hasMessageContaining("do not allow it to lead, which is above it");
    assertThat(lacking(juniors)).isEmpty();
    assertThatCode(() -> noDeny(caller("lead"), "post")).doesNotThrowAnyException();

    owner.policies("- { name: nobody, effect: deny }");
    CapabilityDenied denied = refused(caller("lead"), "post");
    assertThat(denied).hasMessageContaining("the policies deny lead everything here");
    assertThat(lacking(denied)).isEmpty();
  }

  private void noDeny(Caller caller, String tool) {
    ledger.run(tx -> ToolRights.requireNoDeny(tx, caller, tool));
  }

  @Test
  void aDenialComesBeforeEverythingElse() {
    assertThatCode(() -> noDeny(Caller.owner("command"), "post")).doesNotThrowAnyException();
    assertThatCode(() -> noDeny(with(caller("lead"), cause(TrustState.KNOWN)), "post"))
        .as("the owner could grant it to the peer")
        .doesNotThrowAnyException();
    owner.policies("- { name: nobody, effect: deny }");
    Caller peers = with(Caller.owner("command"), cause(TrustState.KNOWN));
    assertThat(catchThrowableOfType(CapabilityDenied.class, () -> noDeny(peers, "post")))
        .hasMessageContaining("cannot use post while it works on this");
    assertThatCode(() -> noDeny(peers, "task_submit"))
        .as("what deals with the thing itself")
        .doesNotThrowAnyException();
    Caller lead = caller("lead");
    assertThat(catchThrowableOfType(CapabilityDenied.class, () -> noDeny(lead, "post")))
        .hasMessageContaining("the policies deny lead everything here");
  }

  private static String peers(String data) {
    return """
    - name: peers
      effect: allow
      match: { principal: { peer: true, tags: "trust:known" } }
      permissions: { tools: ["task_*"], data: %s }
      priority: 90
    """
        .formatted(data);
  }

  @Test
  void aCauseThatAllowsNoMemoryKeepsACallWithinItsOwn() {
    Caller lead = caller("lead");
    assertThat(within(lead, "memory_search")).isSameAs(Caller.Within.ANY_MEMORY);
    assertThatCode(lead::requireBeyondOwn).doesNotThrowAnyException();
    owner.policies(peers("restricted"));
    Caller peers = with(lead, cause(TrustState.KNOWN));
    assertThat(mayNow(peers, "memory_search")).as("its own is never closed to it").isTrue();
    assertThat(within(peers, "memory_search").beyond()).isPresent();
    assertThat(within(peers, "memory_search").readsOwn()).isFalse();
    assertThat(within(peers, "task_list")).isSameAs(Caller.Within.ANY_MEMORY);
    owner.policies(peers("none"));
    Caller blind = with(lead, cause(TrustState.KNOWN));
    Caller.Within within = within(blind, "memory_search");
    assertThat(within.readsOwn()).isTrue();
    CapabilityDenied refusal = within.beyond().orElseThrow();
    assertThat(catchThrowableOfType(CapabilityDenied.class, blind.within(within)::requireBeyondOwn))
        .isSameAs(refusal);
  }

  @Test
  void memoryIsRefusedToAnAgentThatMaySeeNothing() {
    owner.policies(
        "- { name: all, effect: allow, permissions: { tools: ['*'], data: none }, priority: 90 }");
    assertThat(refused(caller("lead"), "memory_search"))
        .hasMessageContaining("lead may see nothing of the node's data here");
    assertThat(mayNow(caller("lead"), "memory_verify")).as("it shows nothing").isTrue();
  }

  @Test
  void whatAnAgentIsShownBindsIt() {
    Authority eve = cause(TrustState.KNOWN);
    Caller lead = withToken(caller("lead"));
    assertThat(lead.isBoundByOthers()).isFalse();
    assertThat(shown(lead, eve)).as("it is not the owner's connection").isFalse();
    assertThat(isNoted(lead.principal())).isTrue();
    assertThat(
            ledger.<List<Authority>>read(tx -> Access.inHand(tx, lead.principal(), lead.token())))
        .containsExactly(eve);
    assertThat(ledger.<Boolean>read(tx -> lead.onBehalfOf(tx, List.of(eve)).isBoundByOthers()))
        .isTrue();
    assertThat(shown(Caller.owner("command"), eve)).as("neither").isFalse();
    Caller owners = Caller.owner(OwnerConnection.CHANNEL);
    assertThat(shown(owners, TestOwner.AUTHORITY)).as("text of its own").isFalse();
    assertThat(shown(owners, TestOwner.AUTHORITY, eve)).isTrue();
    assertThat(isNoted(Principal.OWNER)).isTrue();
  }

  private boolean isNoted(Principal holder) {
    return ledger.<Boolean>read(tx -> !new ShownText(tx).lately(holder, 0).isEmpty());
  }

  /** Call of the agent on the owner's channel, with the agent's own token. */
  private static Caller withToken(Caller caller) {
    return new Caller(
        caller.principal(),
        Authority.of(caller.principal(), OwnerConnection.CHANNEL),
        caller.agent(),
        caller.capabilities(),
        caller.work(),
        Optional.of("a-token"),
        caller.decision(),
        List.of());
  }

  private boolean shown(Caller caller, Authority... causes) {
    ledger.run(tx -> caller.isShown(tx, "mail_read", List.of(causes)));
    return OwnerConnection.of(society.node().node()).hasShown();
  }

  private Caller.Within within(Caller caller, String tool) {
    return ledger.<Caller.Within>read(tx -> ToolRights.within(tx, caller, tool));
  }

  @Test
  void anAgentThatDoesNotWorkOrLacksAToolIsToldSo() {
    assertThat(withheld("lead", "post")).isEmpty();
    assertThat(withheld("lead", "memory_search")).isEmpty();
    assertThat(withheld("lead", "mail_send"))
        .contains("its capabilities do not hold it:  sbp agent capabilities lead");
    assertThat(withheld("junior", "memory_search"))
        .contains("its capabilities do not hold it:  sbp agent capabilities junior");
  }

  @Test
  void anAgentThatIsSuspendedIsToldSoAndThoseBelowIt() {
    Agent lead = society.now("lead");
    ledger.run(
        tx ->
            assertThat(
                    Effective.hindrance(
                        Lifecycle.suspend(tx, Caller.owner("command"), lead, "too loud")))
                .contains("lead is suspended (too loud)"));
    assertThat(withheld("lead", "post")).isPresent();
    assertThat(withheld("junior", "post").orElseThrow()).endsWith(", which is above junior");
  }

  @Test
  void anAgentThatRestsIsToldSoWithTheTime() {
    Principal _ = caller("lead").principal();
    Agent lead = society.now("lead");
    while (society.now("lead").status() == AgentStatus.ACTIVE) {
      ledger.run(tx -> Lifecycle.failed(tx, lead.id(), "refused calls"));
    }
    assertThat(withheld("lead", "post").orElseThrow())
        .endsWith(", until " + society.now("lead").restsUntil().orElseThrow());
  }

  @Test
  void whatAgentsAreIsSaidInWords() {
    assertThat(GroupRole.ADMIN).hasToString("admin");
    assertThat(Posture.EMCON).hasToString("emcon");
    assertThat(Stream.of(AgentStatus.values()).filter(AgentStatus::isEnd))
        .containsExactly(AgentStatus.DEACTIVATED, AgentStatus.REMOVED);
  }

  private Optional<String> withheld(String agent, String tool) {
    Agent now = society.now(agent);
    return ledger.<Optional<String>>read(tx -> ToolRights.withheld(tx, now, tool));
  }
}
