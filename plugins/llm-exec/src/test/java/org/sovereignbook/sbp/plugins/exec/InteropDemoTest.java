package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** The demo of A2A, by real processes, one of them in JavaScript. */
@Tag("trial")
class InteropDemoTest {
  @TempDir private Path folder;

  @Test
  void anAgentInJavaScriptWorksForOurPlannerAndOurReviewerAcceptsIt() throws Exception {
    Assumptions.assumeTrue(isNodeHere(), "there is no Node.js");

    Sbp.Ran demo = Sbp.in(folder).run("demo", "interop", "--json");

    assertThat(demo.exit()).as(demo.out() + demo.err()).isEqualTo(ExitCode.DONE);
    JsonObject shown = (JsonObject) JsonReader.file(demo.out().getBytes(StandardCharsets.UTF_8));
    assertThat(shown.array("problems").flatMap(JsonArray::strings).orElseThrow()).isEmpty();
  }

  private static boolean isNodeHere() throws InterruptedException {
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
