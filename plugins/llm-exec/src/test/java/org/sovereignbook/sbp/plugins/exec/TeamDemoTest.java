package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    PackedExec.into(plugins.resolve("llm-exec.jar"));
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
}
