package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkout with a built program, in which git then moves. */
@Tag("trial")
class LauncherRebuildsTest {
  private static final Instant BUILT = Instant.parse("2026-03-01T12:00:00Z");
  private static final String MAVEN =
      "echo built >>\"$0.log\"; echo \"[INFO] Building sbp 1 [1/2]\"; echo new >sbp/target/sbp.jar";

  @TempDir Path folder;
  private Path checkout;
  private Path jar;
  private Path source;
  private Installation sbp;

  @BeforeEach
  void checkOutAndBuild() throws Exception {
    checkout = folder.toRealPath().resolve("checkout");
    sbp = Installation.checkout(checkout);
    sbp.fakeJdk("jdk-25", "25.0.3");
    sbp.fakeProgram("mvn", MAVEN);
    jar = write("sbp/target/sbp.jar", BUILT);
    source = write("sbp/src/main/java/A.java", BUILT.minusSeconds(60));
    age(source);
    Files.setLastModifiedTime(
        checkout.resolve("sbp/pom.xml"), FileTime.from(BUILT.minusSeconds(60)));
    write(".git/logs/HEAD", BUILT.minusSeconds(60));
    assertThat(sbp.launch("status").errors())
        .startsWith("sbp: first use of this build")
        .hasLineCount(1);
  }

  /** Makes a file, and the folders above it, older than the program. */
  private void age(Path file) throws IOException {
    for (Path old = file; !old.equals(checkout); old = old.getParent()) {
      Files.setLastModifiedTime(old, FileTime.from(BUILT.minusSeconds(60)));
    }
  }

