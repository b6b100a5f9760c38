package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** {@code scripts/install}, with releases whose program only says its version. */
@DisabledOnOs(OS.WINDOWS)
class InstallTest {
  private static final int INSTALLATIONS = 12;

  /** Finds its folder as the launcher does, and needs a file of it a moment later. */
  private static final String SLOW_START =
      """
      self=$(readlink -- "$0") || self=$0
      bin=$(cd -P -- "${self%/*}" && pwd) || exit 1
      sleep 0.05
      cat "$bin/../lib/version"
      """;

  @TempDir Path folder;
  private Path home;
  private Path link;

  @BeforeEach
  void prepare() throws IOException {
    home = Files.createDirectory(folder.toRealPath().resolve("home"));
    link = home.resolve(".local/bin/sbp");
  }

  private Path release(String version, String program) throws IOException {
    Path release = home.resolveSibling(version);
    Files.createDirectories(release.resolve("runtime"));
    Files.createDirectories(release.resolve("bin"));
    executable(release.resolve("install"), Files.readString(Path.of("../scripts/install")));
    executable(release.resolve("bin/sbp"), "#!/bin/sh\n" + program + "\n");
    return release.resolve("install");
  }

  private Path release(String version) throws IOException {
    return release(version, "echo 'sbp " + version + "'");
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private String run(int exit, String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
    builder.environment().put("HOME", home.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(exit);
    return said;
  }

  @Test
  void anUpgradeIsTheInstallationOfAnother() throws Exception {
    run(0, release("1.0.0").toString());
    assertThat(run(0, link.toString())).contains("sbp 1.0.0");

    assertThat(run(0, release("1.1.0").toString())).contains("sbp 1.1.0");

    assertThat(run(0, link.toString())).contains("sbp 1.1.0");
    assertThat(Files.readSymbolicLink(link)).isEqualTo(home.resolve(".local/lib/sbp/bin/sbp"));
    assertThat(link.toRealPath()).startsWith(home.resolve(".local/lib/sbp.versions"));
  }

  @Test
  void everyStartDuringInstallationsFindsAProgram() throws Exception {
    List<Path> releases = new ArrayList<>();
    for (String version : List.of("1.0.0", "1.1.0")) {
      releases.add(release(version, SLOW_START));
      Files.createDirectories(home.resolveSibling(version).resolve("lib"));
      Files.writeString(home.resolveSibling(version).resolve("lib/version"), version);
    }
    run(0, releases.getFirst().toString());
    CompletableFuture<Void> installing =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < INSTALLATIONS; i++) {
                installed(releases.get(i % 2));
              }
            });

    int starts = 0;
    while (!installing.isDone() || starts == 0) {
      assertThat(run(0, link.toString())).matches("1\\.[01]\\.0");
      starts++;
    }
    installing.get(60, TimeUnit.SECONDS);
  }

  @Test
  void anInstallationWithoutVersionsIsTakenOver() throws Exception {
    Path before = home.resolve(".local/lib/sbp");
    Files.createDirectories(before.resolve("bin"));
    executable(before.resolve("bin/sbp"), "#!/bin/sh\necho 'sbp 0.9.0'\n");
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, before.resolve("bin/sbp"));

    run(0, release("1.0.0").toString());

    assertThat(run(0, link.toString())).contains("sbp 1.0.0");
    assertThat(run(0, before.resolve("bin/sbp").toString())).contains("sbp 1.0.0");
    assertThat(versions()).hasSize(2);
  }

  @Test
  void aVersionStaysAsLongAsAProcessRunsFromIt() throws Exception {
    run(0, release("1.0.0").toString());
    Path first = versions().getFirst();
    Process running = new ProcessBuilder("sh", "-c", "read _ # " + first + "/lib/sbp.jar").start();
    try {
      run(0, release("1.1.0").toString());
      makeOld(first);
      run(0, release("1.2.0").toString());
      assertThat(first).exists();
    } finally {
      running.destroyForcibly().waitFor();
    }

    makeOld(first);
    run(0, release("1.3.0").toString());

    assertThat(first).doesNotExist();
    assertThat(versions()).as("one that was left a moment ago may just be starting").hasSize(3);
  }

  private List<Path> versions() throws IOException {
    try (Stream<Path> all = Files.list(home.resolve(".local/lib/sbp.versions"))) {
      return all.sorted().toList();
    }
  }

  private static void makeOld(Path version) throws IOException {
    Files.setLastModifiedTime(
        version, FileTime.from(Files.getLastModifiedTime(version).toInstant().minusSeconds(3_600)));
  }

  private void installed(Path release) {
    try {
      run(0, release.toString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aReleaseThatDoesNotRunHereTakesNobodysPlace() throws Exception {
    run(0, release("1.0.0").toString());

    assertThat(run(1, release("1.1.0", "exit 1").toString())).contains("nothing was changed");

    assertThat(run(0, link.toString())).contains("sbp 1.0.0");
    assertThat(home.resolve(".local/lib")).isDirectoryNotContaining("glob:**.new.*");
  }

  @Test
  void uninstallingTakesTheProgramAwayAndNamesTheServicesThatMissIt() throws Exception {
    run(0, release("1.0.0").toString());
    Path unit = home.resolve(".config/systemd/user/sbp-ada-serve.service");
    Files.createDirectories(unit.getParent());
    Files.writeString(unit, "ExecStart=" + home.resolve(".local/lib/sbp/bin/sbp") + " serve\n");
    Path plugin = home.resolve(".local/share/sbp/plugins/mine.jar");
    Files.createDirectories(plugin.getParent());
    Files.writeString(plugin, "mine");
    Files.createDirectories(home.resolve(".cache/sbp/work"));
    Path accepted = accepted("a", home);
    Path ofGone = accepted("b", home.resolve("gone"));

    String said = run(0, home.resolve(".local/lib/sbp/install").toString(), "--uninstall");

    assertThat(said).contains("sbp service uninstall", "sbp-ada-serve.service");
    assertThat(List.of(link, home.resolve(".local/lib/sbp"), home.resolve(".cache/sbp")))
        .allSatisfy(gone -> assertThat(Files.exists(gone)).isFalse());
    assertThat(plugin).exists();
    assertThat(unit).exists();
    assertThat(accepted).exists();
    assertThat(ofGone).as("the consent for a node that is gone").doesNotExist();
    Files.delete(accepted);
    run(0, home.resolveSibling("1.0.0/install").toString(), "--uninstall");
  }

  private Path accepted(String name, Path node) throws IOException {
    Path record = home.resolve(".local/share/sbp/accepted-nodes/" + name + ".json");
    Files.createDirectories(record.getParent());
    return Files.write(
        record,
        JsonWriter.bytes(JsonObject.empty().with("path", node.toString()).with("key", "k")));
  }

  @Test
  void aFileThatIsNotOursStays() throws Exception {
    Files.createDirectories(link.getParent());
    Files.writeString(link, "something else");

    run(1, release("1.0.0").toString());

    assertThat(link).hasContent("something else");
    assertThat(home.resolve(".local/lib")).doesNotExist();
  }
}
