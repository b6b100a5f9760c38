package org.sovereignbook.sbp.plugins.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A release as {@code scripts/dist} makes it, on a machine where no Java is: installed, upgraded,
 * taken away. Nodes are none the worse for it. What is quick of it is tested with the launcher.
 */
@Tag("trial")
@EnabledOnOs({OS.LINUX, OS.MAC})
class ReleaseTest {
  private static final Path SCRIPTS = Path.of("../../scripts").toAbsolutePath().normalize();
  private static final List<String> TOOLS =
      List.of(
          "cat",
          "chmod",
          "cp",
          "date",
          "dirname",
          "find",
          "grep",
          "ln",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sh",
          "sleep",
          "stat",
          "touch");

  @TempDir Path folder;

  @Test
  void itRunsWhereNoJavaIsAndComesAndGoesWithoutANodeNoticing() throws Exception {
    Assumptions.assumeTrue(
        SbpProgram.isBuiltWith("store-sqlite"), "skipped: sbp.jar is not built, use mvn verify");
    folder = folder.toRealPath();
    Path archives = folder.resolve("archives");
    run(System.getenv(), SCRIPTS.resolve("dist").toString(), archives.toString());
    Path release = unpack(archives);
    assertThat(release.resolve("lib/bom.json")).content().contains("CycloneDX", "bcprov-jdk18on");
    assertThat(release.resolve("SECURITY.md")).isRegularFile();
    Map<String, String> bare = withoutJava();
    Path sbp = folder.resolve("home/.local/bin/sbp");
    Path node = folder.resolve("my-agent");

    run(bare, release.resolve("install").toString());
    run(bare, sbp.toString(), "init", node.toString(), "--local", "--name", "Ada");
    run(bare, sbp.toString(), "tick", "--home", node.toString());
    Map<String, String> before = contents(node);
    run(bare, release.resolve("install").toString());

    assertThat(contents(node)).isEqualTo(before);
    assertThat(run(bare, sbp.toString(), "version")).contains("(sbp/1)");
    // By the launcher that stands in the node's own script.
    run(bare, node.resolve("runtime/scripts/maintenance").toString());
    before = contents(node);

    run(bare, folder.resolve("home/.local/lib/sbp/install").toString(), "--uninstall");

    assertThat(contents(node)).isEqualTo(before);
    assertThat(sbp).doesNotExist();
    Path home = folder.resolve("home");
    try (Stream<Path> left = Files.walk(home)) {
      assertThat(left.filter(Files::isRegularFile).map(file -> home.relativize(file.getParent())))
          .as("the consent for the node, which is still there")
          .containsExactly(Path.of(".local/share/sbp/accepted-nodes"));
    }
  }

  private Path unpack(Path archives) throws Exception {
    try (Stream<Path> made = Files.list(archives)) {
      String archive = made.findFirst().orElseThrow().toString();
      assertThat(archive).matches(".*/sbp-\\d+\\.\\d+\\.\\d+-[a-z]+-\\w+\\.tar\\.gz");
      run(System.getenv(), "tar", "xzf", archive, "-C", folder.toString());
      return folder.resolve(Path.of(archive).getFileName().toString().replace(".tar.gz", ""));
    }
  }

  /** The programs that scripts may use, and nothing else. */
  private Map<String, String> withoutJava() throws IOException {
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : TOOLS) {
      Path program =
          Stream.of("/usr/bin", "/bin")
              .map(place -> Path.of(place, tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      Path starter = tools.resolve(tool);
      Files.writeString(starter, "#!/bin/sh\nexec " + program + " \"$@\"\n");
      Files.setPosixFilePermissions(starter, PosixFilePermissions.fromString("rwx------"));
    }
    Path home = Files.createDirectories(folder.resolve("home"));
    return Map.of("PATH", tools.toString(), "HOME", home.toString());
  }

  private String run(Map<String, String> environment, String... command) throws Exception {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(List.of(command)))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    int exit = process.waitFor();
    String said = Files.readString(output);
    Files.delete(output);
    // 3 is that there was nothing to do.
    assertThat(exit).as("%s: %s", List.of(command), said).isIn(0, 3);
    return said;
  }

  private static Map<String, String> contents(Path node) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(node)) {
      for (Path file : files.filter(path -> !Files.isDirectory(path)).toList()) {
        // The library is a link to the program's jar: where it leads is the node's, the jar is not.
        contents.put(
            node.relativize(file).toString(),
            Files.isSymbolicLink(file)
                ? "-> " + Files.readSymbolicLink(file)
                : Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return contents;
  }
}