  private Path write(String name, Instant modified) throws IOException {
    Path file = checkout.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, name);
    return Files.setLastModifiedTime(file, FileTime.from(modified));
  }

  private long builds() throws IOException {
    Path log = checkout.resolve("tools/mvn.log");
    return Files.exists(log) ? Files.readAllLines(log).size() : 0;
  }

  private void pull() throws IOException {
    write("sbp/src/main/java/A.java", BUILT.plusSeconds(60));
    write(".git/logs/HEAD", BUILT.plusSeconds(60));
  }

  @Test
  void aPullThatBringsSourcesIsBuiltOnceAndStarted() throws Exception {
    pull();

    Launch launch = sbp.launch("status");

    assertThat(launch.errors())
        .startsWith("sbp: the sources are newer than the program: building it again\n")
        .doesNotContain("[INFO]");
    assertThat(launch.exitCode()).isEqualTo(42);
    assertThat(jar).hasContent("new");
    assertThat(sbp.launch("status").errors()).isEmpty();
    assertThat(builds()).isEqualTo(1);
  }

  /** Seconds pass as fast as the launcher's clock, which is its sleep. */
  @Test
  void progressIsByTheTimeOfTheLastBuildAndNeverGoesBack() throws Exception {
    sbp.fakeProgram("sleep", "exec /bin/sleep 0.02");
    sbp.fakeProgram(
        "mvn",
        "/bin/sleep 0.3; echo '[INFO] Compiling 3 files'; /bin/sleep 0.6;"
            + " echo '[INFO] Building jar: a'; /bin/sleep 0.6; echo new >sbp/target/sbp.jar");
    pull();

    String errors = sbp.launch("status").errors();

    List<Double> percents =
        Pattern.compile("sbp: ([0-9]+\\.[0-9]) %, ")
            .matcher(errors)
            .results()
            .map(found -> Double.valueOf(found.group(1)))
            .toList();
    assertThat(percents).hasSizeGreaterThan(3).isSorted();
    assertThat(percents.getLast()).isBetween(70.0, 100.0);
    assertThat(errors).contains("starting Maven, 3 s", "packing");
    assertThat(Files.readString(checkout.resolve("sbp/target/build-seconds")))
        .matches(" ?\\d+ \\d+ \\d+\n");
  }

  @Test
  void aMoveThatBringsNoSourceIsJudgedOnceAndBuildsNothing() throws Exception {
    write(".git/logs/HEAD", BUILT.plusSeconds(60));
    sbp.launch("status");
    Path programs = sbp.logPrograms();

    assertThat(sbp.launch("status").errors()).isEmpty();
    assertThat(builds()).isZero();
    assertThat(programs).hasContent("stat");
  }

  @Test
  void pluginsAreBuiltAgainAfterTheProgramAndAfterAPullThatBringsTheirs() throws Exception {
    Path made = write("plugins/target/bundled/store-sqlite.jar", BUILT);
    age(write("plugins/llm-moon/src/main/java/A.java", BUILT));
    write(".git/logs/HEAD", BUILT.plusSeconds(60));
    sbp.launch("status");
    assertThat(made).exists();

    write("plugins/llm-moon/src/main/java/A.java", BUILT.plusSeconds(60));
    write(".git/logs/HEAD", Instant.now().plusSeconds(60));
    sbp.launch("status");
    assertThat(made).doesNotExist();
    assertThat(builds()).isZero();

    write("plugins/target/bundled/store-sqlite.jar", BUILT);
    pull();
    write(".git/logs/HEAD", Instant.now().plusSeconds(60));
    sbp.launch("status");
    assertThat(made).doesNotExist();
  }

  @Test
  void anEditThatGitWasNotToldOfIsNotNoticed() throws Exception {
    write("sbp/src/main/java/A.java", BUILT.plusSeconds(60));

    assertThat(sbp.launch("status").errors()).isEmpty();
    assertThat(builds()).isZero();
  }

  @Test
  void aSourceThatIsGoneCounts() throws Exception {
    Files.delete(source);
    write(".git/logs/HEAD", BUILT.plusSeconds(60));

    assertThat(sbp.launch("status").errors()).contains("building it again");
  }

  @Test
  void aWorktreeIsACheckoutLikeAnyOther() throws Exception {
    Path elsewhere = folder.toRealPath().resolve("main/.git/worktrees/checkout");
    Files.createDirectories(elsewhere.resolve("logs"));
    Files.writeString(elsewhere.resolve("logs/HEAD"), "moved");
    Files.delete(checkout.resolve(".git/logs/HEAD"));
    Files.delete(checkout.resolve(".git/logs"));
    Files.delete(checkout.resolve(".git"));
    Files.writeString(checkout.resolve(".git"), "gitdir: " + elsewhere + "\n");
    write("sbp/src/main/java/A.java", BUILT.plusSeconds(60));

    assertThat(sbp.launch("status").errors()).contains("building it again");
  }

  @Test
  void aFailedRebuildIsSaidAtEachStartButTriedOnceAndTheOldProgramRuns() throws Exception {
    sbp.fakeProgram("mvn", "echo built >>\"$0.log\"; echo broken; exit 1");
    pull();

    Launch first = sbp.launch("status");
    Launch second = sbp.launch("status");

    assertThat(first.errors()).contains("broken", "the build failed", "Runs the earlier build");
    assertThat(first.exitCode()).isEqualTo(42);
    assertThat(second.errors()).startsWith("sbp: runs an earlier build").hasLineCount(1);
    assertThat(second.exitCode()).isEqualTo(42);
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void twoStartsAtOnceBuildOnce() throws Exception {
    sbp.fakeProgram("mvn", "sleep 1\n" + MAVEN);
    pull();

    Installation.Started one = sbp.start(sbp.script(), "one");
    Installation.Started two = sbp.start(sbp.script(), "two");

    assertThat(Installation.finish(one).words()).endsWith("one");
    assertThat(Installation.finish(two).words()).endsWith("two");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void theLockOfABuildThatWasKilledHoldsNobody() throws Exception {
    Process ended = new ProcessBuilder("/bin/sh", "-c", ":").start();
    ended.waitFor();
    Files.createDirectories(checkout.resolve("sbp/target/building"));
    Files.writeString(checkout.resolve("sbp/target/building/pid"), ended.pid() + "\n");
    pull();

    assertThat(sbp.launch("status").errors()).contains("building it again");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void mavensColoursStayOutOfALog() throws Exception {
    sbp.fakeProgram("mvn", "printf '\\033[0m\\033[1mred\\033[m line\\n\\033[0m'\n" + MAVEN);
    pull();

    assertThat(sbp.launch("status").errors()).contains("\nred line\n").doesNotContain("\033");
  }
}
