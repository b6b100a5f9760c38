package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.ops.install.PackedProgram;
import org.sovereignbook.sbp.testing.FreePorts;

/** The examples do what their pages say, as real processes. */
@Tag("trial")
@Order(0)
class ExamplesTest {
  private static final int MAX_MINUTES = 18;

  @Test
  void twoNodesDoOneJob(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh", Page.root().resolve("examples/two-nodes-one-job/run.sh").toString());
    builder.environment().put("SBP", PackedProgram.script().toString());
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("TMPDIR", folder.toString());
    int port = FreePorts.of(2);
    builder.environment().put("ADA_PORT", Integer.toString(port));
    builder.environment().put("BOB_PORT", Integer.toString(port + 1));
    Process run = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      assertThat(run.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).isTrue();
    } finally {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly();
    }

    String said = Files.readString(output);
    assertThat(run.exitValue()).as(said).isZero();
    assertThat(said)
        .contains("every branch is covered", "\nnone at all\n")
        .containsPattern("state +completed")
        .containsPattern("offered +to Bob, completed")
        .endsWith("== done\n")
        .doesNotContain("error");
  }
}
