package org.sovereignbook.sbp.runtime.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;
import org.sovereignbook.sbp.testing.CrashSweep;

class PluginInstallerTest {
  @TempDir Path folder;

  private PluginScene scene() {
    return new PluginScene(folder);
  }

  @Test
  void installingCopiesTheFileUnderItsIdAndRecordsItsHash() throws IOException {
    PluginInstaller.Installed installed = scene().install(TestPlugin.llm("echo"));

    assertThat(installed.replaced()).isEmpty();
    assertThat(scene().node).isDirectoryContaining("glob:**/llm-echo.jar");
    assertThat(Files.readString(scene().accepted))
        .contains(
            "\"file\": \"llm-echo.jar\"",
            "\"version\": \"1.0.0\"",
            "\"sha256\": \"" + installed.plugin().hash().orElseThrow().hex() + "\"");
    assertThat(scene().only()).isEqualTo(installed.plugin());
  }

  @Test
  void aNewVersionReplacesTheOldOneAndItsRecord() throws IOException {
    scene().install(TestPlugin.llm("echo"));

    PluginInstaller.Installed installed = scene().install(TestPlugin.llm("echo").version("1.1.0"));

    assertThat(installed.replaced()).map(PluginManifest::version).contains("1.0.0");
    assertThat(scene().only().manifest()).map(PluginManifest::version).contains("1.1.0");
    assertThat(Files.readString(scene().accepted)).doesNotContain("1.0.0");
  }

  @Test
  void theOldVersionIsRefusedOnceTheNewOneIsThere() throws IOException {
    scene().install(TestPlugin.llm("echo"));
    byte[] old = Files.readAllBytes(scene().node.resolve("llm-echo.jar"));
    scene().install(TestPlugin.llm("echo").version("1.1.0"));

    Files.write(scene().node.resolve("llm-echo.jar"), old);

    assertThat(scene().only().state().word()).isEqualTo("changed");
  }

  @Test
  void aFileOfTheSameIdUnderAnotherNameIsReplaced() {
    TestPlugin.llm("echo").writeTo(scene().node.resolve("some.jar"));
    scene().install(scene().node.resolve("some.jar"));
    assertThat(scene().only().fileName()).isEqualTo("some.jar");

    scene().install(TestPlugin.llm("echo").version("1.1.0"));

    assertThat(scene().only().fileName()).isEqualTo("llm-echo.jar");
    assertThat(scene().only().isOk()).isTrue();
  }

  @Test
  void installingTheSameAgainReplacesNothing() {
    scene().install(TestPlugin.llm("echo"));

    assertThat(scene().install(TestPlugin.llm("echo")).replaced()).isEmpty();
    assertThat(scene().only().isOk()).isTrue();
  }

  @Test
  void whatIsNoPluginOrDoesNotFitIsNotInstalled() throws IOException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "notes");

    assertThatThrownBy(() -> scene().install(text)).hasMessageContaining("is not installed");
    assertThatThrownBy(
            () -> scene().install(TestPlugin.llm("echo").with("Plugin-Requires", "^3.0.0")))
        .hasMessageContaining("it needs version ^3.0.0");
    assertThatThrownBy(() -> scene().install(folder.resolve("nowhere.jar")))
        .hasMessageContaining("there is no file");
    assertThat(scene().node).doesNotExist();
    assertThat(scene().copies).as("what was looked at").isEmptyDirectory();
  }

  @Test
  void whatAnotherPluginOfTheFolderProvidesIsNotInstalled() {
    scene().install(TestPlugin.llm("echo"));

    assertThatThrownBy(() -> scene().install(TestPlugin.llm("echo").with("Plugin-Id", "other")))
        .hasMessageContaining("plugin other provides what llm-echo provides already");
    assertThat(scene().only().isOk()).isTrue();
    assertThat(scene().copies.toFile().list()).hasSize(1);
  }

  @Test
  void recordsThatOthersMayWriteAcceptNothing() throws IOException {
    scene().install(TestPlugin.llm("echo"));
    Files.setPosixFilePermissions(scene().accepted, PosixFilePermissions.fromString("rw-rw-rw-"));

    assertThat(scene().only().state().word()).isEqualTo("unknown");
    assertThat(scene().extensions().catalog().problems())
        .singleElement()
        .asString()
        .contains("may be written by other users; run: chmod go-w ");
  }

  @Test
  void installingRunsNothingOfThePlugin() {
    scene()
        .install(
            TestPlugin.llm("echo").members("static { if (true) throw new Error(\"it ran\"); }"));

    assertThat(scene().only().isOk()).isTrue();
  }

  @Test
  void damagedRecordsAcceptNothingAndAreSaid() throws IOException {
    scene().install(TestPlugin.llm("echo"));
    for (String damaged : new String[] {"", "{", "[]", "{}", "{\"plugins\": 1}"}) {
      Files.writeString(scene().accepted, damaged);

      assertThat(scene().only().state().word()).as(damaged).isEqualTo("unknown");
      assertThat(scene().extensions().catalog().problems())
          .singleElement()
          .asString()
          .contains("node.json is damaged");
    }

    scene().install(TestPlugin.llm("echo"));
    assertThat(scene().only().isOk()).isTrue();
    assertThat(scene().extensions().catalog().problems()).isEmpty();
  }

  @Test
  void aRecordWhoseHashIsNoneAcceptsNothing() throws IOException {
    scene().install(TestPlugin.llm("echo"));
    Path records = scene().accepted;
    Files.writeString(
        records,
        Files.readString(records).replaceAll("\"sha256\": \"[^\"]+\"", "\"sha256\": \"\""));

    assertThat(scene().only().state().word()).isEqualTo("unknown");
  }

  @Test
  void removingTakesFileRecordAndCopy() throws IOException {
    scene().install(TestPlugin.llm("echo"));
    assertThat(scene().backend("echo").name()).isEqualTo("echo");

    new PluginInstaller(new PluginCatalog(LocalDisk.unsynced(), scene().folders()), Origin.NODE)
        .remove(scene().only());

    assertThat(scene().all()).isEmpty();
    assertThat(Files.readString(scene().accepted)).doesNotContain("echo");
    assertThat(scene().copies).isEmptyDirectory();
  }

  @Test
  void aCrashAtAnyMomentOfAReplacementLeavesAPluginThatWorks() {
    Path given = TestPlugin.llm("echo").version("1.1.0").writeTo(folder.resolve("new.jar"));
    Path first = TestPlugin.llm("echo").writeTo(folder.resolve("old.jar"));

    CrashSweep.overEveryOperation(
        folder.resolve("nodes"),
        node -> install(node.node(), first),
        node -> {
          assertThat(only(node)).extracting(file -> file.state().word()).isEqualTo("ok");
          install(node, given);
        },
        node -> {
          assertThat(only(node.node()).isOk()).isTrue();
          assertThat(only(node.node()).manifest()).map(PluginManifest::version).contains("1.1.0");
        });
  }

  private PluginFolders folders(Node node) {
    return new PluginFolders(
        Optional.of(node.home().plugins()),
        Optional.empty(),
        Optional.empty(),
        Optional.of(folder.resolve("copies")),
        Optional.of(node.home().root().resolveSibling("accepted.json")),
        Ownership.of(Map.of()),
        Optional.empty());
  }

  private void install(Node node, Path file) {
    new PluginInstaller(new PluginCatalog(node.disk(), folders(node)), Origin.NODE)
        .install(file, node.now());
  }

  private PluginFile only(Node node) {
    var all = new PluginCatalog(LocalDisk.unsynced(), folders(node)).all();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }
}
