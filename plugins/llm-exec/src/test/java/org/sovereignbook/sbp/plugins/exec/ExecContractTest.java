package org.sovereignbook.sbp.plugins.exec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.testkit.LlmBackendContract;

/** What every backend has to do, with a command that knows the three roles. */
@DisabledOnOs(OS.WINDOWS)
class ExecContractTest extends LlmBackendContract {
  private static final String SCRIPT =
      """
      read -r first
      case $first in
        *reader*) echo '{"decisions": [], "session_notes": "quiet"}' ;;
        *author*) echo '[{"title": "T", "body": "B", "tags": []}]' ;;
        *) printf '# Session log, condensed\\n\\nNothing.\\n\\n[[newest lines]]\\n' ;;
      esac
      """;

  @TempDir Path scripts;

  @Override
  protected LlmBackend backend() {
    return new ExecBackend(System.getenv());
  }

  @Override
  protected JsonObject settings() {
    try {
      Path script = Files.writeString(scripts.resolve("judge.sh"), SCRIPT);
      return JsonObject.builder()
          .put("command", JsonArray.ofStrings(List.of("sh", script.toString())))
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
