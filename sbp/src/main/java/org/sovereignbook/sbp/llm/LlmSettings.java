package org.sovereignbook.sbp.llm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * What the operator may set about judging: who does it and how, for how long, how much it reads and
 * what it may cost. The settings of each backend stand in a section of its name within {@code llm}.
 */
public final class LlmSettings {
  /** The rules that every node has. */
  public static final String DEFAULT_BACKEND = "builtin";

  public static final Setting<String> BACKEND =
      Setting.text("llm.backend", DEFAULT_BACKEND, "who judges; `sbp init --llm` sets it");

  public static final Setting<Duration> TIMEOUT =
      Setting.duration(
          "llm.timeout_seconds",
          900,
          1,
          86_400,
          "a backend that has not answered by then has failed");

  public static final Setting<Integer> SESSION_LOG_LINES =
      Setting.integer(
          "llm.session_log_lines",
          200,
          1,
          10_000,
          "how many of the newest lines of `session-log.md` reader and author see");

  private static final Setting<String> SCRATCH_FOLDER =
      Setting.text(
          "llm.scratch_folder",
          "",
          folder -> folder.isEmpty() || Path.of(folder).isAbsolute(),
          "an absolute path, or nothing",
          "where coding CLIs run; the system's folder for temporary files if it is empty. Never"
              + " below a repository");

  public static final Settings ALL = new Settings(all(), config -> {});

  private LlmSettings() {}

  private static List<Setting<?>> all() {
    return Stream.of(
            List.of(BACKEND),
            Arrays.stream(AgentRole.values()).map(LlmSettings::mode).toList(),
            List.of(TIMEOUT, SESSION_LOG_LINES),
            LlmLimits.SETTINGS,
            List.of(SCRATCH_FOLDER))
        .<Setting<?>>flatMap(List::stream)
        .toList();
  }

  /**
   * How a role is to be done, where the backend can do it so. The reader reads what strangers
   * wrote, so it has no tools unless the operator gives it some; the ethos needs none.
   */
  public static Setting<LlmMode> mode(AgentRole role) {
    boolean fenced = role == AgentRole.READER || role == AgentRole.ETHOS;
    return Setting.oneOf(
        "llm.modes." + role,
        fenced ? LlmMode.ANSWER : LlmMode.TOOLS,
        "how the model of "
            + role
            + " works: `answer` has everything in the prompt and no tools; `tools` reads and writes"
            + " files in a scratch directory"
            + (role == AgentRole.READER ? ". Its input is written by strangers" : ""),
        LlmMode.values());
  }

  /** Section {@code llm.NAME}: a backend's own settings. */
  public static Config settingsOf(Config config, String backend) {
    return config.section("llm").section(backend);
  }

  /** Where coding CLIs run. */
  public static Path scratchFolder(Config config) {
    String folder = config.get(SCRATCH_FOLDER);
    return Path.of(folder.isEmpty() ? System.getProperty("java.io.tmpdir", "/tmp") : folder);
  }
}
