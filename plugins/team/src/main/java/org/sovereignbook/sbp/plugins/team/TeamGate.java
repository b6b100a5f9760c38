package org.sovereignbook.sbp.plugins.team;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Subprocess;

/**
 * The operator's own checks on members: commands in {@code team.yaml} that get JSON on standard
 * input and answer by exit code. 0 passes; 2 refuses, with the output as reason; any other code is
 * a broken gate, and passes nothing.
 *
 * @param environment of the commands, without the member's token
 */
record TeamGate(Path folder, Map<String, String> environment) {
  private static final int REFUSED = 2;
  private static final int MAX_FEEDBACK_CHARACTERS = 4_000;

  /**
   * A gate's command.
   *
   * @param key its key in {@code team.yaml}
   * @param command empty for no gate, which passes everything
   */
  record GateCommand(String key, List<String> command, Duration limit) {
    GateCommand {
      command = List.copyOf(command);
    }
  }

  /**
   * Runs a gate.
   *
   * @return why it refuses; empty when it passes
   * @throws LlmException when it is broken
   */
  Optional<String> refusal(GateCommand gate, JsonObject about)
      throws LlmException, InterruptedException {
    if (gate.command().isEmpty()) {
      return Optional.empty();
    }
    try {
      Subprocess.Ended ended =
          new Subprocess(gate.command(), environment, folder)
              .run(JsonWriter.file(about), gate.limit());
      return switch (ended.exitCode()) {
        case 0 -> Optional.empty();
        case REFUSED -> Optional.of(feedback(ended));
        default ->
            throw broken(gate, "ended with exit code " + ended.exitCode() + ": " + feedback(ended));
      };
    } catch (IOException | TimeoutException e) {
      throw broken(gate, String.valueOf(e.getMessage()));
    }
  }

  private static LlmException broken(GateCommand gate, String why) {
    return LlmException.prompt(
        gate.key() + " in team.yaml is broken, and lets nothing pass: " + why);
  }

  private static String feedback(Subprocess.Ended ended) {
    String said = (ended.errors().isBlank() ? ended.output() : ended.errors()).strip();
    return said.isEmpty() ? "(no reason was given)" : Cut.beginning(said, MAX_FEEDBACK_CHARACTERS);
  }
}
