package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Timestamp;

class LocalDiskTest {
  @TempDir private Path folder;

  private final Disk disk = new LocalDisk();

  @Test
  void writesIntoFoldersThatDoNotExistYet() {
    Path file = folder.resolve("a/b/c.txt");
    disk.write(file, bytes("x"));
    assertThat(disk.read(file)).hasValueSatisfying(b -> assertThat(b).isEqualTo(bytes("x")));
  }

  @Test
  void createsSeveralFilesEachUnderTheFirstFreeName() {
    disk.write(folder.resolve("taken"), bytes("before"));
    Iterator<Path> names =
        List.of(folder.resolve("taken"), folder.resolve("a"), folder.resolve("b")).iterator();

    List<ItemResult<Path>> created =
        disk.createAll(
            List.of(
                new Disk.NewFile(() -> folder.resolve("a"), bytes("one")),
                new Disk.NewFile(names::next, bytes("two")),
                new Disk.NewFile(() -> folder.resolve("new/c"), bytes("three"))));

    assertThat(created)
        .extracting(ItemResult::get)
        .containsExactly(folder.resolve("a"), folder.resolve("b"), folder.resolve("new/c"));
    assertThat(folder.resolve("taken")).hasContent("before");
    assertThat(folder.resolve("b")).hasContent("two");
    assertThat(disk.names(folder)).containsExactlyInAnyOrder("taken", "a", "b", "new");
  }

  @Test
  void filesThatWereCreatedWithoutASyncAreThereAndAreSyncedLater() {
    for (int many : new int[] {3, 300}) {
      Path in = folder.resolve("many-" + many);
      List<ItemResult<Path>> created =
          disk.createUnsynced(
              IntStream.range(0, many)
                  .mapToObj(i -> new Disk.NewFile(() -> in.resolve("f" + i), bytes("" + i)))
                  .toList());
      List<Path> files = new ArrayList<>(created.stream().map(ItemResult::get).toList());
      assertThat(disk.names(in)).hasSize(many);
      assertThat(in.resolve("f2")).hasContent("2");
      disk.delete(files.getFirst());
      files.add(in.resolve("never"));

      disk.sync(files);
      assertThat(in.resolve("f2")).hasContent("2");
    }
  }

  @Test
  void aWholeFileSystemIsSyncedWhereTheSystemSaysWhatItCouldNotWrite() {
    assertThat(FileSystemSync.isKnown("Linux", "5.8.0-generic")).isTrue();
    assertThat(FileSystemSync.isKnown("Linux", "6.1")).isTrue();
    assertThat(FileSystemSync.isKnown("Linux", "5.4.0")).isFalse();
    assertThat(FileSystemSync.isKnown("Linux", "")).isFalse();
    assertThat(FileSystemSync.isKnown("Mac OS X", "15.1")).isFalse();
    assertThat(FileSystemSync.open(folder.resolve("missing"))).isEmpty();
    assertThat(FileSystemSync.open(folder, _ -> Optional.empty())).isEmpty();
  }

  @Test
  void theFileSystemIsOpenFromTheBeginningToTheEndSinceItTellsOnceOfWhatItCouldNotWrite()
      throws IOException {
    assumeThat(FileSystemSync.isKnown(OperatingSystem.name(), System.getProperty("os.version")))
        .isTrue();
    Path in = Files.createDirectories(folder.resolve("in")).toRealPath();

    FileSystemSync all = FileSystemSync.open(in).orElseThrow();
    assertThat(isOpen(in)).isTrue();
    assertThat(all.isSynced()).isTrue();
    all.close();

    assertThat(isOpen(in)).isFalse();
    assertThat(all.isSynced()).isFalse();
  }

