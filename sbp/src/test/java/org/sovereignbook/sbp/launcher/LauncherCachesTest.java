package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.TestJar;

class LauncherCachesTest {
  @TempDir Path folder;
  private Installation sbp;

  @BeforeEach
  void install() throws IOException {
    sbp = Installation.installed(folder.toRealPath());
  }

  @Test
  void theFirstUseMakesTheCacheAndSaysSoAndTheSecondUsesItSilently() throws Exception {
    Path jdk = sbp.fakeJdk("jdk-25", "25.0.3");

    Launch first = sbp.launch("status");
    Launch second = sbp.launch("status");

    assertThat(first.errors()).startsWith("sbp: first use of this build");
    assertThat(second.errors()).isEmpty();
    assertThat(Installation.trainingRuns(jdk)).isEqualTo(1);
    assertThat(sbp.cacheFiles()).hasSize(1);
    String option = "-XX:AOTCache=" + sbp.cacheFiles().getFirst();
    assertThat(first.words()).contains(option);
    assertThat(second.words()).contains(option);
  }

  @Test
  void inAHookWhoseTimeIsShortNoneIsMade() throws Exception {
    Path jdk = sbp.fakeJdk("jdk-25", "25.0.3");

    Launch inAHook = sbp.set("SBP_HOOK_RUN", "9f3a61c2d47b08e5").launch("task", "list");

    assertThat(inAHook.errors()).isEmpty();
    assertThat(Installation.trainingRuns(jdk)).isZero();
    assertThat(sbp.cacheFiles()).isEmpty();
  }

  @Test
  void aChangedProgramGetsANewCacheAndTheOldOneGoes() throws Exception {
    sbp.fakeJdk("jdk-25", "25.0.3");
    sbp.launch();
    Path old = sbp.cacheFiles().getFirst();
    Files.writeString(sbp.jar(), "another, longer jar");

    Launch launch = sbp.launch();

    assertThat(sbp.cacheFiles()).hasSize(1).doesNotContain(old);
    assertThat(launch.words()).contains("-XX:AOTCache=" + sbp.cacheFiles().getFirst());
  }

  @Test
  void theCacheOfAProgramThatIsGoneGoesToo() throws Exception {
    sbp.fakeJdk("jdk-25", "25.0.3");
    Path gone = folder.resolve("home/.cache/sbp/once/was/sbp.jar");
    Files.createDirectories(gone);
    Files.writeString(gone.resolve("old.aot"), "cache");

    sbp.launch();

    assertThat(gone).doesNotExist();
    assertThat(sbp.cacheFiles()).hasSize(1);
  }

  @Test
  void whatIsCalledAllDayHasSmallerCachesOfItsOwn() throws Exception {
    Path jdk = sbp.fakeJdk("jdk-25", "25.0.3");

    sbp.launch("status", "--home", "a node", "--json");
    assertThat(cacheOf("tick")).endsWith("-looks.aot");
    assertThat(Installation.trainingRuns(jdk)).isEqualTo(1);

    assertThat(cacheOf("verify", "a file")).endsWith("-verify.aot");
    assertThat(cacheOf("version")).endsWith("-verify.aot");
    assertThat(Installation.trainingRuns(jdk)).isEqualTo(2);

    sbp.launch("task", "claim", "--as", "scout");
    assertThat(cacheOf("mail", "list")).endsWith("-society.aot");
    assertThat(Installation.trainingRuns(jdk)).isEqualTo(3);

    assertThat(cacheOf("peers", "trust", "Ada")).endsWith("jdk-25.aot");
    assertThat(cacheOf("task", "list", "--help")).isEqualTo(cacheOf("status", "--wait"));
    assertThat(cacheOf("status")).endsWith("-looks.aot");
    assertThat(Installation.trainingRuns(jdk)).isEqualTo(4);
    assertThat(sbp.cacheFiles()).hasSize(4);
  }

  @Test
  void aChangedProgramLosesTheCachesOfAllKindsAtItsFirstStart() throws Exception {
    sbp.fakeJdk("jdk-25", "25.0.3");
    sbp.launch("status");
    sbp.launch("task", "list");
    Files.writeString(sbp.jar(), "another, longer jar");

    sbp.launch("task", "list");

    assertThat(sbp.cacheFiles())
        .singleElement()
        .matches(cache -> cache.toString().endsWith("-society.aot"));
  }

