package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestJar;

@Tag("trial")
class LauncherCachesTest {
  private static final int KINDS = 2;

  @TempDir Path folder;
  private Installation sbp;

  @BeforeEach
  void install() throws IOException {
    sbp = Installation.installed(folder.toRealPath());
  }

  @Test
  void theFirstUseRunsAtOnceAndTheCachesOfAllKindsAreMadeBesideIt() throws Exception {
    Path jdk = sbp.preparingBesideCommands().fakeJdk("jdk-25", "25.0.3");

    Launch first = sbp.launch("status");
    Eventually.holds("all caches are made", () -> areMade(jdk));
    Launch second = sbp.launch("status");

    assertThat(first.errors()).startsWith("sbp: first use of this build").hasLineCount(1);
    assertThat(first.words()).noneMatch(word -> word.startsWith("-XX:AOTCache"));
    assertThat(second.errors()).isEmpty();
    assertThat(second.words()).anyMatch(word -> word.endsWith("-daily.aot"));
    assertThat(Installation.trainingRuns(jdk)).isEqualTo(KINDS);
  }

  private boolean areMade(Path jdk) {
    try {
      return sbp.cacheFiles().size() == KINDS && Installation.trainingRuns(jdk) == KINDS;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whileCachesAreMadeOthersRunWithoutAndSayNothing() throws Exception {
    Path jdk = sbp.preparingBesideCommands().fakeJdk("jdk-25", "25.0.3");
    sbp.preparedBy(ProcessHandle.current().pid());

    Launch launch = sbp.launch("task", "list");

    assertThat(launch.errors()).isEmpty();
    assertThat(launch.words()).noneMatch(word -> word.startsWith("-XX:AOTCache"));
    assertThat(Installation.trainingRuns(jdk)).isZero();
  }

  @Test
  void aPreparationThatWasKilledIsDoneAgain() throws Exception {
    Path jdk = sbp.fakeJdk("jdk-25", "25.0.3");
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    sbp.preparedBy(ended.pid());

    sbp.launch("status");

    assertThat(Installation.trainingRuns(jdk)).isEqualTo(KINDS);
    assertThat(sbp.cacheFiles()).hasSize(KINDS);
  }

  @Test
  void onlyTheMissingCachesAreMade() throws Exception {
    Path jdk = sbp.fakeJdk("jdk-25", "25.0.3");
    sbp.launch("status");
    Files.delete(sbp.cacheFiles().getFirst());

    Launch only = sbp.set("SBP_PREPARE", "only").launch("status");

    assertThat(only.exitCode()).isZero();
    assertThat(only.output()).isEmpty();
    assertThat(sbp.cacheFiles()).hasSize(KINDS);
    assertThat(Installation.trainingRuns(jdk)).isEqualTo(KINDS + 1);
  }

  @Test
  void theyAreMadeAtTheLowestPriorityThatIsThere() throws Exception {
    sbp.preparingBesideCommands().fakeJdk("jdk-25", "25.0.3");
    for (String program : List.of("renice", "ionice", "chrt")) {
      sbp.fakeProgram(program, "echo \"$*\" >\"$0.log\"");
    }

    sbp.launch("status");

    Path tools = folder.toRealPath().resolve("tools");
    Eventually.holds(
        "all priorities are low",
        () ->
            isIn(tools.resolve("renice.log"), "-n 19 -p ")
                && isIn(tools.resolve("ionice.log"), "-c 3 -p ")
                && isIn(tools.resolve("chrt.log"), "--idle --pid 0 "));
  }

  private static boolean isIn(Path file, String text) {
    try {
      return Files.exists(file) && Files.readString(file).startsWith(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aTimerThatNobodyWaitsForMakesThemFirst() throws Exception {
    sbp.preparingBesideCommands().fakeJdk("jdk-25", "25.0.3");
    sbp.set("INVOCATION_ID", "9f3a61c2d47b08e5");

    assertThat(sbp.launch("tick").words()).anyMatch(word -> word.endsWith("-daily.aot"));
    assertThat(sbp.cacheFiles()).hasSize(KINDS);
  }

  @Test
  void aTimerThatIsNotOfSystemdDoesNotWaitForThem() throws Exception {
    sbp.preparingBesideCommands().fakeJdk("jdk-25", "25.0.3");

    assertThat(sbp.launch("tick").words()).noneMatch(word -> word.endsWith("-daily.aot"));
  }

  @Test
  void noneAreMadeWhereTheyAreNotWanted() throws Exception {
    Path jdk = sbp.set("SBP_PREPARE", "no").fakeJdk("jdk-25", "25.0.3");

    assertThat(sbp.launch("status").errors()).isEmpty();
    assertThat(Installation.trainingRuns(jdk)).isZero();
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

    assertThat(sbp.cacheFiles()).hasSize(KINDS).doesNotContain(old);
    assertThat(launch.words()).anyMatch(word -> word.startsWith("-XX:AOTCache="));
  }

  @Test
  void theCacheOfAProgramThatIsGoneGoesToo() throws Exception {
    sbp.fakeJdk("jdk-25", "25.0.3");
    Path gone = folder.resolve("home/.cache/sbp/once/was/sbp.jar");
    Files.createDirectories(gone);
    Files.writeString(gone.resolve("old.aot"), "cache");

    sbp.launch();

    assertThat(gone).doesNotExist();
    assertThat(sbp.cacheFiles()).hasSize(KINDS);
  }

  @Test
  void beyondABoundTheOldestCachesOfOtherProgramsGo() throws Exception {
    sbp.fakeJdk("jdk-25", "25.0.3");
    Path older = other("older", 100, Instant.parse("2026-01-01T00:00:00Z"));
    Path newer = other("newer", 100, Instant.parse("2026-02-01T00:00:00Z"));

    sbp.launch();

    assertThat(older.resolveSibling("")).doesNotExist();
    assertThat(newer).exists();
    assertThat(sbp.cacheFiles()).hasSize(KINDS + 1);
  }

  /** The cache of a program that is there; the file has a size, and takes no space. */
  private Path other(String name, long megabytes, Instant made) throws IOException {
    Path program = folder.toRealPath().resolve(name).resolve("sbp.jar");
    Files.createDirectories(program.getParent());
    Files.writeString(program, "a program");
    Path caches = folder.toRealPath().resolve("home/.cache/sbp" + program);
    Path cache = Files.createDirectories(caches).resolve("1.aot");
    try (RandomAccessFile file = new RandomAccessFile(cache.toFile(), "rw")) {
      file.setLength(megabytes * 1_000_000);
    }
    return Files.setLastModifiedTime(cache, FileTime.from(made));
  }

  @Test
  void whatIsCalledAllDayHasASmallerCacheOfItsOwn() throws Exception {
    Path jdk = sbp.fakeJdk("jdk-25", "25.0.3");
    sbp.launch("status", "--home", "a node", "--json");

    assertThat(cacheOf("tick")).endsWith("-daily.aot");
    assertThat(cacheOf("verify", "a file")).endsWith("-daily.aot");
    assertThat(cacheOf("version")).endsWith("-daily.aot");
    assertThat(cacheOf("--home", "there", "status")).endsWith("-daily.aot");
    assertThat(cacheOf("--json", "--home", "there", "task", "list")).endsWith("-daily.aot");
    assertThat(cacheOf("task", "claim", "--as", "scout")).endsWith("-daily.aot");
    assertThat(cacheOf("mail", "list")).endsWith("-daily.aot");
    assertThat(cacheOf("memory", "search", "words")).endsWith("-daily.aot");
    assertThat(cacheOf("session", "list")).endsWith("-daily.aot");
    assertThat(cacheOf("memory", "add", "words")).endsWith("jdk-25.aot");
    assertThat(cacheOf("peers", "trust", "Ada")).endsWith("jdk-25.aot");
    assertThat(cacheOf("task", "list", "--help")).isEqualTo(cacheOf("status", "--wait"));
    assertThat(Installation.trainingRuns(jdk)).isEqualTo(KINDS);
    assertThat(sbp.cacheFiles()).hasSize(KINDS);
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

    assertThat(Installation.trainingRuns(other)).isEqualTo(KINDS);
    assertThat(sbp.cacheFiles()).hasSize(2 * KINDS);
    assertThat(launch.words()).anyMatch(word -> word.contains("25.0.4"));
  }

  @Test
  void aCacheThatCannotBeMadeIsNotTriedAtEveryStart() throws Exception {
    Path jdk = sbp.fakeJdkThatMakesNoCache("jdk-25", "25.0.3");

    sbp.launch("status");
    Launch second = sbp.launch("status");

    assertThat(Installation.trainingRuns(jdk)).isEqualTo(KINDS);
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
    assertThat(sbp.cacheFiles()).hasSize(KINDS);
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
    assertThat(sbp.cacheFiles()).hasSize(KINDS);
  }

  @Test
  void aSpoiltCacheSlowsTheProgramButDisturbsNothing() throws Exception {
    makeRunnable(sbp.jar());
    sbp.set("SBP_JAVA", System.getProperty("java.home")).launch("hello");
    for (Path cache : sbp.cacheFiles()) {
      Files.writeString(cache, "spoilt");
    }

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
