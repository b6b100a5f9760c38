package org.sovereignbook.sbp.plugins.gemini;

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
class GeminiContractTest extends LlmBackendContract {
  @TempDir private Path programs;
  private Path program = Path.of("");

  @BeforeEach
  void record() throws IOException {
    program =
        RecordedCli.in(programs)
            .describesItselfAs(GeminiBackendTest.HELP)
            .ends(0, "{\"response\":\"{\\\"decisions\\\":[],\\\"session_notes\\\":\\\"\\\"}\"}", "")
            .worksWithTools()
            .program();
  }

  @Override
  protected LlmBackend backend() {
    return new GeminiBackend(Map.of("PATH", System.getenv("PATH"), "HOME", programs.toString()));
  }

  @Override
  protected JsonObject settings() {
    return JsonObject.builder()
        .put("program", program.toString())
        .put("model", "mine/model")
        .build();
  }
}
