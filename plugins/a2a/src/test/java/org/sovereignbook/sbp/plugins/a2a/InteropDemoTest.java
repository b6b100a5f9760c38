package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.ops.install.PackedProgram;

/**
 * The demo of work for ours by an agent of others, by real processes, one of them in JavaScript.
 */
@Tag("trial")
class InteropDemoTest {
  @TempDir private Path folder;

  @Test
  void anAgentInJavaScriptWorksForOurPlannerAndOurReviewerAcceptsIt() throws Exception {
    Assumptions.assumeTrue(isNodeHere(), "there is no Node.js");
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    ProcessBuilder demo =
        new ProcessBuilder(PackedProgram.script().toString(), "demo", "interop", "--json")
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    demo.environment().put("HOME", folder.toString());
    demo.environment().put(World.LAUNCHER_VARIABLE, PackedProgram.script().toString());

    assertThat(demo.start().waitFor()).as(Files.readString(errors)).isZero();

    JsonObject shown = (JsonObject) JsonReader.file(Files.readAllBytes(output));
    assertThat(shown.array("problems").flatMap(JsonArray::strings).orElseThrow()).isEmpty();
    assertThat(shown.array("steps").orElseThrow().objects()).hasSizeGreaterThan(9);
  }

  private static boolean isNodeHere() throws InterruptedException {
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
