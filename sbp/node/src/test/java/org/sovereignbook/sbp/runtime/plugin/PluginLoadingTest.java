package org.sovereignbook.sbp.runtime.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;

/**
 * A plugin that somebody asks for: what is loaded, and what an attacker or a bug can do to that.
 */
class PluginLoadingTest {
  @TempDir Path folder;
  private PluginScene scene;

  @BeforeEach
  void emptyFolders() {
    scene = new PluginScene(folder);
  }

  private Path installed() {
    return scene.node.resolve("llm-echo.jar");
  }

  private static List<String> hints(Throwable refused) {
    return ((PluginException) refused).hints();
  }

  @Test
  void anInstalledPluginIsLoadedByAClassLoaderOfItsOwn() {
    scene.install(TestPlugin.llm("echo"));

    LlmBackend backend = scene.backend("echo");

    assertThat(backend.description()).isEqualTo("says echo");
    assertThat(backend.getClass().getClassLoader()).isNotEqualTo(getClass().getClassLoader());
  }

  @Test
  void itIsLoadedOnceAProcess() {
    scene.install(TestPlugin.llm("echo"));
    Extensions extensions = scene.extensions();

    assertThat(extensions.backend("echo").getClass())
        .isSameAs(extensions.backend("echo").getClass())
        .isNotSameAs(scene.backend("echo").getClass());
  }

  @Test
  void theProgramsOwnNeedsNoFolder() {
    Extensions none =
        new Extensions(
            null,
            () -> {
              throw new AssertionError("no folder is looked for");
            },
            new LoadedPlugins());

    assertThat(none.backend("builtin")).isInstanceOf(BuiltinBackend.class);
    assertThat(none.store("files").name()).isEqualTo("files");
  }

  @Test
  void aNameThatNobodyProvidesIsAnswered() {
    scene.install(TestPlugin.llm("echo"));

    assertThatThrownBy(() -> scene.backend("oracle\u001b"))
        .isInstanceOf(PluginException.class)
        .hasMessageContaining("\"oracle\\u001b\"")
        .hasMessageContaining("llm.backend is one of: builtin, echo")
        .satisfies(e -> assertThat(hints(e)).anyMatch(hint -> hint.contains("sbp plugin list")));
    assertThatThrownBy(() -> scene.extensions().store("echo"))
        .hasMessageContaining("store.backend is one of: files");
  }

  @Test
  void aFileThatNobodyInstalledIsRefusedWithTheCommandThatAcceptsIt() {
    TestPlugin.llm("echo").writeTo(installed());

    assertThatThrownBy(() -> scene.backend("echo"))
        .hasMessageContaining("unknown")
        .satisfies(
            e -> assertThat(hints(e)).anyMatch(h -> h.endsWith("plugin install " + installed())));

    scene.install(installed());
    assertThat(scene.backend("echo").name()).isEqualTo("echo");
  }

  @Test
  void aFileThatChangedIsRefusedWithBothHashesAndTheCommandThatAcceptsIt() {
    scene.install(TestPlugin.llm("echo"));
    String before = scene.only().hash().orElseThrow().toString();
    TestPlugin.llm("echo").constructor("throw new Error(\"evil\");").writeTo(installed());
    String after = scene.only().hash().orElseThrow().toString();

    assertThat(before).isNotEqualTo(after);
    assertThatThrownBy(() -> scene.backend("echo"))
        .hasMessageContaining("changed")
        .hasMessageContaining(before)
        .hasMessageContaining(after)
        .satisfies(
            e -> assertThat(hints(e)).anyMatch(h -> h.endsWith("plugin install " + installed())));
  }

  @Test
  void aFeatureOfAPluginMustBeOneThatTheOwnerCanSwitchOff() {
    String source =
        """
        package com.example;
        public class Extension implements org.sovereignbook.sbp.node.Feature {
          public String name() { return "tides"; }
          public String title() { return "tides"; }
          public boolean isOptional() { return %s; }
        }
        """;
    List<String> problems = new ArrayList<>();
    scene.install(TestPlugin.of("feature", "tides", source.formatted("true")));
    assertThat(scene.extensions().features(problems::add).find("tides")).isPresent();

    scene.install(TestPlugin.of("feature", "tides", source.formatted("false")).version("1.0.1"));
    assertThat(scene.extensions().features(problems::add).find("tides")).isEmpty();
    assertThat(problems)
        .singleElement()
        .satisfies(line -> assertThat(line).contains("feature-tides", "cannot be switched off"));
  }

  @Test
  void oneByteIsEnough() throws IOException {
    scene.install(TestPlugin.llm("echo"));
    byte[] bytes = Files.readAllBytes(installed());
    bytes[bytes.length / 2] ^= 1;
    Files.write(installed(), bytes);

    assertThat(scene.only().state().word()).isIn("changed", "broken");
    assertThatThrownBy(() -> scene.backend("echo")).isInstanceOf(PluginException.class);
  }

  @Test
  void aFileThatChangesBetweenTheLookAndTheLoadingIsNotLoaded() {
    scene.install(TestPlugin.llm("echo"));
    byte[] evil = TestPlugin.llm("echo").constructor("throw new Error(\"evil\");").bytes();
    ChangingDisk disk = new ChangingDisk(installed(), evil);

    for (int reads = 0; reads < 4; reads++) {
      disk.afterReads(reads);
      try {
        assertThat(scene.on(disk).backend("echo").description()).isEqualTo("says echo");
      } catch (PluginException e) {
        assertThat(e).hasMessageNotContaining("evil");
      }
    }
    assertThat(disk.changes()).isGreaterThan(1);
  }

