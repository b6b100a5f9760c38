package org.sovereignbook.sbp.peer.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.maintenance.Kept.numbered;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** IMPLEMENTATION §3.2, maintenance: logs, archives, old files, indexes. */
class MaintenanceTest {
  private Kept kept;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    kept = new Kept(TestNode.in(folder));
  }

  @Test
  void aLogOfAThousandLinesStays() {
    kept.log("session-log.md", numbered(1000)).run();

    assertThat(kept.read("session-log.md").lines()).hasSize(1000);
    assertThat(kept.has("session-log-archive-2026-03.md")).isFalse();
  }

  @Test
  void aLongerLogKeepsItsNewest300LinesAndTheOthersGoToTheArchiveOfTheMonth() {
    MaintenanceResult result = kept.log("session-log.md", numbered(1001)).run();

    assertThat(kept.read("session-log.md").lines().toList())
        .isEqualTo(numbered(1001).subList(701, 1001));
    assertThat(kept.read("session-log-archive-2026-03.md").lines().toList())
        .isEqualTo(numbered(701));
    assertThat(result.archivedLines()).isEqualTo(701);
  }

  @Test
  void theOpsLogIsRotatedLikeTheSessionLog() {
    kept.log("ops-log.md", numbered(2500)).run();

    assertThat(kept.read("ops-log-archive-2026-03.md").lines()).hasSize(2200);
    assertThat(kept.everyLine("ops-log.md")).isEqualTo(numbered(2500));
  }

  @Test
  void aSecondRotationInAMonthIsAddedToTheArchive() {
    kept.log("session-log.md", numbered(1001)).run();
    kept.log("session-log.md", numbered(1001)).run();

    assertThat(kept.read("session-log-archive-2026-03.md").lines().toList())
        .isEqualTo(Collections.nCopies(2, numbered(701)).stream().flatMap(List::stream).toList());
  }

  @Test
  void theOperatorSetsTheNumbersOfLines() {
    kept.with(
            "maintenance_config",
            JsonObject.builder().put("log_max_lines", 10).put("log_keep_lines", 4).build())
        .log("session-log.md", numbered(11))
        .run();

    assertThat(kept.read("session-log.md").lines())
        .containsExactly("line 8", "line 9", "line 10", "line 11");
  }

  @Test
  void foldersOfSentOlderThan30DaysMoveToTheArchive() {
    kept.write("sent/2026-02-14/a.json", "{}").write("sent/2026-02-15/b.json", "{}").run();

    assertThat(kept.has("sent/2026-02-14")).isFalse();
    assertThat(kept.read("sent-archive/2026-02-14/a.json")).isEqualTo("{}");
    assertThat(kept.has("sent/2026-02-15/b.json")).isTrue();
  }

  @Test
  void aDayThatIsArchivedAlreadyIsMergedWithoutReplacingAnything() {
    kept.write("sent-archive/2026-01-01/a.json", "1")
        .write("sent/2026-01-01/a.json", "2")
        .write("sent/2026-01-01/a-2.json", "3")
        .run();

    assertThat(
            kept.node().node().disk().files(kept.path("sent-archive/2026-01-01")).stream()
                .map(file -> kept.node().node().readText(file).orElseThrow()))
        .containsExactlyInAnyOrder("1", "2", "3");
    assertThat(kept.has("sent/2026-01-01")).isFalse();
  }

  @Test
  void whateverElseLiesInSentStays() {
    kept.write("sent/notes/a.txt", "mine").run();

    assertThat(kept.read("sent/notes/a.txt")).isEqualTo("mine");
  }

  @Test
  void processedAndRejectedEnvelopesAreRemovedAfter30DaysByTheTimeInTheirName() {
    kept.write("inbox/processed/2026-02-15T120459Z-aaaa.json", "{}")
        .write("inbox/rejected/2026-02-15T120459Z-bbbb-2.json", "{}")
        .write("inbox/processed/2026-02-15T120500Z-cccc.json", "{}")
        .write("inbox/2025-01-01T000000Z-dddd.json", "{}");

    assertThat(kept.run().removedFiles()).isEqualTo(2);
    assertThat(kept.has("inbox/processed/2026-02-15T120500Z-cccc.json")).isTrue();
    assertThat(kept.has("inbox/2025-01-01T000000Z-dddd.json")).as("not processed yet").isTrue();
  }

  @Test
  void anEnvelopeWithANameOfItsOwnIsJudgedByItsFileTime() throws Exception {
    kept.write("inbox/processed/old.json", "{}").write("inbox/processed/new.json", "{}");
    age("inbox/processed/old.json", Duration.ofDays(31));
    age("inbox/processed/new.json", Duration.ofDays(29));

    kept.run();

    assertThat(kept.has("inbox/processed/old.json")).isFalse();
    assertThat(kept.has("inbox/processed/new.json")).isTrue();
  }

  @Test
  void moreOldEnvelopesThanOneBatchAllGo() {
    for (int i = 0; i < Maintenance.BATCH_FILES + 1; i++) {
      kept.write("inbox/processed/2026-01-01T000000Z-%04x.json".formatted(i), "{}");
    }

    assertThat(kept.run().removedFiles()).isEqualTo(Maintenance.BATCH_FILES + 1);
    assertThat(kept.node().node().disk().files(kept.path("inbox/processed"))).isEmpty();
  }

  @Test
  void temporaryFilesAreRemovedADayAfterTheCrashThatLeftThem() throws Exception {
    kept.write("inbox/.a.json.1-1.tmp", "x").write("content/.b.json.1-1.tmp", "x");
    kept.write("drafts/mine.tmp", "x");
    age("inbox/.a.json.1-1.tmp", Duration.ofHours(25));
    age("content/.b.json.1-1.tmp", Duration.ofHours(23));
    age("drafts/mine.tmp", Duration.ofDays(99));

    assertThat(kept.run().removedTemporaries()).isEqualTo(1);
    assertThat(Files.exists(kept.path("inbox/.a.json.1-1.tmp"))).isFalse();
    assertThat(Files.exists(kept.path("content/.b.json.1-1.tmp"))).isTrue();
    assertThat(kept.has("drafts/mine.tmp")).as("not one of ours").isTrue();
  }

  @Test
  void whatAFormerStoreHasLeftEndsAfterItsTime() throws Exception {
    Path runtime = kept.node().node().home().runtime();
    Path old = Files.createDirectories(runtime.resolve("store-set-aside-2026-01-17T120000Z/sent"));
    Path young = Files.createDirectories(runtime.resolve("store-set-aside-2026-03-01T120000Z"));
    Path future = Files.createDirectories(runtime.resolve("store-set-aside-2031-01-01T120000Z"));
    Path database = runtime.resolve("society/society-set-aside-2026-01-17T120000Z.db");
    Files.createDirectories(database.getParent());
    Files.writeString(database, "erased since");

    kept.run();

    assertThat(old.getParent()).doesNotExist();
    assertThat(database).doesNotExist();
    assertThat(young).exists();
    assertThat(future).as("dated anew").doesNotExist();
    assertThat(kept.read("ops-log.md")).contains("store-set-aside-2026-01-17T120000Z");
    kept.node().clock().advance(Duration.ofDays(31));
    kept.run();
    try (var left = Files.list(runtime)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .noneMatch(name -> name.startsWith("store-set-aside"));
    }
  }

  @Test
  void indexesMadeFromNothingEqualTheIncrementalOnesByteForByte() {
    JsonObject parent = kept.node().content(TestKeys.alice(), "One", "text", "trust");
    ChangeSet received = new ChangeSet().add(stored(parent));
    for (int i = 0; i < 5; i++) {
      received.add(stored(reply(parent, "Reply " + i)));
    }
    kept.node().store().commit(received);
    kept.node()
        .store()
        .commit(new ChangeSet().add(stored(reply(reply(parent, "Reply 1"), "Deep"))));
    String seen = kept.read("operational/seen-hashes.json");
    String replies = kept.read("operational/reply-index.json");

    kept.write("operational/seen-hashes.json", "{}")
        .write("operational/reply-index.json", "{\"x\":[]}");
    kept.run();

    assertThat(kept.read("operational/seen-hashes.json")).isEqualTo(seen).contains("sha256:");
    assertThat(kept.read("operational/reply-index.json")).isEqualTo(replies).contains("sha256:");
  }

  @Test
  void aDamagedObjectIsReportedAndTheRestIsDone() {
    kept.write("content/received/sha256-" + "0".repeat(64) + ".json", "not json")
        .log("session-log.md", numbered(1001));

    MaintenanceResult result = kept.run();

    assertThat(result.errors()).singleElement().asString().contains("0000.json");
    assertThat(kept.opsLog()).anyMatch(line -> line.contains("error: the indexes"));
    assertThat(kept.read("session-log.md").lines()).hasSize(300);
    assertThat(kept.read("status.md")).contains("in the last 7 days: 1");
  }

  @Test
  void aRunThatFindsNothingOldStillReportsAndIsNotIdle() {
    MaintenanceResult result = kept.run();

    assertThat(result.idle()).isFalse();
    assertThat(result.summary()).isEqualTo("indexes rebuilt, status.md written");
    assertThat(kept.opsLog()).isEmpty();
  }

  private void age(String name, Duration age) throws Exception {
    Files.setLastModifiedTime(kept.path(name), FileTime.from(TestClock.NOON.minus(age)));
  }

  private static Change stored(JsonObject content) {
    return ObjectStore.put(ObjectStore.CONTENT_RECEIVED, content);
  }

  private JsonObject reply(JsonObject parent, String title) {
    return Signing.sign(
        Content.build(
            TestKeys.alice().publicKey(),
            title,
            "text",
            List.of("trust"),
            Optional.of(ContentHash.of(parent)),
            kept.node().node().now()),
        TestKeys.alice(),
        "author_key");
  }
}
