package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** The check of the index of search, and its remedy. */
class MemoryIndexCheckTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE recall_passage SET terms = '1:nothing'",
        "DELETE FROM recall_passage",
        "INSERT INTO recall_passage (id, text, terms) VALUES (99000000, 'x', 'x')"
      })
  void doctorFindsADriftedIndexAndItsRemedyMendsIt(String harm, @TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    CliTest cli = CliTest.in(node.home().root());
    assertThat(cli.run("memory", "add", "releases are cut on Tuesdays").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(check(cli).string("verdict")).contains("pass");
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(tx -> tx.update(harm));
    }

    JsonObject drifted = check(cli);

    assertThat(drifted.string("verdict")).contains("fail");
    assertThat(drifted.string("remedy")).contains("sbp memory verify --search");
    CliTest.Ran mended = cli.run("memory", "verify", "--search");
    assertThat(mended.out()).contains("indexed again");
    assertThat(check(cli).string("verdict")).contains("pass");
    assertThat(cli.run("memory", "search", "tuesday").out()).contains("releases are cut");
  }

  @Test
  void anAgentMendsNothing(@TempDir Path folder) {
    CliTest cli = CliTest.in(TestNode.in(folder).home().root());
    assertThat(cli.run("agent", "register", "ada").exit()).isEqualTo(ExitCode.DONE);

    assertThat(cli.run("memory", "verify", "--search", "--as", "ada").exit())
        .isEqualTo(ExitCode.REFUSED);
  }

  private static JsonObject check(CliTest cli) {
    return cli.run("doctor", "--json").json().array("checks").orElseThrow().objects().stream()
        .filter(check -> check.string("check").equals(Optional.of("memory")))
        .findFirst()
        .orElseThrow();
  }
}
