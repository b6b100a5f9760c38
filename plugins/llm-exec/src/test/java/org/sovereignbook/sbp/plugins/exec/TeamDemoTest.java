package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** The proof of the whole: real processes, a real job, one worker killed in the middle. */
@Tag("trial")
@DisabledOnOs(OS.WINDOWS)
class TeamDemoTest {
  @TempDir private Path folder;

  @Test
  void aTeamOfScriptsDoesItsJobAlthoughOneWorkerIsKilled() throws Exception {
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    PackedExec.into(plugins.resolve("llm-exec.jar"));

    Sbp.Ran demo =
        Sbp.in(folder).with("SBP_BUNDLED_PLUGINS", plugins).run("demo", "team", "--json");

    assertThat(demo.exit()).as(demo.out() + demo.err()).isEqualTo(ExitCode.DONE);
    JsonObject shown = (JsonObject) JsonReader.file(demo.out().getBytes(StandardCharsets.UTF_8));
    List<JsonObject> tasks = shown.array("tasks").orElseThrow().objects();
    assertThat(tasks).hasSize(8);
    assertThat(tasks).allMatch(task -> task.integer("accepted").orElse(0) == 1);
    String killedAt = shown.object("killed").flatMap(killed -> killed.string("task")).orElseThrow();
    assertThat(tasks)
        .filteredOn(task -> task.string("id").equals(Optional.of(killedAt)))
        .singleElement()
        .satisfies(task -> assertThat(task.integer("attempts").orElse(0)).isEqualTo(2));
  }
}
