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
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestSociety;

/** What the policies say of the node's data holds for every tool that shows some of it. */
class SeenDataTest {
  private static final String POLICIES =
      """
      - { name: owner, match: { principal: { is_user: true } }, effect: allow, permissions: "*" }
      - name: blind
        match: { principal: { agent: blind } }
        effect: allow
        permissions: { tools: ["*"], data: none }
      - name: clerk
        match: { principal: { agent: clerk } }
        effect: allow
        permissions: { tools: ["*"], data: restricted }
      - { name: strong, match: { principal: { agent: strong } }, effect: allow, permissions: "*" }
      - name: friends
        match: { principal: { peer: true, tags: "trust:trusted" } }
        effect: allow
        permissions: { tools: [feed, post, mail_send], data: none }
      - name: others
        match: { principal: { peer: true, tags: "trust:known" } }
        effect: allow
        permissions: { tools: [mail_send], data: none }
      """;

  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    Node node = society.ledger().node();
    node.disk().createFolders(node.home().access());
    node.writeText(node.home().access().resolve("owner.yaml"), POLICIES);
    for (String name : List.of("blind", "clerk", "strong")) {
      society.agent(name, Capabilities.ofTools(Globs.ALL));
    }
  }

  @AfterEach
  void close() {
    society.close();
  }

  private boolean may(String agent, String tool) {
    return may(society.ledger(), agent, tool);
  }

  private static boolean may(Ledger ledger, String agent, String tool) {
    ToolCall call =
        new ToolCall(tool, JsonObject.empty(), "command", Optional.of(agent), Optional.empty());
    try {
      return Permissions.<Boolean>run(ledger, call, (_, _) -> true);
    } catch (CapabilityDenied e) {
      assertThat(e.code()).isEqualTo(CapabilityDenied.BY_ACCESS);
      return false;
    }
  }

  private void claimTaskOfTrustedPeer(String agent) {
    List<String> _ =
        society.owner(
            "task_add",
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(PlannedTask.titled("look something up"))),
                        Worker.of(caller)
                            .onBehalfOf(
                                Access.decide(
                                        tx,
                                        Entities.peer(
                                            tx, TestKeys.bob().publicKey(), TrustState.TRUSTED),
                                        Access.here(tx, "offer"))
                                    .authority()),
                        Optional.empty()));
    Claim _ =
        society
            .as(agent, "task_claim", (tx, caller) -> Board.in(tx).claim(Worker.of(caller)))
            .orElseThrow();
  }

  @Test
  void eachWordShowsWhatItSaysAndNoMore() {
    for (String own : List.of("task_claim", "mail_read", "bus_put", "post")) {
      assertThat(may("blind", own)).as(own).isTrue();
    }
    for (String common : List.of("feed", "status", "search", "task_list", "bus_get")) {
      assertThat(may("blind", common)).as("%s with none", common).isFalse();
      assertThat(may("clerk", common)).as("%s with restricted", common).isTrue();
    }
    for (String own : List.of("messages", "entity_list", "event_list", "access_explain")) {
      assertThat(may("clerk", own)).as("%s with restricted", own).isFalse();
      assertThat(may("strong", own)).as("%s with full", own).isTrue();
    }
  }

  @Test
  void aToolThatNobodyHasThoughtOfIsForThoseWhoMaySeeAll() {
    assertThat(may("clerk", "something_new")).isFalse();
  }

  @Test
  void aRefusalNamesTheWordAndIsWrittenDown() {
    assertThatThrownBy(() -> society.<Boolean>as("blind", "feed", (_, _) -> true))
        .isInstanceOf(CapabilityDenied.class)
        .hasMessageContaining("data: none")
        .hasMessageContaining("feed shows what is shared");
    assertThat(
            society
                .ledger()
                .<Boolean>read(
                    tx ->
                        tx.exists("SELECT 1 FROM audit WHERE tool = 'feed' AND decision = 'deny'")))
        .isTrue();
  }

  @Test
  void whatAStrangersTaskShowsIsWhatTheStrangerMaySee() {
    assertThat(may("strong", "feed")).isTrue();
    claimTaskOfTrustedPeer("strong");

    assertThat(may("strong", "post")).as("its cause may cause that").isTrue();
    assertThat(may("strong", "feed")).as("it names feed, and shows nothing").isFalse();
  }

  @Test
  void aPeerThatIsTrustedLessSinceCausesNoMoreThanItMayToday() {
    claimTaskOfTrustedPeer("strong");
    Ledger now = society.ledger().knowing(_ -> Optional.of(TrustState.KNOWN));

    assertThat(may(now, "strong", "mail_send")).isTrue();
    assertThat(may(now, "strong", "post")).isFalse();
  }

  @Test
  void whatAGrantGaveEndsWithTheGrantWhateverWasMadeMeanwhile() {
    Principal bob = Principal.peer(TestKeys.bob().publicKey());
    Grants.Given grant =
        society
            .ledger()
            .write(
                tx ->
                    new Grants(tx)
                        .give(
                            Authority.of(Principal.OWNER, "command"),
                            Grants.To.principal(bob),
                            Grants.What.tool("share"),
                            Optional.empty(),
                            Optional.empty()));
    claimTaskOfTrustedPeer("strong");
    assertThat(may("strong", "share")).isTrue();

    society
        .ledger()
        .run(tx -> new Grants(tx).revoke(Authority.of(Principal.OWNER, "command"), grant.id()));

    assertThat(may("strong", "share")).isFalse();
    assertThat(may("strong", "post")).as("the policies still let it").isTrue();
  }

  @Test
  void listsOfToolsHideWhatThePoliciesKeepAway() {
    for (String agent : List.of("blind", "clerk", "strong")) {
      Caller caller = society.caller(agent);
      assertThat(ToolRights.isUsable(DeclaredTools.bundled(), caller, "task_claim")).isTrue();
      assertThat(ToolRights.isUsable(DeclaredTools.bundled(), caller, "feed"))
          .isEqualTo(!agent.equals("blind"));
      assertThat(ToolRights.isUsable(DeclaredTools.bundled(), caller, "messages"))
          .isEqualTo(agent.equals("strong"));
    }
  }
}
