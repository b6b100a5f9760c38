package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.SqliteLedgerProvider;
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

  @Test
  void whatSomebodyChangedInTheDatabaseIsFound() {
    refuse();
    assertThat(cli.run("audit", "verify").out()).contains("intact");
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.write(tx -> tx.sql().update("UPDATE audit SET decision = 'allow'"));
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
