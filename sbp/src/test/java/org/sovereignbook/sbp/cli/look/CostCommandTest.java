package org.sovereignbook.sbp.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class CostCommandTest {
  private static final String ALICE = "peer:" + TestKeys.alice().publicKey();
  private static final String KNOWN =
      ",\"input_tokens\":100,\"output_tokens\":101,\"cost_usd\":0.2";

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

  private void settledFor(String day, String usage, String causes) {
    settled(day, "reader", "claude", usage);
    int end = ledger.indexOf("}", ledger.lastIndexOf("\"reserved\""));
    ledger.insert(end, ",\"causes\":{%s}".formatted(causes));
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
  void modelsAreToldByDayAndBesideTheLimitsWhatCountsTowardsThem() {
    settled("2026-03-17", "reader", "claude", ",\"model\":\"m1\"" + KNOWN);
    settled("2026-03-17", "author", "claude", ",\"model\":\"m1\"" + KNOWN);
    settled("2026-03-17", "reader", "claude", ",\"model\":\"m2\"");
    reserved("2026-03-17", "reader", "exec");
    CliTest.Ran _ = CliTest.in(folder).run("config", "set", "llm.daily_cost_limit", "7");

    JsonObject json = cost("--json").json();
    assertThat(json.array("models").orElseThrow().objects())
        .extracting(
            one ->
                one.string("model").orElseThrow()
                    + " "
                    + one.string("backend").orElseThrow()
                    + " "
                    + one.integer("calls").orElseThrow())
        .containsExactly(" exec 1", "m1 claude 2", "m2 claude 1");
    assertThat(json.object("limits").orElseThrow().number("cost_usd")).hasValue(7);
    assertThat(json.object("bound").orElseThrow().number("cost_usd")).hasValue(2.4);
    assertThat(cost().out()).contains("today towards the limits: up to 2.4 of 7 USD");
  }

  @Test
  void statusSaysTheSpendingOfTodayAsCostDoesAndTheBoundOnlyBesideALimit() {
    String known = ",\"model\":\"m\",\"input_tokens\":100,\"output_tokens\":20,\"cost_usd\":0.21";
    settled("2026-03-17", "reader", "claude", known);
    settled("2026-03-17", "reader", "claude", ",\"model\":\"m\"");

    assertThat(cost().lines().getLast()).contains("120+ tokens");
    assertThat(CliTest.in(folder).run("status").out())
        .contains("120+ tokens, 0.21 USD and 1 call unknown")
        .doesNotContain("9120");
    JsonObject llm = CliTest.in(folder).run("status", "--json").json().object("llm").orElseThrow();
    assertThat(llm.object("today").orElseThrow().integer("tokens"))
        .as("what counts towards limits")
        .hasValue(9_120);
    assertThat(llm.object("spent").orElseThrow().integer("tokens")).hasValue(120);
    CliTest.Ran _ = CliTest.in(folder).run("config", "set", "llm.daily_token_limit", "20000");
    assertThat(CliTest.in(folder).run("status").out())
        .contains("; towards the limits up to 9120 of 20000 tokens");
  }

  @Test
  void ofTodayItIsToldForWhomTheCallsWereMadeEachByItsPart() {
    Peer _ = node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    settledFor("2026-03-16", KNOWN, "\"webhook:ci\":1000");
    settledFor("2026-03-17", KNOWN, "\"%s\":750,\"webhook:ci\":250".formatted(ALICE));
    settledFor("2026-03-17", KNOWN, "\"%s\":1000".formatted(ALICE));
    settled("2026-03-17", "author", "claude", KNOWN);
    settledFor("2026-03-17", "", "\"webhook:ci\":1000");

    assertThat(cost().lines().stream().map(line -> line.replaceAll(" +", " ")))
        .endsWith(
            "",
            "TODAY FOR CALLS TOKENS COST",
            "peer:Alice 2 352 0.35 USD",
            "this node 1 201 0.2 USD",
            "webhook:ci 2 51+ 0.05 USD and 1 call unknown");
    List<JsonObject> today = cost("--json").json().array("today").orElseThrow().objects();
    assertThat(today)
        .extracting(one -> one.string("principal").orElseThrow())
        .containsExactly(ALICE, "system", "webhook:ci");
    assertThat(today.getFirst().string("who")).contains("peer:Alice");
    assertThat(today.getFirst().number("cost_usd")).hasValue(0.35);
  }

  @Test
  void ofManyThoseWhoCausedMostAreShown() {
    for (int i = 0; i < 25; i++) {
      settledFor("2026-03-17", ",\"cost_usd\":" + (i + 1), "\"webhook:w%d\":1000".formatted(i));
    }

    assertThat(cost().out())
        .contains("webhook:w24", "webhook:w5 ", "and 5 more:  sbp cost --json")
        .doesNotContain("webhook:w4 ");
    assertThat(cost("--json").json().array("today").orElseThrow().values()).hasSize(25);
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
