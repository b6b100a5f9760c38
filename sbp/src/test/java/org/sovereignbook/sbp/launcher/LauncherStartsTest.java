package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherStartsTest {
  @TempDir Path folder;

  private Installation installed() throws Exception {
    Installation sbp = Installation.installed(folder.toRealPath());
    sbp.fakeJdk("jdk-25", "25.0.3");
    return sbp;
  }

  @Test
  void theExitCodeOfTheProgramIsTheExitCodeOfTheLauncher() throws Exception {
    assertThat(installed().launch("status").exitCode()).isEqualTo(42);
  }

  @Test
  void argumentsArriveUnchanged() throws Exception {
    Launch launch = installed().launch("send", "a b", "", "*", "$HOME", "-x=\"y\"", "'");

    assertThat(launch.words()).endsWith("send", "a b", "", "*", "$HOME", "-x=\"y\"", "'");
  }

  @Test
  void itStartsFromPathsWithSpacesAndThroughLinks() throws Exception {
    Installation sbp = Installation.installed(folder.toRealPath().resolve("my  own $HOME"));
    sbp.fakeJdk("jdk 25", "25.0.3");
    Files.createSymbolicLink(folder.resolve("absolute"), sbp.script());
    Files.createSymbolicLink(folder.resolve("relative link"), Path.of("absolute"));

    Launch launch = sbp.launch(Path.of("relative link"), "status");

    assertThat(launch.words())
        .containsSequence("-cp", sbp.jar().toString(), Installation.MAIN, "status");
    assertThat(launch.output()).contains("SBP=" + sbp.script() + "\n");
    assertThat(sbp.cacheFiles()).hasSize(2);
  }

  @Test
  void itTellsItsChildrenWhereItIs() throws Exception {
    Installation sbp = installed();

    assertThat(sbp.launch().output()).contains("SBP=" + sbp.script() + "\n");
  }

  @Test
  void anEmptyEnvironmentAsCronGivesItIsEnough() throws Exception {
    Launch launch = installed().withEmptyEnvironment().launch("tick");

    assertThat(launch.words()).endsWith("tick");
    assertThat(launch.errors()).isEmpty();
  }

  @Test
  void textIsUtf8WhereTheEnvironmentSaysNothingElse() throws Exception {
    Installation sbp = installed();

    assertThat(sbp.launch("send").output()).contains("LC=,C.UTF-8\n");
    assertThat(sbp.set("LANG", "en_US.UTF-8").launch("send").output()).contains("LC=,C.UTF-8\n");
    assertThat(sbp.set("LC_ALL", "C").launch("send").output()).contains("LC=C.UTF-8,\n");
    assertThat(sbp.set("LC_ALL", "de_DE.ISO-8859-1").launch("send").output())
        .contains("LC=de_DE.ISO-8859-1,\n");
  }

  @Test
  void shortCommandsAreLimitedToTheQuickCompilerAndServeToSomeMemory() throws Exception {
    Installation sbp = installed();

    assertThat(sbp.launch("status").words())
        .contains("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    assertThat(sbp.launch("--home", "node", "serve").words())
        .contains("-Xmx112m", "-XX:CompileCommand=MemLimit,*.*,32m~stop", "-XX:SweeperThreshold=60")
        .doesNotContain("-XX:TieredStopAtLevel=1");
    assertThat(sbp.launch("up", "node").words())
        .contains(
            "-Xmn8m", "-XX:AsyncDeflationInterval=10000", "-XX:ServiceThreadCleanupInterval=10000");
  }

  @Test
  void aLaterJvmGetsNoOptionThatItMightNotKnow() throws Exception {
    Installation sbp = Installation.installed(folder.toRealPath().resolve("later"));
    sbp.fakeJdk("jdk-26", "26");

    assertThat(sbp.launch("serve").words())
        .contains("-Xmx112m")
        .noneMatch(word -> word.startsWith("-XX:CompileCommand"))
        .noneMatch(word -> word.startsWith("-XX:SweeperThreshold"))
        .doesNotContain("-XX:+UnlockDiagnosticVMOptions");
  }

  @Test
  void optionsOfTheUserComeAfterItsOwn() throws Exception {
    Installation sbp = installed().set("SBP_JAVA_OPTS", "-Xmx64m -Dx=y");

    assertThat(sbp.launch("status").words())
        .containsSubsequence("-XX:+UseSerialGC", "-Xmx64m", "-Dx=y", "-cp");
  }

  @Test
  void aFolderThatCannotStandInAClassPathHoldsAProgramAllTheSame() throws Exception {
    Installation sbp = Installation.installed(folder.toRealPath().resolve("a:b"));
    sbp.fakeJdk("jdk-25", "25.0.3");

    assertThat(sbp.launch("status").words())
        .containsSequence("-jar", sbp.jar().toString(), "status");
  }

  @Test
  void theStoreAndTheBackendThatCameWithTheProgramAreOnItsClassPath() throws Exception {
    Installation sbp = installed();
    Path store = sbp.jar().resolveSibling("plugins/store-sqlite.jar");
    Path backend = store.resolveSibling("llm-openai.jar");
    Files.createDirectories(store.getParent());
    Files.writeString(store, "a jar");
    Files.writeString(backend, "another jar");

    assertThat(sbp.launch("status").words())
        .containsSequence("-cp", sbp.jar() + ":" + store + ":" + backend);
    assertThat(sbp.cacheFiles()).hasSize(2);
  }

  @Test
  void anOrdinaryStartRunsNoProgramButOneStat() throws Exception {
    Installation sbp = installed();
    sbp.launch("status");
    Path log = sbp.logPrograms();

    assertThat(sbp.launch("status").exitCode()).isEqualTo(42);
    assertThat(log).hasContent("stat");
  }

  @Test
  void withNeitherProgramNorCheckoutItSaysWhereItLooked() throws Exception {
    Installation sbp = Installation.scriptOnly(folder.toRealPath());
    sbp.fakeJdk("jdk-25", "25.0.3");

    Launch launch = sbp.launch();

    assertThat(launch.exitCode()).isEqualTo(1);
    assertThat(launch.errors())
        .startsWith("sbp: sbp.jar is neither in " + sbp.script().getParent());
  }
}
