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
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.ledger.Ledger;
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

/** What is caused by somebody may do no more than that one may, in whosever hands it is. */
class AuthorityTest {
  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    society.agent("strong", Capabilities.ofTools(Globs.ALL));
    society.agent("other", Capabilities.ofTools(Globs.ALL));
  }

  @AfterEach
  void close() {
    society.close();
  }

  /** A task that a known peer has caused. */
  private void taskOfPeer() {
    List<String> _ =
        society.owner(
            "task_add",
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(PlannedTask.titled("publish the diary"))),
                        Worker.of(caller)
                            .onBehalfOf(
                                Access.decide(
                                        tx,
                                        Entities.peer(
                                            tx, TestKeys.bob().publicKey(), TrustState.KNOWN),
                                        Access.here(tx, "offer"))
                                    .authority()),
                        Optional.empty()));
  }

  private Claim claim(String agent) {
    return society
        .as(agent, "task_claim", (tx, caller) -> Board.in(tx).claim(Worker.of(caller)))
        .orElseThrow();
  }

  private boolean may(String agent, String tool) {
    try {
      return society.<Boolean>as(agent, tool, (_, _) -> true);
    } catch (CapabilityDenied e) {
      assertThat(e.code()).isEqualTo(CapabilityDenied.BY_ACCESS);
      return false;
    }
  }

  private long rows() {
    return society
        .ledger()
        .read(tx -> tx.first("SELECT COUNT(*) FROM audit", row -> row.number(1)))
        .orElseThrow();
  }

  @Test
  void aStrangersTaskIsDoneWithTheStrangersRightsWhoeverClaimsIt() {
    assertThat(may("strong", "post")).isTrue();
    taskOfPeer();
    Claim claim = claim("strong");
    long before = rows();

    assertThat(may("strong", "post")).isFalse();
    assertThat(may("strong", "bus_put")).isFalse();
    assertThat(may("strong", "agent_register")).isFalse();
    assertThat(may("strong", "task_show")).isTrue();
    assertThat(rows() - before).isGreaterThanOrEqualTo(4);
    assertThat(may("other", "post")).isTrue();

    boolean _ =
        society.as(
            "strong",
            "task_complete",
            (tx, caller) ->
                Board.in(tx)
                    .submit(claim.task(), claim.fence(), "no", List.of(), Worker.of(caller)));
    assertThat(may("strong", "post")).isTrue();
  }

  @Test
  void whatIsMadeOfAStrangersTaskIsTheStrangersToo() {
    taskOfPeer();
    Claim claim = claim("strong");
    List<String> made =
        society.as(
            "strong",
            "task_add",
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(PlannedTask.titled("post it"))),
                        Worker.of(caller),
                        Optional.empty()));
    assertThat(claim("other").task()).isEqualTo(made.getFirst()).isNotEqualTo(claim.task());

    assertThat(may("other", "post")).isFalse();
    assertThat(may("other", "mail_send")).isTrue();
  }

  @Test
  void aRefusalNamesWhatIsInHandAndForWhomItWasMade() {
    taskOfPeer();
    claim("strong");
    List<String> made =
        society.as(
            "strong",
            "task_add",
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(PlannedTask.titled("post it"))),
                        Worker.of(caller),
                        Optional.empty()));
    claim("other");

    assertThatThrownBy(() -> society.<Boolean>as("other", "post", (_, _) -> true))
        .hasMessageContaining("task " + made.getFirst())
        .hasMessageContaining("on behalf of peer:" + TestKeys.bob().publicKey());
  }

  @Test
  void aPeerThatIsBlockedSinceCausesNothingMore() {
    taskOfPeer();
    claim("strong");
    assertThat(may("strong", "mail_send")).isTrue();
    Ledger now = society.ledger().knowing(_ -> Optional.of(TrustState.BLOCKED));

    assertThatThrownBy(
            () ->
                Permissions.run(
                    now,
                    new ToolCall(
                        "mail_send",
                        JsonObject.empty(),
                        "command",
                        Optional.of("strong"),
                        Optional.empty()),
                    (_, _) -> true))
        .isInstanceOf(CapabilityDenied.class)
        .hasMessageContaining("is blocked");
  }

  @Test
  void aNarrowManagerHandsOnWorkThatAWorkerMayDo() {
    society.agent("manager", TestSociety.tools("task_*"));
    List<String> _ =
        society.as(
            "manager",
            "task_add",
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(PlannedTask.titled("post it"))),
                        Worker.of(caller),
                        Optional.empty()));
    claim("strong");

    assertThat(may("strong", "post")).isTrue();
  }

  @Test
  void aPolicyHoldsFromTheNextCallOnAndABrokenFileChangesNothing() {
    Node node = society.ledger().node();
    Path file = node.home().access().resolve("owner.yaml");
    node.writeText(
        file,
        """
        - { name: all, effect: allow, permissions: "*" }
        - name: no-posts
          match: { principal: { agent: strong } }
          effect: allow
          permissions: { tools: { deny: post } }
        """);
    assertThat(may("strong", "post")).isFalse();
    assertThat(may("strong", "task_list")).isTrue();
    assertThat(may("other", "post")).isTrue();

    node.writeText(file, "- { name: all, effect: allow, permissions: '*'");
    assertThat(may("strong", "post")).isFalse();

    node.writeText(file, "- { name: all, effect: allow, permissions: '*' }");
    assertThat(may("strong", "post")).isTrue();
  }
}
