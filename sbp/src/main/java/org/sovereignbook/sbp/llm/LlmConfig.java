package org.sovereignbook.sbp.llm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

/**
 * Section {@code llm} of the configuration: who judges and how, for how long, how much it reads and
 * what it may cost. The settings of each backend stand in a section of its name within.
 *
 * @param backend the name of the backend
 * @param modes how each role is done, where the backend can do it so
 * @param timeout after which a run counts as failed ({@code timeout_seconds})
 * @param sessionLogLines how many of the newest lines of session-log.md reader and author see
 * @param compactAboveLines from how many lines on session-log.md is condensed; the scheduler's own
 *     threshold ({@code components.compactor.run_if_file_exceeds_lines.threshold}, IMPLEMENTATION
 *     §7)
 * @param scratch where coding CLIs run ({@code scratch_folder}); empty for the system's folder of
 *     temporary files
 */
public record LlmConfig(
    String backend,
    Map<AgentRole, LlmMode> modes,
    Duration timeout,
    int sessionLogLines,
    int compactAboveLines,
    LlmLimits limits,
    String scratch) {
  /** The rules that every node has. */
  public static final String DEFAULT_BACKEND = "builtin";

  private static final String SECTION = "llm";
  private static final String BACKEND = "backend";
  private static final String MODES = "modes";
  private static final String TIMEOUT_SECONDS = "timeout_seconds";
  private static final String SESSION_LOG_LINES = "session_log_lines";
  private static final String SCRATCH_FOLDER = "scratch_folder";

  private static final int DEFAULT_TIMEOUT_SECONDS = 900;
  private static final int MAX_TIMEOUT_SECONDS = 86_400;
  private static final int DEFAULT_SESSION_LOG_LINES = 200;
  private static final int MAX_SESSION_LOG_LINES = 10_000;
  private static final int DEFAULT_COMPACT_ABOVE_LINES = 500;
  private static final int MAX_COMPACT_ABOVE_LINES = 1_000_000;

  public LlmConfig {
    modes = Map.copyOf(modes);
  }

  public static LlmConfig defaults() {
    return new LlmConfig(
        DEFAULT_BACKEND,
        modes(Config.at(MODES, JsonObject.empty())),
        Duration.ofSeconds(DEFAULT_TIMEOUT_SECONDS),
        DEFAULT_SESSION_LOG_LINES,
        DEFAULT_COMPACT_ABOVE_LINES,
        LlmLimits.defaults(),
        "");
  }

  public static LlmConfig from(Config config) {
    Config llm = config.section(SECTION);
    Config compactor =
        config
            .section("components")
            .section(AgentRole.COMPACTOR.toString())
            .section("run_if_file_exceeds_lines");
    return new LlmConfig(
        llm.text(BACKEND, DEFAULT_BACKEND),
        modes(llm.section(MODES)),
        llm.seconds(TIMEOUT_SECONDS, DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS),
        llm.integer(SESSION_LOG_LINES, DEFAULT_SESSION_LOG_LINES, 1, MAX_SESSION_LOG_LINES),
        compactor.integer("threshold", DEFAULT_COMPACT_ABOVE_LINES, 1, MAX_COMPACT_ABOVE_LINES),
        LlmLimits.from(llm),
        scratch(llm));
  }

  /** Section {@code llm.NAME}: a backend's own settings. */
  public static Config settingsOf(Config config, String backend) {
    return config.section(SECTION).section(backend);
  }

  public LlmConfig withBackend(String name) {
    return new LlmConfig(name, modes, timeout, sessionLogLines, compactAboveLines, limits, scratch);
  }

  /** Where coding CLIs run. */
  public Path scratchFolder() {
    return Path.of(scratch.isEmpty() ? System.getProperty("java.io.tmpdir", "/tmp") : scratch);
  }

  /** The keys of section {@code llm}. */
  public JsonObject toJson() {
    JsonObject.Builder roles = JsonObject.builder();
    for (AgentRole role : AgentRole.values()) {
      roles.put(role.toString(), mode(role).toString());
    }
    JsonObject.Builder json =
        JsonObject.builder()
            .put(BACKEND, backend)
            .put(MODES, roles.build())
            .put(TIMEOUT_SECONDS, timeout.toSeconds())
            .put(SESSION_LOG_LINES, sessionLogLines);
    limits.writeTo(json);
    return json.put(SCRATCH_FOLDER, scratch).build();
  }

  /** How a role is to be done. */
  public LlmMode mode(AgentRole role) {
    return modes.getOrDefault(role, LlmMode.ANSWER);
  }

  /**
   * The reader reads what strangers wrote, so it has no tools unless the operator gives it some;
   * the ethos needs none.
   */
  private static Map<AgentRole, LlmMode> modes(Config section) {
    Map<AgentRole, LlmMode> modes = new EnumMap<>(AgentRole.class);
    for (AgentRole role : AgentRole.values()) {
      LlmMode usual =
          role == AgentRole.READER || role == AgentRole.ETHOS ? LlmMode.ANSWER : LlmMode.TOOLS;
      String word =
          section.oneOf(
              role.toString(),
              usual.toString(),
              Set.of(LlmMode.ANSWER.toString(), LlmMode.TOOLS.toString()));
      modes.put(role, LlmMode.parse(word).orElse(usual));
    }
    return modes;
  }

  private static String scratch(Config llm) {
    String folder = llm.text(SCRATCH_FOLDER, "");
    if (!folder.isEmpty() && !Path.of(folder).isAbsolute()) {
      throw llm.wrong(SCRATCH_FOLDER, "an absolute path, or nothing");
    }
    return folder;
  }
}
