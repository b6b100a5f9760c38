package org.sovereignbook.sbp.peer.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.maintenance.Kept.numbered;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Maintenance killed at every file operation, and run again, loses and doubles nothing. */
class MaintenanceCrashTest {
  private static final JsonObject SHORT_LOGS =
      JsonObject.builder().put("log_max_lines", 10).put("log_keep_lines", 4).build();

  @Test
  void aCrashAtAnyPointLosesAndDoublesNothing(@TempDir Path folder) {
    CrashSweep.overEveryOperation(
        folder, MaintenanceCrashTest::prepare, Kept::run, MaintenanceCrashTest::verify);
  }

  private static void prepare(TestNode node) {
    Kept kept = new Kept(node).with("maintenance_config", SHORT_LOGS);
    kept.log("session-log-archive-2026-03.md", List.of("line 0"))
        .log("session-log.md", numbered(11))
        .log("ops-log.md", numbered(12))
        .write("sent/2026-01-01/a.json", "1")
        .write("sent/2026-01-02/b.json", "2")
        .write("sent-archive/2026-01-02/b.json", "3")
        .write("inbox/processed/2026-01-01T000000Z-aaaa.json", "{}")
        .write("inbox/rejected/2026-01-01T000000Z-bbbb.json", "{}");
    node.store()
        .commit(
            new ChangeSet()
                .add(
                    ObjectStore.put(
                        ObjectStore.CONTENT_RECEIVED,
                        node.content(TestKeys.alice(), "One", "text", "trust"))));
  }

  private static void verify(TestNode node) {
    Kept kept = new Kept(node);
    assertThat(kept.everyLine("session-log.md"))
        .isEqualTo(Stream.concat(Stream.of("line 0"), numbered(11).stream()).toList());
    assertThat(kept.everyLine("ops-log.md")).isEqualTo(numbered(12));
    assertThat(kept.read("session-log.md").lines()).hasSize(4);
    assertThat(maintenanceLines(kept)).as("one line for each rotation").hasSize(2);
    assertThat(
            List.of(
                kept.read("sent-archive/2026-01-01/a.json"),
                kept.read("sent-archive/2026-01-02/b.json"),
                kept.read("sent-archive/2026-01-02/b-2.json")))
        .containsExactly("1", "3", "2");
    assertThat(kept.has("sent/2026-01-01")).isFalse();
    assertThat(kept.has("sent/2026-01-02")).isFalse();
    assertThat(node.node().disk().files(kept.path("inbox/processed"))).isEmpty();
    assertThat(node.node().disk().files(kept.path("inbox/rejected"))).isEmpty();
    assertThat(kept.read("operational/seen-hashes.json")).contains("sha256:");
    assertThat(kept.read("status.md")).startsWith("# Status").contains("content/received: 1");
  }

  private static List<String> maintenanceLines(Kept kept) {
    return Stream.of("ops-log-archive-2026-03.md", "ops-log.md")
        .flatMap(file -> kept.read(file).lines())
        .filter(line -> line.startsWith("[maintenance]"))
        .toList();
  }
}
