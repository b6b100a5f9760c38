package org.sovereignbook.sbp.runtime.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;

/** What the program thinks of files in the plugin folders, before anything of them runs. */
class PluginJudgementTest {
  @TempDir Path folder;
  private PluginScene scene;

  @BeforeEach
  void emptyFolders() {
    scene = new PluginScene(folder);
  }

  private void assertBroken(String why) {
    assertThat(scene.only().state())
        .extracting(PluginState::kind)
        .isEqualTo(PluginState.Kind.BROKEN);
    assertThat(scene.only().state().why()).contains(why);
    assertThat(scene.only().manifest()).isEmpty();
    assertThatThrownBy(() -> scene.backend("echo")).isInstanceOf(PluginException.class);
  }

  private void put(byte[] bytes) throws IOException {
    Files.createDirectories(scene.bundled);
    Files.write(scene.bundled.resolve("x.jar"), bytes);
  }

  @Test
  void aBundledPluginIsOkWithoutARecord() {
    TestPlugin.llm("echo").writeTo(scene.bundled.resolve("llm-echo.jar"));

    assertThat(scene.only().state()).isEqualTo(PluginState.OK);
    assertThat(scene.only().provides()).hasToString("[llm:echo]");
  }

  @Test
  void foldersThatAreMissingHoldNothing() {
    assertThat(scene.all()).isEmpty();
  }

  @Test
  void onlyJarsAreLookedAt() throws IOException {
    Files.createDirectories(scene.node.resolve("folder.jar"));
    Files.writeString(scene.node.resolve("README.md"), "x");
    Files.write(scene.node.resolve(".hidden.jar"), TestPlugin.llm("echo").bytes());

    assertThat(scene.all()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "PK", "<html>not found</html>", "PK\u0003\u0004 and then rubbish"})
  void whatIsNoJarIsBroken(String text) throws IOException {
    put(text.getBytes(StandardCharsets.UTF_8));

    assertBroken("cannot be read as a jar");
    assertThat(scene.only().name()).isEqualTo("x.jar");
  }

  @Test
  void aJarThatWasCutShortIsBroken() throws IOException {
    byte[] whole = TestPlugin.llm("echo").bytes();
    put(java.util.Arrays.copyOf(whole, whole.length - 30));

    assertBroken("cannot be read as a jar");
  }

  @ParameterizedTest
  @CsvSource({
    "Plugin-Id, its manifest has no Plugin-Id",
    "Plugin-Version, its manifest has no Plugin-Version",
    "Sbp-Provides, Sbp-Provides: llm:NAME"
  })
  void aManifestThatLacksWhatIsNeededIsBroken(String attribute, String why) throws IOException {
    put(TestPlugin.llm("echo").without(attribute).bytes());

    assertBroken(why);
  }

  @ParameterizedTest
  @CsvSource({
    "Plugin-Id, ../../evil",
    "Plugin-Id, UPPER",
    "Plugin-Id, a b",
    "Plugin-Version, latest",
    "Sbp-Provides, echo",
    "Sbp-Provides, tool:echo",
    "Sbp-Provides, llm:",
    "Sbp-Provides, llm:../x",
    "Sbp-Provides, 'llm:a,'",
    "Sbp-Provides, llm:builtin",
    "Sbp-Provides, store:files",
    "Plugin-Requires, soon",
    "Plugin-Requires, >=1.0.0 & ",
    "Plugin-Dependencies, other",
  })
  void aManifestThatSaysWhatCannotBeIsBroken(String attribute, String value) throws IOException {
    put(TestPlugin.llm("echo").with(attribute, value).bytes());

    assertBroken("it");
  }

  @Test
  void namesThatSteerATerminalNeverLeaveTheManifest() throws IOException {
    put(TestPlugin.llm("echo").with("Plugin-Id", "\u001b[31mred\u202e").bytes());
    assertThat(scene.only().state().why()).doesNotContain("\u001b", "\u202e").contains("\\u001b");

    put(TestPlugin.llm("echo").with("Plugin-Description", "\u001b]0;title\u0007").bytes());
    assertThat(scene.only().manifest().orElseThrow().description())
        .doesNotContain("\u001b", "\u0007");
  }

  @Test
  void aHugeManifestIsNotInflatedToItsEnd() throws IOException {
    byte[] zeros = new byte[64 * 1024 * 1024];
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    try (var out = new java.util.zip.ZipOutputStream(bytes)) {
      var entry = new java.util.zip.ZipEntry("META-INF/MANIFEST.MF");
      entry.setTimeLocal(java.time.LocalDateTime.of(1980, 1, 1, 0, 0));
      out.putNextEntry(entry);
      out.write(zeros);
      out.closeEntry();
    }
    assertThat(bytes.size()).isLessThan(1024 * 1024);
    put(bytes.toByteArray());

    assertBroken("has more than " + PluginManifest.MAX_MANIFEST_BYTES + " bytes");
  }

  @Test
  void aHugeIndexIsNotInflatedToItsEnd() throws IOException {
    put(
        TestPlugin.llm("echo")
            .withEntry("META-INF/extensions.idx", new byte[8 * 1024 * 1024])
            .bytes());

    assertBroken("META-INF/extensions.idx has more than");
  }