  @Test
  void launchersThatNeedDifferentCachesAtTheSameMomentMakeBoth() throws Exception {
    Path jdk = sbp.fakeJdk("jdk-25", "25.0.3");
    Installation.Started one = sbp.start(sbp.script(), "status");
    Installation.Started two = sbp.start(sbp.script(), "task", "list");

    assertThat(Installation.finish(one).words()).anyMatch(word -> word.endsWith("-looks.aot"));
    assertThat(Installation.finish(two).words()).anyMatch(word -> word.endsWith("-society.aot"));
    assertThat(sbp.cacheFiles()).hasSize(2);
    assertThat(Installation.trainingRuns(jdk)).isEqualTo(2);
  }

  private String cacheOf(String... words) throws Exception {
    return sbp.launch(words).words().stream()
        .filter(word -> word.startsWith("-XX:AOTCache="))
        .findFirst()
        .orElse("none");
  }

  @Test
  void eachJdkHasItsOwnCache() throws Exception {
    sbp.fakeJdk("jdk-25", "25.0.3");
    sbp.launch();
    Path other = sbp.fakeJdkElsewhere("jdk-25", "25.0.4");

    Launch launch = sbp.set("SBP_JAVA", other).launch();

    assertThat(Installation.trainingRuns(other)).isEqualTo(1);
    assertThat(sbp.cacheFiles()).hasSize(2);
    assertThat(launch.words()).anyMatch(word -> word.contains("25.0.4"));
  }

  @Test
  void aCacheThatCannotBeMadeIsNotTriedAtEveryStart() throws Exception {
    Path jdk = sbp.fakeJdkThatMakesNoCache("jdk-25", "25.0.3");

    sbp.launch("status");
    Launch second = sbp.launch("status");

    assertThat(Installation.trainingRuns(jdk)).isEqualTo(1);
    assertThat(second.exitCode()).isEqualTo(42);
    assertThat(second.errors()).isEmpty();
    assertThat(second.words()).noneMatch(word -> word.startsWith("-XX:AOTCache"));
  }

  @Test
  void withoutAWritableCacheFolderItStartsWithoutOne() throws Exception {
    sbp.fakeJdk("jdk-25", "25.0.3");
    Path file = Files.writeString(folder.resolve("a file"), "not a folder");

    Launch launch = sbp.set("XDG_CACHE_HOME", file).launch("status");

    assertThat(launch.exitCode()).isEqualTo(42);
    assertThat(launch.errors()).isEmpty();
    assertThat(launch.words()).noneMatch(word -> word.startsWith("-XX:AOTCache"));
  }

  @Test
  void launchersAtTheSameMomentDoNotDisturbEachOther() throws Exception {
    sbp.fakeJdk("jdk-25", "25.0.3");
    Installation.Started one = sbp.start(sbp.script(), "one");
    Installation.Started two = sbp.start(sbp.script(), "two");

    assertThat(Installation.finish(one).words()).endsWith("one");
    assertThat(Installation.finish(two).words()).endsWith("two");
    assertThat(sbp.cacheFiles()).hasSize(1);
  }

  @Test
  void theCacheThatARealJdkMakesIsOneThatItAccepts() throws Exception {
    makeRunnable(sbp.jar());
    sbp.set("SBP_JAVA", System.getProperty("java.home"));
    Launch first = sbp.launch("hello");

    // With this mode the JVM refuses to start when it cannot use the cache.
    Launch second = sbp.set("SBP_JAVA_OPTS", "-XX:AOTMode=on").launch("hello");

    assertThat(first.output()).isEqualTo("greeted by hello\n");
    assertThat(second).isEqualTo(new Launch(7, "greeted by hello\n", ""));
    assertThat(sbp.cacheFiles()).hasSize(1);
  }

  @Test
  void aSpoiltCacheSlowsTheProgramButDisturbsNothing() throws Exception {
    makeRunnable(sbp.jar());
    sbp.set("SBP_JAVA", System.getProperty("java.home")).launch("hello");
    Files.writeString(sbp.cacheFiles().getFirst(), "spoilt");

    assertThat(sbp.launch("hello")).isEqualTo(new Launch(7, "greeted by hello\n", ""));
  }

  private static void makeRunnable(Path jar) throws IOException {
    String entry = StubProgram.class.getName().replace('.', '/') + ".class";
    try (var bytes = LauncherCachesTest.class.getClassLoader().getResourceAsStream(entry)) {
      // The stub under the name of the class that the launcher starts.
      ClassFile format = ClassFile.of();
      byte[] main =
          format.transformClass(
              format.parse(bytes.readAllBytes()),
              ClassDesc.of(Installation.MAIN),
              ClassTransform.ACCEPT_ALL);
      Files.write(
          jar,
          TestJar.of(
              Map.of("Main-Class", Installation.MAIN),
              Map.of(Installation.MAIN.replace('.', '/') + ".class", main)));
    }
  }
}
