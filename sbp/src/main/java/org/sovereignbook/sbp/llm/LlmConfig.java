package org.sovereignbook.sbp.llm;

import java.time.Duration;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigSection;

/**
 * Section {@code llm} of the configuration: who judges, for how long, and how much it reads.
 *
 * @param backend the name of the backend
 * @param timeout after which a run counts as failed ({@code timeout_seconds})
 * @param sessionLogLines how many of the newest lines of session-log.md reader and author see
 * @param compactAboveLines from how many lines on session-log.md is condensed; the scheduler's own
 *     threshold ({@code components.compactor.run_if_file_exceeds_lines.threshold}, IMPLEMENTATION
 *     §7)
 */
public record LlmConfig(
    String backend, Duration timeout, int sessionLogLines, int compactAboveLines) {
  private static final String SECTION = "llm";
  private static final String BACKEND = "backend";
  private static final String TIMEOUT_SECONDS = "timeout_seconds";
  private static final String SESSION_LOG_LINES = "session_log_lines";

  private static final int DEFAULT_TIMEOUT_SECONDS = 900;
  private static final int MAX_TIMEOUT_SECONDS = 86_400;
  private static final int DEFAULT_SESSION_LOG_LINES = 200;
  private static final int MAX_SESSION_LOG_LINES = 10_000;
  private static final int DEFAULT_COMPACT_ABOVE_LINES = 500;
  private static final int MAX_COMPACT_ABOVE_LINES = 1_000_000;

  public static LlmConfig defaults() {
    return new LlmConfig(
        BuiltinBackend.NAME,
        Duration.ofSeconds(DEFAULT_TIMEOUT_SECONDS),
        DEFAULT_SESSION_LOG_LINES,
        DEFAULT_COMPACT_ABOVE_LINES);
  }

  public static LlmConfig from(Config config) {
    ConfigSection llm = config.section(SECTION);
    ConfigSection compactor =
        config
            .section("components")
            .section(AgentRole.COMPACTOR.toString())
            .section("run_if_file_exceeds_lines");
    return new LlmConfig(
        llm.text(BACKEND, BuiltinBackend.NAME),
        llm.seconds(TIMEOUT_SECONDS, DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS),
        llm.integer(SESSION_LOG_LINES, DEFAULT_SESSION_LOG_LINES, 1, MAX_SESSION_LOG_LINES),
        compactor.integer("threshold", DEFAULT_COMPACT_ABOVE_LINES, 1, MAX_COMPACT_ABOVE_LINES));
  }

  public LlmConfig withBackend(String name) {
    return new LlmConfig(name, timeout, sessionLogLines, compactAboveLines);
  }

  /** The keys of section {@code llm}. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put(BACKEND, backend)
        .put(TIMEOUT_SECONDS, timeout.toSeconds())
        .put(SESSION_LOG_LINES, sessionLogLines)
        .build();
  }
}
