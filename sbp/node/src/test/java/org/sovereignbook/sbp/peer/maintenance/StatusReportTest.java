package org.sovereignbook.sbp.peer.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** The eight entries of {@code status.md} (IMPLEMENTATION §3.2, maintenance). */
class StatusReportTest {
  private Kept kept;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    kept = new Kept(TestNode.in(folder));
  }

  private StatusReport report() {
    return StatusReport.of(kept.node().node(), kept.node().store());
  }

  @Test
  void peersAreCountedByTrustState() {
    kept.node().addPeer("A", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.TRUSTED);
    kept.node().addPeer("E", TestKeys.eve(), TestNode.ALICE_ENDPOINT, TrustState.BLOCKED);
    kept.node().addPeer("N", TestKeys.named("n"), TestNode.ALICE_ENDPOINT, TrustState.TRUSTED);

    assertThat(report().peers())
        .containsEntry(TrustState.TRUSTED, 2)
        .containsEntry(TrustState.BLOCKED, 1)
        .containsEntry(TrustState.KNOWN, 0)
        .hasSize(TrustState.values().length);
  }

  @Test
  void inboxAndOutboxAreCountedBySubdirectory() {
    byte[] envelope = "{}".getBytes(StandardCharsets.UTF_8);
    kept.node().store().inbox().accept(envelope, TestClock.NOON);
    JsonObject item = JsonObject.builder().put("a", 1).build();
    kept.node()
        .store()
        .commit(
            new ChangeSet()
                .add(Outbox.put(new OutboxId(OutboxKind.REPLIES, "r"), item))
                .add(Outbox.put(new OutboxId(OutboxKind.NETWORK, "n1"), item))
                .add(Outbox.put(new OutboxId(OutboxKind.NETWORK, "n2"), item))
                .add(Outbox.fail(new OutboxId(OutboxKind.CONTENT, "c"), item)));

    assertThat(report().inbox()).isEqualTo(1);
    assertThat(report().outbox())
        .containsEntry("content", 0)
        .containsEntry("replies", 1)
        .containsEntry("endorsements", 0)
        .containsEntry("network", 2)
        .containsEntry("failed", 1);
  }

  @Test
  void contentAndEndorsementsAreCountedReceivedAndCreated() {
    kept.node()
        .store()
        .commit(
            new ChangeSet()
                .add(object(ObjectStore.CONTENT_RECEIVED, "a"))
                .add(object(ObjectStore.CONTENT_RECEIVED, "b"))
                .add(object(ObjectStore.CONTENT_CREATED, "c")));

    assertThat(report().objects())
        .containsEntry(ObjectStore.CONTENT_RECEIVED.name(), 2)
        .containsEntry(ObjectStore.CONTENT_CREATED.name(), 1)
        .containsEntry(ObjectStore.ENDORSEMENTS_RECEIVED.name(), 0)
        .containsEntry(ObjectStore.ENDORSEMENTS_CREATED.name(), 0);
  }

  @Test
  void lastRunsComeFromTheSchedulersState() {
    kept.write("scheduler-state.json", "{\"last_run\":{\"reader\":\"2026-03-17T12:00:00Z\"}}");

    assertThat(report().lastRun().get("reader")).hasToString("Optional[2026-03-17T12:00:00Z]");
    assertThat(report().lastRun().get("author")).isEmpty();
    assertThat(report().toMarkdown()).contains("- reader: 2026-03-17T12:00:00Z", "- author: never");
  }

  @Test
  void aDamagedSchedulerStateIsNoReasonToReportNothing() {
    kept.write("scheduler-state.json", "{\"last_run\"");

    assertThat(report().lastRun())
        .hasSize(6)
        .allSatisfy((name, last) -> assertThat(last).isEmpty());
  }

  @Test
  void onlyErrorsOfTheLastSevenDaysCount() {
    kept.write(
        "ops-log.md",
        """
        [delivery] 2026-03-10T12:04:59Z error: too old
        [delivery] 2026-03-10T12:05:00Z error: just in time
        [network] 2026-03-17T12:00:00Z error: today
        [network] 2026-03-17T12:00:00Z a peer said "error: x"
        [network] yesterday error: no time
        error: no component
        """);

    assertThat(report().errorsLastWeek()).isEqualTo(2);
  }

  @Test
  void errorsThatARotationMovedAwayStillCount() {
    kept.write("ops-log-archive-2026-03.md", "[a] 2026-03-12T00:00:00Z error: x\n")
        .write("ops-log.md", "[a] 2026-03-13T00:00:00Z error: y\n");

    assertThat(report().errorsLastWeek()).isEqualTo(2);
  }

  @Test
  void errorsInTheArchiveOfLastMonthCountAtTheBeginningOfAMonth() {
    kept.node().clock().set(java.time.Instant.parse("2026-04-02T00:00:00Z"));
    kept.write("ops-log-archive-2026-03.md", "[a] 2026-03-30T00:00:00Z error: x\n");

    assertThat(report().errorsLastWeek()).isEqualTo(1);
  }

  @Test
  void diskUsageIsTheSumOfAllFilesOfRuntimeHiddenOnesIncluded() {
    long before = report().runtimeBytes();
    kept.write("content/received/a.json", "x".repeat(1000)).write("drafts/.hidden", "y".repeat(24));

    assertThat(report().runtimeBytes() - before).isEqualTo(1024);
  }

  @Test
  void statusMdHoldsAllEntries() {
    kept.run();

    assertThat(kept.read("status.md"))
        .startsWith("# Status\n\nAt 2026-03-17T12:05:00Z.\n")
        .containsSubsequence(
            "## Peers",
            "- unknown: 0",
            "- known: 0",
            "- endorsed: 0",
            "- trusted: 0",
            "- blocked: 0",
            "## Inbox",
            "- waiting: 0",
            "## Outbox",
            "- content: 0",
            "- replies: 0",
            "- endorsements: 0",
            "- network: 0",
            "- failed: 0",
            "## Content and endorsements",
            "- content/received: 0",
            "- content/created: 0",
            "- endorsements/received: 0",
            "- endorsements/created: 0",
            "## Last run",
            "- maintenance: never",
            "## Errors",
            "- in the last 7 days: 0",
            "## Disk",
            " bytes");
  }

  @Test
  void theSameAsDataForPrograms() {
    JsonObject json = Shape.write(report());

    assertThat(json.members())
        .containsOnlyKeys(
            "at",
            "peers",
            "inbox",
            "outbox",
            "objects",
            "last_run",
            "errors_last_7_days",
            "runtime_bytes");
    assertThat(json.object("last_run").orElseThrow().has("reader")).isTrue();
  }

  private Change object(Keyed kind, String title) {
    return ObjectStore.put(kind, kept.node().content(TestKeys.alice(), title, "text", "t"));
  }
}