  @Test
  void aHugeFileIsNotOpened() throws IOException {
    Files.createDirectories(scene.bundled);
    try (RandomAccessFile sparse =
        new RandomAccessFile(scene.bundled.resolve("x.jar").toFile(), "rw")) {
      sparse.setLength(PluginManifest.MAX_JAR_BYTES + 1);
    }

    assertThat(
            new PluginCatalog(LocalDisk.unsynced(), scene.folders())
                .look(Origin.BUNDLED, scene.bundled.resolve("x.jar"))
                .state()
                .why())
        .contains("has more than " + PluginManifest.MAX_JAR_BYTES);
  }

  @Test
  void anIndexThatIsMissingOrNamesNothingIsBroken() throws IOException {
    put(TestPlugin.llm("echo").withoutIndex().bytes());
    assertBroken("it has no META-INF/extensions.idx");

    put(
        TestPlugin.llm("echo")
            .withEntry("META-INF/extensions.idx", "# none\n".getBytes(StandardCharsets.UTF_8))
            .bytes());
    assertBroken("names no class");
  }

  @Test
  void anExtensionWhoseClassIsMissingIsBroken() throws IOException {
    put(TestPlugin.llm("echo").bytesWithoutClass());

    assertBroken("\"com.example.Extension\" is not in the jar");
  }

  @ParameterizedTest
  @CsvSource({
    "*, ok",
    "1.0.0, ok",
    "1, ok",
    "0.9.0, ok",
    "2.0.0, ok",
    "^2.0.0, ok",
    ">=2.0.0 & <3.0.0, ok",
    "'>=2.0.0, <3.0.0', ok",
    "=2.0.0, ok",
    "2.1.0, too new",
    "^2.0.1, too new",
    ">2.0.0, too new",
    "=2.2.0, too new",
    ">=3.0.0 & <4.0.0, too new",
    "^3.0.0, too new",
    "<2.0.0, too old",
    ">=1.0.0 & <2.0.0, too old",
    "^1.0.0, too old",
    "^0.9.0, too old",
    "=0.9.0, too old",
    ">=0.1.0 & <=0.9.0, too old",
  })
  void theRangeOfTheApiDecidesWhetherAPluginFits(String requires, String word) throws IOException {
    put(TestPlugin.llm("echo").with("Plugin-Requires", requires).bytes());

    assertThat(scene.only().state().word()).isEqualTo(word);
    if (!word.equals("ok")) {
      assertThat(scene.only().state().why()).contains(requires, ApiVersion.CURRENT.toString());
      assertThatThrownBy(() -> scene.backend("echo")).hasMessageContaining(word);
    }
  }

  @Test
  void theNodesPluginComesBeforeTheUsersBeforeTheBundledOne() {
    TestPlugin.llm("echo").version("0.1").writeTo(scene.bundled.resolve("llm-echo.jar"));
    scene.installForUser(TestPlugin.llm("echo").version("0.2"));
    assertThat(scene.all())
        .extracting(file -> file.state().word())
        .containsExactly("ok", "duplicate");

    scene.install(TestPlugin.llm("echo").version("0.3"));

    List<PluginFile> all = scene.all();
    assertThat(all).extracting(PluginFile::origin).containsExactly(Origin.values());
    assertThat(all)
        .extracting(file -> file.state().word())
        .containsExactly("ok", "duplicate", "duplicate");
    assertThat(all.get(1).state().why()).contains(all.get(0).file().toString());
  }

  @Test
  void twoFilesWithDifferentIdsThatProvideTheSameAreDuplicates() {
    TestPlugin.llm("echo").writeTo(scene.bundled.resolve("a.jar"));
    TestPlugin.llm("echo").with("Plugin-Id", "other").writeTo(scene.bundled.resolve("b.jar"));

    assertThat(scene.all())
        .extracting(file -> file.fileName() + " " + file.state().word())
        .containsExactly("a.jar ok", "b.jar duplicate");
  }

  @Test
  void inOneFolderTheInstalledFileComesBeforeOneThatWasDroppedBesideIt() {
    scene.install(TestPlugin.llm("echo"));
    TestPlugin.llm("echo").constructor("throw new Error();").writeTo(scene.node.resolve("a.jar"));

    assertThat(scene.all())
        .extracting(file -> file.fileName() + " " + file.state().word())
        .containsExactly("llm-echo.jar ok", "a.jar duplicate");
    assertThat(scene.backend("echo").name()).isEqualTo("echo");
  }

  @Test
  void aDroppedFileInTheNodeIsNotPassedOverForAnInstalledOneElsewhere() {
    scene.installForUser(TestPlugin.llm("echo"));
    TestPlugin.llm("echo").writeTo(scene.node.resolve("a.jar"));

    assertThatThrownBy(() -> scene.backend("echo")).hasMessageContaining("unknown");
  }

  @Test
  void aBrokenFileHidesNoOther() throws IOException {
    TestPlugin.llm("echo").writeTo(scene.bundled.resolve("llm-echo.jar"));
    Files.createDirectories(scene.node);
    Files.writeString(scene.node.resolve("llm-echo.jar"), "rubbish");

    assertThat(scene.backend("echo").name()).isEqualTo("echo");
    assertThat(scene.all()).extracting(file -> file.state().word()).containsExactly("broken", "ok");
  }
}
