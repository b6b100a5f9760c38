package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** Files that {@code sbp script} gives to JBang, which here is a program that shows them. */
class ScriptOfJarTest {
  @TempDir Path folder;
  private CliTest sbp;

  @BeforeEach
  void install() throws IOException {
    Path jbang =
        Files.writeString(
            folder.resolve("jbang"), "#!/bin/sh\necho \"$4 in $JBANG_DIR\"\ncat \"$4\"\n");
    Files.setPosixFilePermissions(jbang, PosixFilePermissions.fromString("rwx------"));
    sbp =
        CliTest.in(folder)
            .with("SBP_JBANG", jbang.toString())
            .with("PATH", System.getenv("PATH"))
            .with("HOME", folder.resolve("home").toString());
  }

  @Test
  void aScriptOverAllSourcesGetsTheJarInTheirPlace() throws IOException {
    Files.writeString(
        folder.resolve("Look.java"), "//JAVA 25+\n//SOURCES ../sbp/Sources.java\nclass Look {}\n");

    CliTest.Ran ran = sbp.run("script", "Look.java");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).endsWith("//JAVA 25+\n//\nclass Look {}\n");
    assertThat(ran.lines().getFirst())
        .startsWith(folder.resolve("home").toString())
        .endsWith("/Look.java in " + folder.resolve("home/.jbang"));
  }

  @Test
  void aScriptWithSourcesOfItsOwnRunsAsItIs() throws IOException {
    Files.writeString(folder.resolve("Look.java"), "//SOURCES More.java\nclass Look {}\n");

    assertThat(sbp.run("script", "Look.java").lines().getFirst())
        .startsWith(folder.resolve("Look.java").toString());
  }
}
