package org.sovereignbook.sbp.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.channels.SocietyChannels.call;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.Roster;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** Tools that an agent is shown by its proof of identity, while its rights change. */
class McpChannelTest {
  private static final String STATUS = call("status", "{}");

  private SocietyChannels it;

  @BeforeEach
  void open(@TempDir Path folder) {
    it = new SocietyChannels(folder);
    it.agent("coder", "*");
  }

  @AfterEach
  void close() {
    it.close();
  }

  @Test
  void aSuspendedAgentIsToldSoAndARemovedOneIsNobody() {
    String token = it.token("coder");
    List<String> said =
        it.overHttp(
            at -> {
              String before = it.post(at, token, "tools/call", "status", STATUS);
              it.owner("agent", "suspend", "coder");
              String suspended = it.post(at, token, "tools/call", "status", STATUS);
              it.owner("agent", "activate", "coder");
              String again = it.post(at, token, "tools/call", "status", STATUS);
              it.owner("agent", "deactivate", "coder");
              String gone = it.post(at, token, "tools/call", "status", STATUS);
              return List.of(before, suspended, again, gone);
            });
    assertThat(said.get(0)).contains("structuredContent").doesNotContain("isError");
    assertThat(said.get(1)).contains("capability_denied", "coder is suspended", "\"isError\":true");
    assertThat(said.get(2)).contains("structuredContent").doesNotContain("isError");
    assertThat(said.get(3)).contains("a bearer token is needed");
    assertThat(it.trail())
        .containsSubsequence(
            "status allow agent:coder mcp",
            "status deny agent:coder mcp",
            "status allow agent:coder mcp",
            "mcp deny agent:coder mcp");
  }

  @Test
  void aToolThatWasRefusedOftenEndsForItsConnectionAndTheOthersGoOn() {
    it.node().configure(JsonObject.empty());
    it.agent("worker", "task_*,mail_*");
    String token = it.token("worker");
    List<String> said = new ArrayList<>();
    it.<Boolean>overHttp(
        at -> {
          for (int i = 0; i < 7; i++) {
            String put = "{\"key\":\"k%d\",\"value\":\"v\"}".formatted(i);
            said.add(it.post(at, token, "tools/call", "bus_put", call("bus_put", put)));
          }
          said.add(it.post(at, token, "tools/call", "mail_list", call("mail_list", "{}")));
          it.ledger()
              .run(
                  tx -> {
                    Agent worker = Agents.named(tx, "worker");
                    Globs tools = worker.declared().tools().plus(Globs.of("bus_put"));
                    Agent _ =
                        Roster.declare(tx, Caller.system(), worker, Capabilities.ofTools(tools));
                  });
          String put = "{\"key\":\"k\",\"value\":\"v\"}";
          said.add(it.post(at, token, "tools/call", "bus_put", call("bus_put", put)));
          return true;
        });
    assertThat(said.subList(0, 5)).allMatch(text -> text.contains("capability_denied"));
    assertThat(said.subList(5, 7))
        .allSatisfy(
            text -> assertThat(text).contains("refused_too_often", "5 calls of bus_put", "hints"));
    assertThat(said.get(7)).contains("structuredContent").doesNotContain("isError");
    assertThat(said.get(8)).as("allowed since").doesNotContain("isError");
    assertThat(it.trail().stream().filter(row -> row.startsWith("bus_put deny"))).hasSize(5);
  }

  @Test
  void theChannelsOfOthersAreNotForWhoeverSaysSo() {
    it.policies(
        """
        - { name: node, match: { principal: { is_user: true } }, effect: allow, permissions: "*" }
        - name: hooks
          match: { principal: { agent: true }, conditions: [{ channel: [hook, team, mcp] }] }
          effect: allow
          permissions: "*"
        """);
    String token = it.token("coder");
    for (String channel : List.of("hook", "team", "mcp")) {
      assertThat(
              it.run(
                      Map.of("SBP_AGENT_TOKEN", token, "SBP_CHANNEL", channel),
                      "",
                      "task",
                      "add",
                      "x")
                  .exit())
          .isEqualTo(ExitCode.REFUSED);
    }
    assertThat(it.trail())
        .endsWith(
            "task_add deny agent:coder command",
            "task_add deny agent:coder command",
            "task_add deny agent:coder command");
  }

  @Test
  void whoIsAHookStaysOneWhateverItSays() {
    String token = it.token("coder");
    String began =
        "INSERT INTO hook_run (id, hook, event_id, is_gate, state, depth, created_ms, calls,"
            + " input_tokens, output_tokens, principal, authority_id, agent)"
            + " SELECT 'r', 'h', 'e', 0, 'started', 0, 0, 0, 0, 0, 'owner', ?, id FROM agent"
            + " WHERE name = 'coder'";
    assertThat(
            it.ledger()
                .<Integer>write(
                    tx -> tx.update(began, tx.keep(Authority.of(Principal.OWNER, "command")))))
        .isEqualTo(1);
    for (String channel : List.of("", "command", "mcp", "team", "hook")) {
      assertThat(
              it.run(
                      Map.of("SBP_AGENT_TOKEN", token, "SBP_CHANNEL", channel),
                      "",
                      "task",
                      "add",
                      "x")
                  .exit())
          .isEqualTo(ExitCode.DONE);
    }
    assertThat(it.trail().subList(it.trail().size() - 5, it.trail().size()))
        .containsOnly("task_add allow agent:coder hook");
  }
}
