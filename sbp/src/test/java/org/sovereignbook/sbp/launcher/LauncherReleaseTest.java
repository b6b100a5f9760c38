package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is unpacked from the archive of {@code scripts/dist}; ReleaseTest makes a real one. */
class LauncherReleaseTest {
  @TempDir Path folder;

  @Test
  void itStartsWithTheJavaThatItBringsWhateverElseIsThere() throws Exception {
    Installation sbp = Installation.installed(folder.toRealPath());
    Path another = sbp.fakeJdk("jdk-26", "26");
    Path own = sbp.ownRuntime();

    assertThat(sbp.set("JAVA_HOME", another).launch("status").javaHome()).isEqualTo(own.toString());
    assertThat(sbp.set("SBP_JAVA", another).launch("status").javaHome())
        .isEqualTo(another.toString());
  }

  @Test
  void itStartsFromTheCachesThatItBringsAndMakesNoneInTheHome() throws Exception {
    Installation sbp = Installation.installed(folder.toRealPath());
    Path own = sbp.ownRuntime();
    sbp.launch("status");

    Launch launch = sbp.launch("status");

    assertThat(launch.words())
        .anyMatch(word -> word.startsWith("-XX:AOTCache=" + sbp.jar().resolveSibling("aot")));
    assertThat(launch.errors()).isEmpty();
    assertThat(Installation.trainingRuns(own)).isEqualTo(2);
    assertThat(sbp.cacheFiles()).isEmpty();
  }
}
