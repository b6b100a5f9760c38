package org.sovereignbook.sbp.jbang;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.ops.install.JBangMain;

/** sbp from its sources, and the bootstrap of JBang, from an empty JBang home. */
@Tag("trial")
@Order(0)
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

  /** Once made, the node needs neither JBang nor Maven nor an sbp on the PATH. */
  @Test
  void aCatalogBehindAUrlMakesANodeThatLivesWithoutJBang() throws Exception {
    HttpServer host =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Checkout.root(),
            SimpleFileServer.OutputLevel.NONE);
    host.start();
    String catalog = "http://127.0.0.1:" + host.getAddress().getPort() + "/jbang-catalog.json";
    JBang.Ran made;
    try {
      JBang.Ran added = jbang.jbang(folder, "catalog", "add", "--name", "catalog", catalog);
      assertThat(added.exit()).as(added.err()).isZero();
      made = jbang.jbang(folder, "sbp@catalog", "init", "my-agent", "--local");
    } finally {
      host.stop(0);
    }
    assertThat(made.exit()).as(made.err()).isZero();
    Path node = folder.resolve("my-agent");
    assertThat(made.out()).contains("made the node " + node);
    JBang bare = jbang.with("PATH", "/usr/bin:/bin");

    JBang.Ran migrated = bare.run(node, "./sbp", "store", "migrate", "--to", "sqlite");
    assertThat(migrated.exit()).as(migrated.err()).isZero();
    JBang.Ran judged = bare.run(node, "./sbp", "init", "other", "--local", "--llm", "claude");
    assertThat(judged.exit()).as(judged.err()).isZero();
    JBang.Ran tick = bare.run(folder, node.resolve("sbp").toString(), "tick", "--json");
    assertThat(tick.exit()).as(tick.out() + tick.err()).isZero();
    assertThat(tick.out()).contains("\"maintenance\"").doesNotContain("failed");
    assertThat(bare.run(node, "runtime/scripts/delivery").exit()).isEqualTo(3);
    JBang.Ran service = bare.run(node, "./sbp", "service", "--kind", "systemd", "--print");
    Path program = user.toRealPath().resolve("data/sbp/program");
    assertThat(service.out()).contains("ExecStart=\"" + program.resolve("bin/sbp") + "\" serve");
    assertThat(node.resolve("runtime/lib/sbp.jar").toRealPath())
        .isEqualTo(program.resolve("lib/sbp.jar").toRealPath());
    assertThat(user.resolve("jbang/cache/jdks"))
        .as("the JDK that is there is linked")
        .isDirectoryContaining(link -> Files.isSymbolicLink(link));
    // What was built can do the same: here, eject a step, which the JBang of the start runs.
    JBang.Ran ejected = bare.run(node, "./sbp", "eject", "deliver");
    assertThat(ejected.exit()).as(ejected.err()).isZero();
    JBang.Ran step = bare.run(node, "runtime/scripts/delivery");
    assertThat(step.exit()).as(step.err()).isEqualTo(3);
  }

  @Test
  void inTheRootOfACheckoutItIsJustSbp() throws Exception {
    JBang.Ran ran = jbang.jbang(Checkout.root(), "info", "tools", "sbp");

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).contains(JBangMain.class.getName(), "cli/Program.java", "launcher/sbp");
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
