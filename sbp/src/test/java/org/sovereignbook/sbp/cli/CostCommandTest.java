package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.testing.TestNode;

class CostCommandTest {
  @TempDir Path folder;
  private TestNode node;
  private final StringBuilder ledger = new StringBuilder();
  private int calls;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
  }

  private void reserved(String day, String role, String backend) {
    ledger.append(
        """
        {"event":"reserved","time":"%sT10:00:00Z","component":"%s","backend":"%s","id":"%d","tokens":9000,"cost_usd":1.0}
        """
            .formatted(day, role, backend, ++calls));
  }

  private void settled(String day, String role, String backend, String usage) {
    reserved(day, role, backend);
    ledger.append(
        """
        {"event":"settled","time":"%sT10:01:00Z","component":"%s","backend":"%s","id":"%d","outcome":"answered"%s}
        """
            .formatted(day, role, backend, calls, usage));
  }

  private CliTest.Ran cost(String... options) {
    node.node().writeText(node.home().llmLedger(), ledger.toString());
    String[] words = new String[options.length + 1];
    words[0] = "cost";
    System.arraycopy(options, 0, words, 1, options.length);
    return CliTest.in(folder).run(words);
  }

  @Test
  void itIsToldByDayRoleAndBackendAndWhatIsUnknownIsNoZero() {
    String known = ",\"model\":\"m\",\"input_tokens\":100,\"output_tokens\":20,\"cost_usd\":0.21";
    settled("2026-03-17", "reader", "claude", known);
    settled("2026-03-17", "reader", "claude", known);
    settled("2026-03-17", "reader", "claude", ",\"model\":\"m\"");
    settled("2026-03-17", "author", "exec", ",\"model\":\"m\"");
    settled(
        "2026-03-16", "reader", "openai", ",\"input_tokens\":5,\"output_tokens\":5,\"cost_usd\":0");
    settled("2026-03-01", "reader", "claude", known);

    CliTest.Ran ran = cost();

    assertThat(ran.lines().stream().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "DAY ROLE BACKEND CALLS TOKENS COST",
            "2026-03-16 reader openai 1 10 0 USD",
            "2026-03-17 author exec 1 unknown unknown",
            "2026-03-17 reader claude 3 240+ 0.42 USD and 1 call unknown",
            "5 calls, 250+ tokens, 0.42 USD and 2 calls unknown in the last 7 days");
    JsonObject json = cost("--json").json();
    JsonObject exec = json.array("rows").orElseThrow().objects().get(1);
    assertThat(exec.has("cost_usd")).as("unknown, not 0").isFalse();
    assertThat(exec.integer("unknown_cost")).hasValue(1);
    assertThat(json.object("total").orElseThrow().number("cost_usd")).hasValue(0.42);
    assertThat(cost("--days", "30", "--json").json().array("rows").orElseThrow().objects())
        .hasSize(4);
  }

  @Test
  void aCallThatNeverEndedIsUnknownAndOneThatWasNotMadeIsNone() {
    reserved("2026-03-17", "reader", "claude");
    assertThat(cost().out()).contains("unknown");

    ledger.append(
        """
        {"event":"settled","time":"2026-03-17T10:01:00Z","component":"reader","backend":"claude","id":"1","outcome":"setup"}
        """);
    assertThat(cost().out()).isEqualTo("no model was asked in the last 7 days\n");
  }

  @Test
  void olderLinesAreFoundInTheArchives() {
    settled("2026-02-20", "reader", "claude", ",\"cost_usd\":0.5");
    node.node().writeText(node.home().llmLedgerArchive("2026-02"), ledger.toString());
    ledger.setLength(0);

    assertThat(cost("--days", "60").out()).contains("2026-02-20", "0.5 USD");
    assertThat(cost("--days", "0").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }
}