  private static boolean isOpen(Path file) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.anyMatch(one -> isOf(one, file));
    }
  }

  private static boolean isOf(Path descriptor, Path file) {
    try {
      return Files.readSymbolicLink(descriptor).equals(file);
    } catch (IOException e) {
      // Closed meanwhile.
      return false;
    }
  }

  @Test
  void bytesAreWrittenAtTheirPlaceOfAFileThatIsThere() {
    Path file = folder.resolve("new/file");
    disk.writeAt(file, 0, bytes("one two"));
    disk.writeAt(file, 4, bytes("three"));
    disk.writeAt(file, 0, bytes("ONE"));

    assertThat(file).hasContent("ONE three");
    assertThatExceptionOfType(DiskException.class)
        .isThrownBy(() -> disk.writeAt(folder.resolve("missing"), 3, bytes("x")));
    assertThat(folder.resolve("missing")).doesNotExist();
  }

  @Test
  void severalFilesAreMovedAndDeletedInOrder() {
    for (String name : List.of("a", "b", "c")) {
      disk.write(folder.resolve(name), bytes(name));
    }

    disk.removeAll(
        List.of(
            new Disk.Removal(folder.resolve("a"), Optional.of(folder.resolve("new/a"))),
            new Disk.Removal(folder.resolve("missing"), Optional.of(folder.resolve("c"))),
            new Disk.Removal(folder.resolve("missing"), Optional.empty()),
            new Disk.Removal(folder.resolve("b"), Optional.of(folder.resolve("new/a"))),
            new Disk.Removal(folder.resolve("c"), Optional.empty())));

    assertThat(disk.names(folder)).containsExactly("new");
    assertThat(folder.resolve("new/a")).hasContent("b");
  }

  @Test
  void whatAKilledProcessOfTheSameNumberHasLeftIsNoObstacle() throws IOException {
    long process = ProcessHandle.current().pid();
    Files.writeString(folder.resolve(".a.%d-1.tmp".formatted(process)), "much longer than the new");
    Files.writeString(folder.resolve(".b.%d-2.tmp".formatted(process)), "much longer than the new");

    disk.write(folder.resolve("a"), bytes("x"));
    boolean isCreated = disk.create(folder.resolve("b"), bytes("y"));

    assertThat(isCreated).isTrue();
    assertThat(folder.resolve("a")).hasContent("x");
    assertThat(folder.resolve("b")).hasContent("y");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void ofSeveralFilesOneThatCannotBeCreatedFailsAlone() {
    disk.write(folder.resolve("file"), bytes("no folder"));

    List<ItemResult<Path>> created =
        disk.createAll(
            List.of(
                new Disk.NewFile(() -> folder.resolve("a"), bytes("one")),
                new Disk.NewFile(() -> folder.resolve("x".repeat(300)), bytes("two")),
                new Disk.NewFile(() -> folder.resolve("file/b"), bytes("three")),
                new Disk.NewFile(() -> folder.resolve("c"), bytes("four"))));

    assertThat(created.get(1).failure()).containsInstanceOf(DiskException.class);
    assertThat(created.get(2).failure()).containsInstanceOf(DiskException.class);
    assertThat(created.get(3).get()).hasContent("four");
    assertThat(disk.names(folder)).containsExactlyInAnyOrder("file", "a", "c");
  }

  @Test
  void replacesAFileAsAWhole() {
    Path file = folder.resolve("f");
    disk.write(file, bytes("a longer text"));
    disk.write(file, bytes("short"));
    assertThat(file).hasContent("short");
    assertThat(disk.files(folder)).containsExactly(file);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no named pipes among the files")
  @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aNamedPipeIsRefusedAndNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("peers.md");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThatExceptionOfType(NodeException.class)
        .isThrownBy(() -> disk.read(pipe))
        .withMessageContaining("take it away: rm " + pipe);
    assertThatExceptionOfType(NodeException.class).isThrownBy(() -> disk.append(pipe, bytes("x")));
    assertThatExceptionOfType(NodeException.class)
        .isThrownBy(() -> disk.read(Path.of("/dev/zero")));
    assertThatExceptionOfType(NodeException.class)
        .isThrownBy(
            () ->
                NodeLock.tryAcquire(
                    pipe, "test", new Timestamp(Instant.parse("2026-03-17T12:00:00Z")), "t"));
    disk.write(pipe, bytes("whole"));
    assertThat(pipe).hasContent("whole");
  }

  @Test
  void aFileThatNobodyMeantToReadWholeIsRefused() throws IOException {
    Path large = folder.resolve("large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(LocalDisk.MAX_READ_BYTES + 1);
    }

    assertThatExceptionOfType(NodeException.class)
        .isThrownBy(() -> disk.read(large))
        .withMessageContaining("more than " + LocalDisk.MAX_READ_BYTES + " bytes");
  }

  @Test
  void leavesNoTemporaryFileBehind() throws IOException {
    disk.write(folder.resolve("f"), bytes("x"));
    disk.create(folder.resolve("g"), bytes("x"));
    try (var all = Files.list(folder)) {
      assertThat(all.map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrder("f", "g");
    }
  }

  @Test
  void createsAFileOnlyOnce() {
    Path file = folder.resolve("f");
    assertThat(disk.create(file, bytes("first"))).isTrue();
    assertThat(disk.create(file, bytes("second"))).isFalse();
    assertThat(file).hasContent("first");
  }

  @Test
  void keepsPrivateFilesPrivateEvenWhenItReplacesThem() throws IOException {
    Path file = folder.resolve("key");
    disk.writePrivate(file, bytes("1"));
    disk.writePrivate(file, bytes("2"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void appendsAtTheEnd() {
    Path file = folder.resolve("log");
    disk.append(file, bytes("a\n"));
    disk.append(file, bytes("b\n"));
    assertThat(file).hasContent("a\nb\n");
  }

  @Test
  void listsFilesAndFoldersApartSortedAndWithoutDotNames() throws IOException {
    disk.write(folder.resolve("b"), bytes(""));
    disk.write(folder.resolve("a"), bytes(""));
    disk.write(folder.resolve(".hidden"), bytes(""));
    Files.createDirectory(folder.resolve("d"));
    assertThat(disk.files(folder)).isEqualTo(List.of(folder.resolve("a"), folder.resolve("b")));
    assertThat(disk.folders(folder)).isEqualTo(List.of(folder.resolve("d")));
    assertThat(disk.files(folder.resolve("missing"))).isEmpty();
  }

  @Test
  void takesAMissingFileForEmpty() {
    Path missing = folder.resolve("missing");
    assertThat(disk.read(missing)).isEmpty();
    assertThat(disk.sizeBytes(missing)).isZero();
    disk.delete(missing);
  }

  @Test
  void namesThePathThatItCannotWrite() throws IOException {
    Path file = folder.resolve("f");
    Files.createDirectory(file);
    Files.createFile(file.resolve("inside"));
    assertThatExceptionOfType(DiskException.class)
        .isThrownBy(() -> disk.write(file, bytes("x")))
        .withMessageContaining(file.toString());
    try (var all = Files.list(folder)) {
      assertThat(all).containsExactly(file);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
