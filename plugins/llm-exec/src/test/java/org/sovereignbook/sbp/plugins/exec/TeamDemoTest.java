package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.World;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.node.LocalDisk;

/** The proof of the whole: real processes, a real job, one worker killed in the middle. */
@DisabledOnOs(OS.WINDOWS)
class TeamDemoTest {
  @TempDir private Path folder;

  @Test
  void aTeamOfScriptsDoesItsJobAlthoughOneWorkerIsKilled() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    ExitCode exit = new Program(world(out, err)).run("demo", "team", "--json");

    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(exit).as(text + err.toString(StandardCharsets.UTF_8)).isEqualTo(ExitCode.DONE);
    JsonObject shown = (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    List<JsonObject> tasks = shown.array("tasks").orElseThrow().objects();
    assertThat(tasks).hasSize(8);
    assertThat(tasks).allMatch(task -> task.integer("accepted").orElse(0) == 1);
    String killedAt = shown.object("killed").flatMap(killed -> killed.string("task")).orElseThrow();
    assertThat(tasks)
        .filteredOn(task -> task.string("id").equals(Optional.of(killedAt)))
        .singleElement()
        .satisfies(task -> assertThat(task.integer("attempts").orElse(0)).isEqualTo(2));
  }

  private World world(ByteArrayOutputStream out, ByteArrayOutputStream err) throws IOException {
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    pack(plugins.resolve("llm-exec.jar"));
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    environment.put("SBP_BUNDLED_PLUGINS", plugins.toString());
    return new World(
        environment,
        folder,
        InputStream.nullInputStream(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        () -> false,
        new LocalDisk(),
        InstantSource.system(),
        new SecureRandom());
  }

  /** This plugin as its build packs it. */
  private static void pack(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.putValue("Manifest-Version", "1.0");
    main.putValue("Plugin-Id", "llm-exec");
    main.putValue("Plugin-Version", "1.0.0");
    main.putValue("Plugin-Provider", "sovereignbook");
    main.putValue("Plugin-Description", "any command");
    main.putValue("Plugin-Requires", ">=1.0.0 & <2.0.0");
    main.putValue("Sbp-Provides", "llm:exec");
    Path classes =
        Path.of(ExecBackend.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        Stream<Path> paths = Files.walk(classes)) {
      paths.filter(Files::isRegularFile).forEach(path -> add(classes, path, out));
    }
  }

  private static void add(Path classes, Path file, JarOutputStream out) {
    try {
      out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
      Files.copy(file, out);
      out.closeEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
