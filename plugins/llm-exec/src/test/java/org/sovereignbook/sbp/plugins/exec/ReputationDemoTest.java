package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/**
 * The demo of how a bad agent gets better, by real processes: each of its commands does what it
 * shows.
 */
@Tag("trial")
@DisabledOnOs(OS.WINDOWS)
class ReputationDemoTest {
  @TempDir private Path folder;

  @Test
  void aBadWriterIsFoundAndGetsAPromptThatWasBetterOnPastTasks() throws Exception {
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    PackedExec.into(plugins.resolve("llm-exec.jar"));

    Sbp.Ran demo =
        Sbp.in(folder).with("SBP_BUNDLED_PLUGINS", plugins).run("demo", "reputation", "--json");

    assertThat(demo.exit()).as(demo.out() + demo.err()).isEqualTo(ExitCode.DONE);
    JsonObject shown = (JsonObject) JsonReader.file(demo.out().getBytes(StandardCharsets.UTF_8));
    assertThat(shown.array("problems").flatMap(JsonArray::strings).orElseThrow()).isEmpty();
    assertThat(shown.array("steps").orElseThrow().objects()).hasSizeGreaterThan(8);
  }
}
