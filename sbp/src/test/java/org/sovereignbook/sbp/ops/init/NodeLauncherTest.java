package org.sovereignbook.sbp.ops.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;

/** The node's own launcher finds the program, wherever that has gone. */
class NodeLauncherTest {
  @TempDir Path folder;
  private Node node;
  private Path program;
  private Map<String, String> variables = Map.of();

  @BeforeEach
  void begin() throws IOException {
    folder = folder.toRealPath();
    node = Node.at(Files.createDirectories(folder.resolve("here/my node")));
    program = program(folder.resolve("here/the checkout/scripts/sbp"));
    new NodeLauncher(node).write(program.toString());
  }

  private static Path program(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\necho \"$0 $SBP_HOME $*\"\nexit 3\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  private String run(Path home, String... paths) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(home.resolve("sbp").toString(), "tick", "two words")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("PATH", String.join(":", paths) + ":/usr/bin:/bin");
    builder.environment().put("XDG_DATA_HOME", folder.resolve("data").toString());
    var _ = builder.environment().remove("JAVA_HOME");
    var _ = builder.environment().remove("SBP_JAVA");
    builder.environment().putAll(variables);
    String said = answer(builder);
    while (said.contains("Text file busy")) {
      said = answer(builder);
    }
    return said;
  }

  /**
   * A process that another test starts at this moment may hold a file open that was just written,
   * until it runs its program; so long the file cannot be run.
   */
  private static String answer(ProcessBuilder builder) throws IOException, InterruptedException {
    try {
      Process process = builder.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() + " " + said.strip();
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage());
      if (why.contains("Text file busy")) {
        return why;
      }
      throw e;
    }
  }

  @Test
  void itStartsTheProgramForItsOwnNode() throws Exception {
    Path home = node.home().root();

    assertThat(run(home)).isEqualTo("3 " + program + " " + home + " tick two words");
  }

  @Test
  void aNodeAndACheckoutThatMoveTogetherStillFindEachOther() throws Exception {
    Files.move(folder.resolve("here"), folder.resolve("there"));

    Path home = folder.resolve("there/my node");

    assertThat(run(home))
        .startsWith("3 ")
        .contains("the checkout/scripts/sbp")
        .endsWith(" " + home + " tick two words");
  }

  @Test
  void otherwiseItTakesWhatJBangHasPutInPlaceOrWhatIsOnThePathButNeverItself() throws Exception {
    Path home = node.home().root();
    Files.delete(program);
    Path onPath = program(folder.resolve("bin/sbp"));
    assertThat(run(home, home.toString(), onPath.getParent().toString()))
        .startsWith("127 sbp: cannot find the program of the node " + home);
    assertThat(run(home, onPath.getParent().toString())).startsWith("3 " + onPath);

    Path byJBang = program(folder.resolve("data/sbp/program/bin/sbp"));
    assertThat(run(home, onPath.getParent().toString())).startsWith("3 " + byJBang);
  }

  @Test
  void withoutAProgramTheJarBesideTheNodeIsRunByJava() throws Exception {
    Path home = node.home().root();
    Files.delete(program);
    Files.createDirectories(node.home().lib());
    Path jar = Files.writeString(node.home().lib().resolve("sbp.jar"), "");
    Path java = program(folder.resolve("java/bin/java"));

    assertThat(run(home, java.getParent().toString()))
        .startsWith("3 " + java)
        .endsWith(" -jar " + jar + " tick two words");
  }

  @Test
  void theJavaThatRunsTheProgramRunsItsStepsWhateverIsOnThePath() throws Exception {
    Path home = node.home().root();
    Files.delete(program);
    Files.createDirectories(node.home().lib());
    Files.writeString(node.home().lib().resolve("sbp.jar"), "");
    Path onPath = program(folder.resolve("java/bin/java")).getParent();
    Path own = program(folder.resolve("own jdk/bin/java"));

    for (Path given : List.of(own, own.getParent().getParent())) {
      variables = Map.of("SBP_JAVA", given.toString());
      assertThat(run(home, onPath.toString())).startsWith("3 " + own);
    }
    variables = World.withOwnJava(Map.of("PATH", "/none"));
    assertThat(variables).containsEntry("SBP_JAVA", System.getProperty("java.home"));
    assertThat(World.withOwnJava(Map.of("SBP", "/opt/sbp"))).doesNotContainKey("SBP_JAVA");
    Map<String, String> chosen = Map.of("SBP_JAVA", "/opt/jdk");
    assertThat(World.withOwnJava(chosen)).isEqualTo(chosen);
  }

  @Test
  void aTickOfAProgramElsewhereWritesItsPlaceDownOnlyWhenTheOldOneIsGone() throws Exception {
    Path other = program(folder.resolve("elsewhere/sbp"));
    NodeLauncher launcher = new NodeLauncher(node);

    launcher.follow(other.toString());
    assertThat(run(node.home().root())).startsWith("3 " + program);

    Files.delete(program);
    launcher.follow(other.toString());
    assertThat(run(node.home().root())).startsWith("3 " + other);

    Files.delete(node.home().launcher());
    launcher.follow(other.toString());
    assertThat(run(node.home().root())).as("of a node older than this").startsWith("3 " + other);
  }

  @Test
  void aLauncherOfThePersonsOwnIsLeft() throws Exception {
    Files.writeString(node.home().launcher(), "#!/bin/sh\nexec mine\n");

    new NodeLauncher(node).follow(folder.resolve("elsewhere/sbp").toString());

    assertThat(node.home().launcher()).hasContent("#!/bin/sh\nexec mine\n");
  }

  @Test
  void theLibraryForScriptsIsALinkToTheJarOfTheLauncher() throws Exception {
    Path jar = folder.resolve("opt/lib/sbp.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "a jar");

    new NodeLauncher(node).write(program(folder.resolve("opt/bin/sbp")).toString());

    assertThat(node.home().lib().resolve("sbp.jar").toRealPath()).isEqualTo(jar);
  }
}