  @Test
  void whatIsLoadedIsAPrivateCopyThatLaterChangesDoNotReach() throws Exception {
    scene.install(TestPlugin.llm("echo").members("public static class Late {}"));
    LlmBackend backend = scene.backend("echo");

    Files.write(installed(), new byte[] {1, 2, 3});

    assertThat(backend.getClass().getClassLoader().loadClass("com.example.Extension$Late"))
        .isNotNull();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(scene.copies)))
        .isEqualTo("rwx------");
  }

  @Test
  void aCopyThatSomebodyChangedIsMadeAgain() throws IOException {
    scene.install(TestPlugin.llm("echo"));
    LlmBackend _ = scene.backend("echo");
    try (var copies = Files.list(scene.copies)) {
      Path copy = copies.findFirst().orElseThrow();
      TestPlugin.llm("echo").constructor("throw new Error(\"evil\");").writeTo(copy);
    }

    assertThat(scene.backend("echo").description()).isEqualTo("says echo");
  }

  @Test
  void aFolderForCopiesThatCannotBeMadeIsReplacedByATemporaryOne() throws IOException {
    Files.createDirectories(folder.resolve("cache"));
    Files.writeString(scene.copies, "a file where the folder should be");

    scene.install(TestPlugin.llm("echo"));

    assertThat(scene.backend("echo").name()).isEqualTo("echo");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "throw new IllegalStateException(\"boom\"); | boom",
        "throw new StackOverflowError(\"deep\"); | deep",
        "throw new NoClassDefFoundError(\"com/google/Gson\"); | com/google/Gson",
        "throw new AssertionError(\"never\"); | never",
        "throw new IllegalStateException(\"\\u001b[31m\"); | \\u001b",
      })
  void aConstructorThatThrowsIsNamedAndNothingElse(String code, String said) {
    scene.install(TestPlugin.llm("echo").constructor("if (name() != null) { " + code + " }"));

    assertThatThrownBy(() -> scene.backend("echo"))
        .isInstanceOf(PluginException.class)
        .hasMessageContaining("plugin llm-echo is broken")
        .hasMessageContaining(said)
        .hasMessageNotContaining("\u001b")
        .satisfies(
            e -> assertThat(hints(e)).anyMatch(h -> h.contains("sbp plugin remove llm-echo.jar")));
  }

  @Test
  void aStaticInitialiserThatFailsIsNamed() {
    scene.install(TestPlugin.llm("echo").members("static final int X = Integer.parseInt(\"x\");"));

    assertThatThrownBy(() -> scene.backend("echo"))
        .hasMessageContaining("NumberFormatException")
        .isInstanceOf(PluginException.class);
  }

  @Test
  void anExtensionThatIsCalledOtherwiseThanTheManifestSaysIsBroken() {
    scene.install(TestPlugin.llm("echo").called("ego"));

    assertThatThrownBy(() -> scene.backend("echo"))
        .hasMessageContaining("promises llm:echo, but brings [ego]");
  }

  @Test
  void anExtensionOfAnotherKindIsBroken() {
    scene.install(TestPlugin.llm("echo").with("Sbp-Provides", "store:echo"));

    assertThatThrownBy(() -> scene.extensions().store("echo"))
        .hasMessageContaining("promises store:echo, but brings none");
  }

  @Test
  void aPluginMayProvideSeveral() {
    scene.install(TestPlugin.llm("echo").with("Sbp-Provides", "llm:echo, llm:second"));

    assertThat(scene.backend("echo").name()).isEqualTo("echo");
    assertThatThrownBy(() -> scene.backend("second")).hasMessageContaining("brings [echo]");
  }

  @Test
  void theClassPathOfTheManifestBringsNothingIn() throws IOException {
    Path beside = folder.resolve("beside.jar");
    Map<String, byte[]> helper =
        TestPlugin.compile("com.example.Helper", "package com.example; public class Helper {}");
    Files.write(
        beside,
        TestPlugin.llm("x")
            .withEntry("com/example/Helper.class", helper.get("com/example/Helper.class"))
            .bytes());
    scene.install(
        TestPlugin.llm("echo")
            .with("Class-Path", beside.toUri().toString())
            .constructor(
                "try { Class.forName(\"com.example.Helper\"); }"
                    + " catch (ClassNotFoundException e) { throw new RuntimeException(e); }"));

    assertThatThrownBy(() -> scene.backend("echo")).hasMessageContaining("com.example.Helper");
  }

  @Test
  void itsResourcesAreFoundInTheJar() throws IOException {
    scene.install(
        TestPlugin.llm("echo")
            .withEntry("com/example/a b%.txt", "here".getBytes(StandardCharsets.UTF_8)));

    LlmBackend backend = scene.backend("echo");

    try (var in = backend.getClass().getResourceAsStream("a b%.txt")) {
      assertThat(in).asInstanceOf(InstanceOfAssertFactories.INPUT_STREAM).hasContent("here");
    }
    assertThat(backend.getClass().getResource("nowhere.txt")).isNull();
  }

  @Test
  void aCopyOfTheProgramInThePluginIsNotUsed() throws Exception {
    String theirs = "org/sovereignbook/sbp/model/llm/LlmAnswer.class";
    scene.install(TestPlugin.llm("echo").withEntry(theirs, new byte[] {1, 2, 3}));

    assertThat(
            scene
                .backend("echo")
                .getClass()
                .getClassLoader()
                .loadClass("org.sovereignbook.sbp.model.llm.LlmAnswer"))
        .isSameAs(org.sovereignbook.sbp.model.llm.LlmAnswer.class);
  }
}
