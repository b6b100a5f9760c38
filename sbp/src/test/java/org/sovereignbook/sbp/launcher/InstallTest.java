package org.sovereignbook.sbp.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/install}, with releases whose program only says its version. */
@DisabledOnOs(OS.WINDOWS)
class InstallTest {
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
    assertThat(link.toRealPath()).isEqualTo(home.resolve(".local/lib/sbp/bin/sbp"));
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

    String said = run(0, home.resolve(".local/lib/sbp/install").toString(), "--uninstall");

    assertThat(said).contains("sbp service uninstall", "sbp-ada-serve.service");
    assertThat(List.of(link, home.resolve(".local/lib/sbp"), home.resolve(".cache/sbp")))
        .allSatisfy(gone -> assertThat(Files.exists(gone)).isFalse());
    assertThat(plugin).exists();
    assertThat(unit).exists();
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
