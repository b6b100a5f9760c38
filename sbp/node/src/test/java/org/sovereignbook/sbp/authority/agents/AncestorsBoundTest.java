package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.testing.TestSociety;

/** No agent does what the agents above it may not, nor after their rights have ended. */
class AncestorsBoundTest {
  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    Capabilities all = Capabilities.ofTools(Globs.ALL);
    society.agent("lead", all);
    society.agent("other", all);
    society.child(Optional.of("lead"), "coder", all);
    society.child(Optional.of("coder"), "helper", all);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private void policies(String more) throws IOException {
    Path access =
        Files.createDirectories(society.node().node().home().root().resolve("runtime/access"));
    Files.writeString(
        access.resolve("owner.yaml"),
        "- { name: all, effect: allow, permissions: \"*\" }\n" + more);
    society.clock().advance(Duration.ofSeconds(2));
  }

  private boolean may(String agent, String tool) {
    try {
      return society.<Boolean>as(agent, tool, (_, _) -> true);
    } catch (CapabilityDenied e) {
      assertThat(e.code()).isEqualTo(CapabilityDenied.BY_ACCESS);
      return false;
    }
  }

  private long requests() {
    return society.ledger().<Long>read(tx -> tx.number("SELECT COUNT(*) FROM access_request"));
  }

  @Test
  void whatAPolicyDeniesAnAgentItDeniesAllBelowIt() throws IOException {
    policies("");
    assertThat(may("helper", "post")).isTrue();
    policies("- { name: no-lead, match: { principal: { agent: lead } }, effect: deny }\n");
    assertThat(may("lead", "post")).isFalse();
    assertThat(may("coder", "post")).isFalse();
    assertThat(may("helper", "post")).isFalse();
    assertThat(may("other", "post")).isTrue();
  }

  @Test
  void aCeilingOfAnAgentIsThatOfAllBelowItAndNobodyIsAskedToLiftIt() throws IOException {
    policies(
        """
        - name: lead-only-tasks
          match: { principal: { agent: lead } }
          effect: allow
          permissions: { tools: { allow: ["task_*"], deny: ["*"] } }
        """);
    assertThat(may("helper", "task_add")).isTrue();
    assertThatThrownBy(() -> society.as("helper", "post", (_, _) -> true))
        .hasMessageContaining("helper may not use post here")
        .hasMessageContaining("lead, which is above it");
    assertThat(requests()).isZero();
  }

  @Test
  void whatComesOfAnAgentCarriesTheBoundsOfThoseAboveIt() throws IOException {
    policies(
        """
        - name: lead-little
          match: { principal: { agent: lead } }
          effect: allow
          permissions: { tools: { allow: ["task_*"], deny: ["*"] }, data: none }
        """);
    assertThat(society.caller("helper").authority().limits().toString()).contains("task_*");
    assertThat(may("helper", "task_list")).as("shows shared data").isFalse();
  }

  private Tokens.Issued token(Optional<String> issuer, String agent, Duration life) {
    Permissions.Work<Tokens.Issued> work =
        (tx, caller) ->
            Tokens.issue(tx, caller, Agents.named(tx, agent), Globs.ALL, Optional.of(life));
    return issuer.isPresent()
        ? society.with(issuer.get(), "agent_token", work)
        : society.owner("agent_token", work);
  }

  private boolean isGood(Tokens.Issued token) {
    try {
      return society.<Boolean>with(token.secret(), "task_add", (_, _) -> true);
    } catch (CapabilityDenied e) {
      assertThat(e.code()).isEqualTo(CapabilityDenied.UNAUTHORIZED);
      return false;
    }
  }

  private void revokeAll(String agent) {
    boolean _ =
        society.owner(
            "agent_token",
            (tx, caller) -> {
              Tokens.revokeAll(tx, caller, Agents.named(tx, agent));
              return true;
            });
  }

  @Test
  void withAnAgentsTokensEndsWhatTheyIssuedDownTheTree() {
    Tokens.Issued lead = token(Optional.empty(), "lead", Duration.ofHours(2));
    Tokens.Issued coder = token(Optional.of(lead.secret()), "coder", Duration.ofHours(1));
    Tokens.Issued helper = token(Optional.of(coder.secret()), "helper", Duration.ofHours(1));
    Tokens.Issued byOwner = token(Optional.empty(), "helper", Duration.ofHours(1));
    assertThat(isGood(helper)).isTrue();

    revokeAll("lead");

    assertThat(isGood(lead)).isFalse();
    assertThat(isGood(coder)).isFalse();
    assertThat(isGood(helper)).isFalse();
    assertThat(isGood(byOwner)).as("issued by nobody below").isTrue();
  }

  @Test
  void oneRevokedTokenEndsWhatItIssuedAndNothingElse() {
    Tokens.Issued one = token(Optional.empty(), "lead", Duration.ofHours(2));
    Tokens.Issued other = token(Optional.empty(), "lead", Duration.ofHours(2));
    Tokens.Issued ofOne = token(Optional.of(one.secret()), "coder", Duration.ofHours(1));
    Tokens.Issued ofOther = token(Optional.of(other.secret()), "coder", Duration.ofHours(1));

    Tokens.Token _ =
        society.owner(
            "agent_token",
            (tx, caller) -> Tokens.revoke(tx, caller, Agents.named(tx, "lead"), one.token().id()));

    assertThat(isGood(ofOne)).isFalse();
    assertThat(isGood(ofOther)).isTrue();
  }

  @Test
  void tokensOfWhichOnlyTheIssuingAgentIsKnownEndToo() {
    Tokens.Issued coder =
        society.as(
            "lead",
            "agent_token",
            (tx, caller) ->
                Tokens.issue(tx, caller, Agents.named(tx, "coder"), Globs.ALL, Optional.empty()));
    Tokens.Issued helper =
        society.as(
            "coder",
            "agent_token",
            (tx, caller) ->
                Tokens.issue(tx, caller, Agents.named(tx, "helper"), Globs.ALL, Optional.empty()));
    revokeAll("lead");
    assertThat(isGood(coder)).isFalse();
    assertThat(isGood(helper)).isFalse();
  }

  @Test
  void aDeactivatedAgentsTokensEndWithAllThatTheyIssued() {
    Tokens.Issued lead = token(Optional.empty(), "lead", Duration.ofHours(2));
    Tokens.Issued coder = token(Optional.of(lead.secret()), "coder", Duration.ofHours(1));
    boolean _ =
        society.owner(
            "agent_deactivate",
            (tx, caller) -> {
              Agent _ = Lifecycle.deactivate(tx, caller, Agents.named(tx, "lead"), "test");
              Agent _ = Lifecycle.reactivate(tx, caller, Agents.named(tx, "lead"), "test");
              return true;
            });
    assertThat(isGood(coder)).isFalse();
  }

  @Test
  void noTokenOutlivesTheOneThatIssuedIt() {
    Tokens.Issued lead = token(Optional.empty(), "lead", Duration.ofHours(1));
    society.clock().advance(Duration.ofMinutes(30));
    Tokens.Issued coder = token(Optional.of(lead.secret()), "coder", Duration.ofDays(30));
    assertThat(coder.token().expiresAt()).isEqualTo(lead.token().expiresAt());
    society.clock().advance(Duration.ofMinutes(31));
    assertThat(isGood(coder)).isFalse();
  }
}
