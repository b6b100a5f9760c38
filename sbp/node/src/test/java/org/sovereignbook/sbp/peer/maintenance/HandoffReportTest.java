package org.sovereignbook.sbp.peer.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.node.ServiceAdvice;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class HandoffReportTest {
  @TempDir Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
  }

  private String written(Optional<String> services) {
    node.store()
        .commit(new ChangeSet().add(new HandoffReport(node.node(), node.store()).change(services)));
    return node.node().readText(node.home().handoffReport()).orElseThrow();
  }

  private void report(String text) {
    node.node().writeText(node.home().handoffReport(), text);
  }

  @Test
  void itTellsPeersErrorsAndWhatWasNotDone() {
    node.put(
        node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED)
            .withSubscribed(true));
    node.store()
        .commit(
            new ChangeSet()
                .add(
                    LogFile.OPS.append(
                        LogEntry.error("delivery", node.node().now(), "nobody there"))));

    assertThat(written(Optional.empty()))
        .contains(
            "# Handoff report: Bob",
            "Bootstrap: has run",
            "Peers known: 1 (1 endorsed)",
            "1 error in the last 7 days",
            "nobody there",
            "`" + ServiceAdvice.command(node.node()) + "`",
            "sbp bootstrap --spec",
            "https://bob.example.com/sbp/identity");
  }

  @Test
  void theOperatorsOwnTextAroundTheBlockStays() {
    report(
        "# Mine\n\nabove\n\n" + HandoffReport.BEGIN + "\nold\n" + HandoffReport.END + "\nbelow\n");

    String text = written(Optional.empty());

    assertThat(text)
        .startsWith("# Mine\n\nabove\n\n")
        .endsWith("\nbelow\n")
        .doesNotContain("\nold\n");
    assertThat(written(Optional.empty())).isEqualTo(text);
  }

  @Test
  void aReportWithoutTheBlockKeepsAllOfItsTextAndGetsOne() {
    report("# Mine\n\nsince 2025");

    String text = written(Optional.empty());

    assertThat(text).startsWith("# Mine\n\nsince 2025\n\n" + HandoffReport.BEGIN);
    assertThat(written(Optional.empty())).isEqualTo(text);
  }

  @Test
  void whoeverDoesNotKnowTheServicesLeavesThemAsTheyStand() {
    assertThat(written(Optional.of("`serve.service` started")))
        .contains("- Services: `serve.service` started")
        .doesNotContain("The services are not installed");
    assertThat(written(Optional.empty())).contains("- Services: `serve.service` started");
    assertThat(written(Optional.of(""))).contains("The services are not installed");
  }

  @Test
  void maintenanceWritesIt() {
    new Maintenance(node.node(), node.store()).run();

    assertThat(node.home().handoffReport()).content().contains(HandoffReport.BEGIN, "Last runs");
  }

  @Test
  void theReportOfANewNodeHasTheBlock() {
    assertThat(Resources.text("templates/HANDOFF-REPORT.md"))
        .contains(HandoffReport.BEGIN, HandoffReport.END);
  }
}
