package org.sovereignbook.sbp.store.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.NodeCollections;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp backup} and {@code sbp restore}. */
class BackupTest {
  @TempDir private Path folder;
  private Node node;
  private Path file;

  @BeforeEach
  void makeNode() throws IOException {
    TestNode made = TestNode.in(folder.resolve("node"));
    node = made.node();
    MigrationTest.fill(made);
    file = folder.resolve("backups/one.zip");
    node.writeText(node.home().ethos(), "# Ethos\n");
    node.disk().createFolders(node.home().scripts());
    Path script = Files.writeString(node.home().scripts().resolve("own"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));
    Files.createSymbolicLink(node.home().runtime().resolve("link"), Path.of("ethos.md"));
  }

  private BackupManifest backup(boolean withKeys) {
    try (Store store = SecondStore.stores().open(node)) {
      return new Backup(node, store, NodeCollections.ALL)
          .into(file, withKeys, Backup.Addition.NONE, _ -> {});
    }
  }

  private Node restored(String name) {
    Node target =
        new Node(
            new NodeHome(folder.resolve(name)), LocalDisk.unsynced(), node.clock(), node.random());
    BackupManifest _ = new Restore(target, NodeCollections.ALL).from(new BackupArchive(file));
    return target;
  }

  private static Map<String, String> files(Node of) throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (var paths = Files.walk(of.home().root())) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        found.put(
            of.home().root().relativize(path).toString(),
            Files.readString(path, StandardCharsets.ISO_8859_1)
                + PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
      }
    }
    found.keySet().removeIf(name -> name.endsWith(".lock"));
    return found;
  }

  @Test
  void theFoldersOfARestoredNodeAreItsOwnersAlone() throws IOException {
    backup(true);

    try (var paths = Files.walk(restored("again").home().root())) {
      assertThat(paths.filter(Files::isDirectory).toList())
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .isEqualTo("rwx------"));
    }
  }

  @Test
  void whatIsRestoredIsTheNodeFileByFile() throws IOException {
    backup(true);

    Node again = restored("again");

    assertThat(files(again)).isEqualTo(files(node));
    assertThat(Files.readSymbolicLink(again.home().runtime().resolve("link")))
        .isEqualTo(Path.of("ethos.md"));
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(file.getParent()).isDirectoryNotContaining("glob:**/.sbp-*");
  }

  @Test
  void theJournalOfARunningServerStaysOut() {
    node.writeText(node.home().intake().resolve("live-1-runtime~inbox.journal"), "frames");
    NodeLock lock =
        NodeLock.tryAcquire(NodeLock.server(node.home()), "serve", node.now(), "live")
            .orElseThrow();
    backup(true);
    lock.close();

    assertThat(restored("again").home().intake()).doesNotExist();
  }

  @Test
  void theKeysAreInItOnlyWhenTheyAreAskedFor() throws IOException {
    assertThat(backup(false).withKeys()).isFalse();

    Node again = restored("again");

    assertThat(again.home().keypair()).doesNotExist();
    assertThat(again.home().nextKeypair()).doesNotExist();
    assertThat(again.home().identity()).exists();
    String secret = Files.readString(node.home().keypair());
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(secret);
  }

  @Test
  void theStateOfAnotherStoreIsInItAsFiles() throws IOException {
    Map<String, String> before = files(node);
    new Migration(node, SecondStore.stores(), NodeCollections.ALL, Migration.Watcher.NONE)
        .run(SecondStore.NAME, false);

    assertThat(backup(true).store()).isEqualTo(SecondStore.NAME);
    Node again = restored("again");

    assertThat(Stores.backend(again)).isEqualTo("files");
    Map<String, String> after = files(again);
    after
        .keySet()
        .removeIf(
            name ->
                (name.contains("set-aside")
                        && !name.endsWith("box-set-aside.json")
                        && !name.endsWith("run-set-aside.json"))
                    || name.contains("rendered"));
    assertThat(after.keySet()).containsAll(before.keySet());
    assertThat(after.get("runtime/peers.md")).isEqualTo(before.get("runtime/peers.md"));
  }

  @Test
  void itIsMadeWhileAServerTakesMessages() {
    try (NodeLock _ =
            NodeLock.tryAcquire(NodeLock.server(node.home()), "serve", node.now(), "t")
                .orElseThrow();
        Store store = SecondStore.stores().open(node)) {
      int before = store.inbox().pending().size();

      BackupManifest made =
          new Backup(node, store, NodeCollections.ALL)
              .into(
                  file,
                  false,
                  Backup.Addition.NONE,
                  _ -> store.inbox().accept(new byte[] {'x'}, node.clock().instant()));

      assertThat(new BackupArchive(file).verify().digest()).isEqualTo(made.digest());
      assertThat(store.inbox().pending()).hasSizeGreaterThan(before);
      assertThat(restored("again").home().root()).isDirectoryContaining("glob:**/runtime");
    }
  }

  @Test
  void aDamagedOrTornBackupIsRefusedAndNothingIsMade() throws IOException {
    backup(false);
    byte[] whole = Files.readAllBytes(file);
    for (int cut : new int[] {0, 10, whole.length / 2, whole.length - 1}) {
      Files.write(file, java.util.Arrays.copyOf(whole, cut));
      assertThatThrownBy(() -> restored("again")).isInstanceOf(NodeException.class);
    }
    Files.write(file, whole);
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(200);
      bytes.write(new byte[] {1, 2, 3, 4});
    }
    assertThatThrownBy(() -> restored("again"))
        .isInstanceOf(NodeException.class)
        .hasMessageContaining("no whole backup");
    assertThat(folder.resolve("again")).doesNotExist();
    assertThat(folder).isDirectoryNotContaining("glob:**/.sbp-*");
  }

  @Test
  void nothingIsWrittenOver() throws IOException {
    backup(false);
    assertThatThrownBy(() -> backup(false)).hasMessageContaining("exists");
    Files.createDirectories(folder.resolve("full/of/things"));
    assertThatThrownBy(() -> restored("full")).hasMessageContaining("not empty");
    file = node.home().root().resolve("x.zip");
    assertThatThrownBy(() -> backup(false)).hasMessageContaining("outside of it");
  }

  @Test
  void aBackupThatLeadsOutOfTheNodeIsRefused() throws IOException {
    Path evil = folder.resolve("evil");
    Files.writeString(evil, "x");
    BackupManifest about = backup(false);
    Files.delete(file);
    TreeMap<String, Path> files = new TreeMap<>(Map.of("../../outside", evil));
    BackupManifest _ = new BackupArchive(file).write(about, files);

    assertThatThrownBy(() -> restored("again")).hasMessageContaining("leads out of the node");
    assertThat(folder.resolve("../outside")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc", "../..", "deep/../../.."})
  void aLinkThatLeadsOutOfTheNodeIsNotRestored(String to) throws IOException {
    Files.createSymbolicLink(node.home().runtime().resolve("out"), Path.of(to));
    backup(true);

    Node again = restored("again");

    assertThat(again.home().runtime().resolve("out")).doesNotExist();
    assertThat(Files.isSymbolicLink(again.home().runtime().resolve("out"))).isFalse();
    assertThat(again.home().runtime().resolve("link")).exists();
  }

  @Test
  void aLinkBehindALinkIsNotRestored() throws IOException {
    BackupManifest about = backup(false);
    Files.delete(file);
    Path work = Files.createDirectories(folder.resolve("work"));
    Path here = Files.createSymbolicLink(folder.resolve("here"), Path.of("."));
    Path up = Files.createSymbolicLink(folder.resolve("up"), Path.of("../.."));
    BackupManifest _ =
        new BackupArchive(file).write(about, new TreeMap<>(Map.of("a", here, "a/a/a", up)));

    BackupManifest read = new BackupArchive(file).extract(work, Long.MAX_VALUE);

    assertThat(read.links()).hasSize(2);
    try (var made = Files.list(work)) {
      assertThat(made).containsExactly(work.resolve("a"));
    }
  }

  @Test
  void aBackupThatNamesMoreBytesThanAreFreeIsRefusedBeforeAnyIsWritten() throws IOException {
    BackupManifest about = backup(true);

    assertThatThrownBy(
            () -> new BackupArchive(file).extract(folder.resolve("work"), about.bytes() - 1))
        .hasMessageContaining("more bytes than are free (" + (about.bytes() - 1) + ")");
    assertThat(folder.resolve("work")).doesNotExist();
  }
}
