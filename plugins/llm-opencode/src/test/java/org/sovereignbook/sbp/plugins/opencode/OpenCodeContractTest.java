package org.sovereignbook.sbp.plugins.opencode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.testkit.LlmBackendContract;
import org.sovereignbook.sbp.testkit.RecordedCli;

@DisabledOnOs(OS.WINDOWS)
class OpenCodeContractTest extends LlmBackendContract {
  @TempDir private Path programs;
  private Path program = Path.of("");

  @BeforeEach
  void record() throws IOException {
    program =
        RecordedCli.in(programs)
            .describesItselfAs("1.18.33")
            .ends(
                0,
                OpenCodeBackendTest.START
                    + OpenCodeBackendTest.SAID.formatted(
                        "{\\\"decisions\\\":[],\\\"session_notes\\\":\\\"\\\"}")
                    + OpenCodeBackendTest.STOP,
                "")
            .worksWithTools()
            .program();
  }

  @Override
  protected LlmBackend backend() {
    return new OpenCodeBackend(Map.of("PATH", System.getenv("PATH"), "HOME", programs.toString()));
  }

  @Override
  protected JsonObject settings() {
    return JsonObject.builder()
        .put("program", program.toString())
        .put("model", "mine/model")
        .build();
  }
}
