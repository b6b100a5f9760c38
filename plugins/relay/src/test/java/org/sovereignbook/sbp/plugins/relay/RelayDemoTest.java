package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.ops.install.PackedProgram;

/** The demo of a laptop that sleeps, by real processes: three nodes, two of them kept running. */
@Tag("trial")
class RelayDemoTest {
  @TempDir private Path folder;

  @Test
  void aLaptopReadsWhatCameWhileItWasAsleep() throws Exception {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    ProcessBuilder demo =
        new ProcessBuilder(PackedProgram.script().toString(), "demo", "relay", "--json")
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    demo.environment().put("HOME", folder.toString());
    demo.environment().put(World.LAUNCHER_VARIABLE, PackedProgram.script().toString());

    assertThat(demo.start().waitFor())
        .as(Files.readString(errors) + Files.readString(output))
        .isZero();

    JsonObject shown = (JsonObject) JsonReader.file(Files.readAllBytes(output));
    assertThat(shown.array("problems").flatMap(JsonArray::strings).orElseThrow()).isEmpty();
  }
}
