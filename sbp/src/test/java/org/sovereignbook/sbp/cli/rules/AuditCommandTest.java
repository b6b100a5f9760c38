package org.sovereignbook.sbp.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

class AuditCommandTest {
  @TempDir Path files;
  private TestNode node;
  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = TestNode.in(folder);
    cli = CliTest.in(folder);
  }

  private void refuse() {
    cli.run("agent", "register", "coder", "--tools", "task_*");
    assertThat(cli.run("bus", "put", "a", "b", "--as", "coder").exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void aNodeWithoutASocietyHasNoDecisionsAndAllOfThemAreIntact() {
    assertThat(cli.run("audit").out()).contains("no such decisions");
    assertThat(cli.run("audit", "verify").exit()).isEqualTo(ExitCode.DONE);
    assertThat(node.home().society()).doesNotExist();
  }

  @Test
  void aRefusalIsFoundByWhomAndWhat() {
    refuse();
    assertThat(cli.run("audit", "list", "--for", "coder", "--decision", "deny").out())
        .contains("deny", "coder", "bus_put", "has no tool");
    assertThat(cli.run("audit", "list", "--tool", "task_claim").out()).contains("no such");
    long refused =
        cli.run("audit", "list", "--tool", "bus_put", "--json")
            .json()
            .array("decisions")
            .orElseThrow()
            .values()
            .size();
    assertThat(refused).isEqualTo(1);
    assertThat(cli.run("audit", "show", "999").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(cli.run("audit", "show", "1").out()).contains("decision", "chain", "own:0:1");
    assertThat(cli.run("audit", "show", "1").out())
        .containsPattern("matched +owner-full-access")
        .doesNotContain("values=");
  }

  private static final Set<String> OF_A_DECISION =
      Set.of(
          "sender_identifier",
          "peer_kind",
          "principal_id",
          "kind",
          "name",
          "relationship",
          "evaluated",
          "matched",
          "effect",
          "reason",
          "tools",
          "tools_denied",
          "credentials",
          "data",
          "persona",
          "session");

  private void policies() throws IOException {
    Path folder = node.home().access();
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("owner.yaml"),
        """
        - name: owner
          match: {principal: {is_user: true}}
          effect: allow
          permissions: "*"
          session: {persona: atlas, key: main}
        - name: helpers
          match: {principal: {agent: "*"}}
          effect: allow
          permissions:
            tools: {allow: [task_*], deny: [task_cancel]}
            credentials: [github]
            data: restricted
          session: {persona: atlas, key: "work:{principal.name}"}
        """);
  }

  @Test
  void aRefusedAgentsRowSaysAllThatTheDecisionRestedOnOnScreenAndInFiles() throws IOException {
    policies();
    cli.run("agent", "register", "coder", "--tools", "task_*");
    String id = cli.run("agent", "show", "coder", "--json").json().string("agent_id").orElseThrow();
    cli.run("entity", "add", "Coder", "--relationship", "helper", "--identity", "agent:" + id);
    assertThat(cli.run("task", "cancel", "t", "--as", "coder").exit()).isEqualTo(ExitCode.REFUSED);
    JsonObject row =
        (JsonObject)
            cli.run("audit", "list", "--tool", "task_cancel", "--json")
                .json()
                .array("decisions")
                .orElseThrow()
                .values()
                .getFirst();
    String number = Long.toString(row.integer("seq").orElseThrow());

    JsonObject detail =
        cli.run("audit", "show", number, "--json").json().object("detail").orElseThrow();
    assertThat(detail.members().keySet()).containsAll(OF_A_DECISION);
    assertThat(detail.string("sender_identifier")).contains(id);
    assertThat(detail.string("relationship")).contains("helper");
    assertThat(detail.string("persona")).contains("atlas");
    assertThat(detail.string("session")).contains("agent:atlas:work:Coder");
    assertThat(detail.array("tools_denied").orElseThrow().strings().orElseThrow())
        .containsExactly("task_cancel");
    assertThat(cli.run("audit", "show", number).out())
        .containsPattern("tools_denied +task_cancel")
        .containsPattern("took +\\d+ µs");
    Path file = files.resolve("decisions.jsonl");
    cli.run("audit", "export", "--tool", "task_cancel", file.toString());
    assertThat(Files.readString(file)).contains("\"detail\":" + JsonWriter.compact(detail));
  }

  @Test
  void whatSomebodyChangedInTheDatabaseIsFound() {
    refuse();
    assertThat(cli.run("audit", "verify").out()).contains("intact");
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(tx -> tx.update("UPDATE audit SET decision = 'allow'"));
    }
    CliTest.Ran found = cli.run("audit", "verify");
    assertThat(found.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(found.out()).contains("altered", "own:0:");
  }

  @Test
  void anExportHoldsEveryDecisionAndOverwritesNothing() throws IOException {
    refuse();
    Path file = files.resolve("decisions.jsonl");
    assertThat(cli.run("audit", "export", file.toString()).exit()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file)).contains("\"bus_put\"", "\"deny\"", "\"hash\"");
    assertThat(cli.run("audit", "export", file.toString()).exit()).isEqualTo(ExitCode.REFUSED);
  }
}
