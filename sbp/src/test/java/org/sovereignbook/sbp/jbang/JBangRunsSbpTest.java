package org.sovereignbook.sbp.jbang;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** sbp from its sources, and the bootstrap of JBang, from an empty JBang home. */
class JBangRunsSbpTest {
  /** One empty home for all, in which what was built once stays built. */
  @TempDir static Path user;

  private static JBang jbang;

  @TempDir Path folder;

  @BeforeAll
  static void install() throws Exception {
    jbang = JBang.in(user.toRealPath());
  }

  @BeforeEach
  void begin() throws Exception {
    folder = folder.toRealPath();
  }

  @Test
  void theAliasOfTheCatalogMakesANodeFromAnywhere() throws Exception {
    JBang.Ran added =
        jbang.jbang(folder, "catalog", "add", "--name", "catalog", Checkout.root().toString());
    assertThat(added.exit()).as(added.err()).isZero();

    JBang.Ran made = jbang.jbang(folder, "sbp@catalog", "init", "my-agent", "--local");

    assertThat(made.exit()).as(made.err()).isZero();
    assertThat(made.out()).contains("made the node " + folder.resolve("my-agent"));
    assertThat(folder.resolve("my-agent/runtime/identity/identity.json")).isRegularFile();
    assertThat(Files.readString(folder.resolve("my-agent/runtime/scripts/delivery")))
        .as("the node knows the launcher beside scripts/jbang")
        .contains(Checkout.root().resolve("scripts/sbp").toString());
    // Built from the same sources, it can do the same: here, eject a step.
    JBang.Ran ejected = jbang.jbang(folder.resolve("my-agent"), "sbp@catalog", "eject", "deliver");
    assertThat(ejected.exit()).as(ejected.err()).isZero();
    assertThat(user.resolve("jbang/cache/jdks"))
        .as("the JDK that is there is linked")
        .isDirectoryContaining(link -> Files.isSymbolicLink(link));
  }

  @Test
  void inTheRootOfACheckoutItIsJustSbp() throws Exception {
    JBang.Ran ran = jbang.jbang(Checkout.root(), "sbp", "help", "eject");

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("Usage: sbp eject");
  }

  @Test
  void aJarThatIsNotTheOneIsRefused() throws Exception {
    Path maven =
        program(
            "mvn",
            "for a; do case $a in -DoutputDirectory=*) mkdir -p \"${a#*=}\"; echo evil"
                + " >\"${a#*=}/jbang-cli-0.132.1-all.jar\" ;; esac; done");
    JBang stranger =
        jbang
            .with("XDG_CACHE_HOME", folder.resolve("empty").toString())
            .with("HOME", folder.resolve("nobody").toString())
            .with("PATH", maven.getParent() + ":/usr/bin:/bin");

    JBang.Ran ran = stranger.jbang(folder, "--version");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("jbang: refused what Maven fetched: the SHA-256");
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void exitCodesAndWordsPassThrough() throws Exception {
    Path script = folder.resolve("Say.java");
    Files.writeString(
        script,
        """
        //JAVA 25+
        class Say {
          public static void main(String[] a) {
            System.out.println(java.util.List.of(a));
            System.exit(3);
          }
        }
        """);

    JBang.Ran ran = jbang.jbang(folder, "--quiet", script.toString(), "it's", "a  $HOME", "*");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(3);
    assertThat(ran.out().strip()).isEqualTo(List.of("it's", "a  $HOME", "*").toString());
  }

  private Path program(String name, String shell) throws IOException {
    Path file = Files.createDirectories(folder.resolve("tools")).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + shell + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }
}
