package org.sovereignbook.sbp.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.ForwardingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestNode;

/** How many envelopes a node remembers is decided by strangers (THREATS: replay memory). */
class DayFilesTest {
  private static final int ONE_DAY = 3 * DayFiles.RECENT_LINES + 5;

  @TempDir private Path folder;
  private TestNode node;
  private Store store;
  private Path days;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("bob"));
    store = node.store();
    days = SeenEnvelopes.ENVELOPES.in(node.home());
  }

  @Test
  void aQuietDayIsOneFileOfLines() {
    see(1, 3);

    assertThat(names()).containsExactly("2026-03-17.txt");
    assertThat(days.resolve("2026-03-17.txt")).hasContent(lines(1, 3));
  }

  @Test
  void ofManyAllAreFoundAndFewFilesAreKept() {
    for (int from = 0; from < ONE_DAY; from += 1_000) {
      see(from, Math.min(from + 1_000, ONE_DAY));
    }

    assertFound(0, ONE_DAY);
    assertThat(store.seenEnvelopes().find(hash(ONE_DAY))).isEmpty();
    assertThat(store.count(SeenEnvelopes.ENVELOPES)).isEqualTo(ONE_DAY);
    assertThat(store.entries(SeenEnvelopes.ENVELOPES)).hasSize(ONE_DAY);
    assertThat(names()).as("logarithmically many").hasSizeLessThan(5);
  }

  @Test
  void anotherProcessSeesWhatWasSortedMeanwhile() {
    see(0, 5_000);
    Store server = node.store();
    assertThat(server.seenEnvelopes().find(hash(4_999))).isPresent();
    see(5_000, 10_000);
    see(10_000, 10_001);

    for (int i : List.of(0, 4_999, 5_000, 9_999, 10_000)) {
      assertThat(server.seenEnvelopes().find(hash(i))).as("%s", i).contains(id(i));
    }
  }

  @Test
  void aTornLineIsPassedOverAndTheNextBeginsAnew() throws IOException {
    see(0, 2);
    Files.writeString(
        days.resolve("2026-03-17.txt"), hash(7).toString(), StandardOpenOption.APPEND);
    Store again = node.store();
    assertThat(again.seenEnvelopes().find(hash(1))).contains(id(1));
    assertThat(again.seenEnvelopes().find(hash(7))).isEmpty();
    see(2, 4);

    assertFound(0, 4);
  }

  @Test
  void aDayThatIsOverIsForgottenByDeletingItsFilesEvenOnAFullDisk() throws IOException {
    see(0, 5_000);
    see(5_000, 5_001);
    node.clock().advance(Duration.ofDays(1));
    see(6_000, 6_001);
    for (Path file : node.node().disk().files(days)) {
      if (!file.getFileName().toString().startsWith("2026-03-18")) {
        Files.writeString(file, "what nobody could read \u0000");
      }
    }
    node.clock().advance(Duration.ofDays(1));
    assertThat(new ClockWatch(node.node()).look()).isEmpty();
    node.clock().advance(Duration.ofDays(1));
    Store onFullDisk = new FileStore(node.nodeOn(new FullDisk(node.node().disk())));
    try {
      onFullDisk.commit(new ChangeSet().add(SeenEnvelopes.see(hash(1), id(1))));
    } catch (DiskException e) {
      // Nothing can be written; what is over is gone anyway.
    }

    assertThat(names()).containsExactly("2026-03-18.txt");
  }

  @Test
  void daysOfAFullDiskAreNoLeapAndWhatIsOverIsForgottenAllTheSame() {
    see(0, 1);
    ClockWatch onFullDisk = new ClockWatch(node.nodeOn(new FullDisk(node.node().disk())));

    for (int halfDay = 0; halfDay < 8; halfDay++) {
      node.clock().advance(Duration.ofHours(12));
      assertThat(onFullDisk.look()).as("after %s half days", halfDay + 1).isEmpty();
    }
    see(2, 3);

    assertThat(names()).containsExactly("2026-03-21.txt");
  }

  @Test
  void killedAnywhereWhileLinesAreSortedNoneIsLost() throws IOException {
    boolean crashed = true;
    for (int at = 0; crashed; at++) {
      crashed = false;
      for (CrashingDisk.Moment moment : CrashingDisk.Moment.values()) {
        TestNode one = TestNode.in(folder.resolve(at + moment.name()));
        Path recent = SeenEnvelopes.ENVELOPES.in(one.home()).resolve("2026-03-17.txt");
        Files.createDirectories(recent.getParent());
        Files.writeString(recent, lines(0, DayFiles.RECENT_LINES));
        Node dying = one.nodeOn(new CrashingDisk(one.node().disk(), at, moment));
        ChangeSet next = new ChangeSet().add(SeenEnvelopes.see(hash(5_000), id(5_000)));
        try {
          new FileStore(dying).commit(next);
        } catch (SimulatedCrash e) {
          crashed = true;
        }
        FileStore again = one.store();
        again.recover();
        assertThat(again.seenEnvelopes().find(hash(7))).as("%s %s", at, moment).contains(id(7));
        again.commit(next);
        assertThat(again.entries(SeenEnvelopes.ENVELOPES)).hasSize(DayFiles.RECENT_LINES + 1);
      }
    }
  }

  @Test
  void overMidnightAReplayIsKnownAndAPastDayIsOneFile() {
    see(0, 5_000);
    see(5_000, 5_500);
    node.clock().advance(Duration.ofHours(11).plusMinutes(54));
    see(5_500, 5_501);
    node.clock().advance(Duration.ofMinutes(2));
    see(5_501, 5_502);
    see(5_502, 5_503);

    assertFound(0, 5_503);
    assertThat(names()).containsExactly("2026-03-17-0002-5501.txt", "2026-03-18.txt");
  }

  @Test
  void theFileOfEarlierVersionsIsTakenOverOnce() throws IOException {
    Path former = days.resolveSibling("seen-envelopes.json");
    Files.createDirectories(former.getParent());
    try (BufferedWriter out = Files.newBufferedWriter(former)) {
      out.write("{\n");
      for (int i = 0; i < ONE_DAY; i++) {
        String end = i + 1 < ONE_DAY ? ",\n" : "\n";
        out.write(
            "  \"%s\": {\n    \"id\": \"%s\",\n    \"at\": \"2026-03-17T12:00:00Z\"\n  }%s"
                .formatted(hash(i), id(i), end));
      }
      out.write("}\n");
    }

    assertFound(0, ONE_DAY);
    assertThat(former).doesNotExist();
    see(0, 1);
    assertThat(store.count(SeenEnvelopes.ENVELOPES)).isEqualTo(ONE_DAY);
    assertThat(names()).hasSize(1);
  }

  @Test
  @Tag("attack")
  void halfAMillionAreLookedUpWithoutBeingRead() throws IOException {
    int many = 500_000;
    Files.createDirectories(days);
    List<String> sorted =
        java.util.stream.IntStream.range(0, many)
            .mapToObj(i -> "sha256:%064x ".formatted(i * 7L) + id(i))
            .toList();
    Files.write(days.resolve("2026-03-17-0001-%d.txt".formatted(many)), sorted);
    ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = memory.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 1_000; i++) {
      int one = i * 491;
      assertThat(store.seenEnvelopes().find(ContentHash.parse("sha256:%064x".formatted(one * 7L))))
          .contains(id(one));
    }
    long allocated = memory.getCurrentThreadAllocatedBytes() - before;

    assertThat(store.count(SeenEnvelopes.ENVELOPES)).isEqualTo(many);
    assertThat(allocated / 1_000).as("bytes of heap a lookup, of 48 MB").isLessThan(100_000);
  }

  /** Deletes, and writes nothing. */
  private record FullDisk(org.sovereignbook.sbp.node.Disk disk) implements ForwardingDisk {
    @Override
    public void write(Path file, byte[] bytes) {
      throw new DiskException("cannot write", file, new IOException("No space left on device"));
    }

    @Override
    public boolean create(Path file, ContentWriter content) {
      throw new DiskException("cannot create", file, new IOException("No space left on device"));
    }
  }

  private void see(int from, int to) {
    ChangeSet changes = new ChangeSet();
    for (int i = from; i < to; i++) {
      changes.add(SeenEnvelopes.see(hash(i), id(i)));
    }
    store.commit(changes);
  }

  private void assertFound(int from, int to) {
    SeenEnvelopes seen = store.seenEnvelopes();
    for (int i = from; i < to; i++) {
      assertThat(seen.find(hash(i))).as("%s", i).contains(id(i));
    }
  }

  private List<String> names() {
    return node.node().disk().files(days).stream()
        .map(file -> file.getFileName().toString())
        .toList();
  }

  private static String lines(int from, int to) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      lines.append(hash(i)).append(' ').append(id(i)).append('\n');
    }
    return lines.toString();
  }

  private static InboxId id(int number) {
    return new InboxId("2026-03-17T120500Z-%06d".formatted(number));
  }

  private static ContentHash hash(int number) {
    return ContentHash.ofBytes(Integer.toString(number).getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 400, 3_650})
  void aClockThatWasAheadForgetsNoEnvelopeThatCanBeReplayed(long days) {
    see(0, 10);
    node.clock().advance(Duration.ofDays(days));
    see(10, 11);
    node.clock().advance(Duration.ofDays(days));
    see(11, 12);
    node.clock().advance(Duration.ofDays(-2 * days));
    see(12, 13);

    assertFound(0, 10);
  }
}
