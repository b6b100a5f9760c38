package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sbp version} in a checkout, also of edits that git was not told of. */
class LauncherVersionTest {
  @TempDir Path folder;

  @Test
  void itSaysWhetherTheCheckoutIsNewerThanTheBuild() throws Exception {
    Installation sbp = Installation.checkout(folder.toRealPath());
    sbp.fakeJdk("jdk-25", "25.0.3");
    Path jar = Files.createDirectories(folder.resolve("sbp/target")).resolve("sbp.jar");
    Files.writeString(jar, "a jar");
    Path source = folder.resolve("sbp/src/main/Edited.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "class Edited {}");

    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(sbp.launch("version").output()).contains("outdated:\n");

    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(60)));
    assertThat(sbp.launch("version").output())
        .containsPattern(
            "outdated:older than its sources, such as \\S+/sbp\\S*; to build it again:")
        .contains("mvn -q -B");
    assertThat(sbp.launch("status").output()).contains("outdated:\n");
  }
}
