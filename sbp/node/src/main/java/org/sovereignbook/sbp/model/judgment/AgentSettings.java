package org.sovereignbook.sbp.model.judgment;

import java.nio.file.Path;
import java.time.Duration;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * Settings of models: the backend of each role, its mode, time limits, the amount of input, and
 * costs. A limit of 0 means no limit. The settings of each backend are in a section of its name,
 * {@code llm.NAME}.
 */
public final class AgentSettings {
  /** Name of the built-in rules, which every node has. */
  public static final String BUILTIN = "builtin";

  public static final Setting<String> BACKEND =
      Setting.text("llm.backend", BUILTIN, "the judge; `sbp init --llm` sets it");

  static final Setting<Duration> TIMEOUT =
      Setting.duration(
          "llm.timeout_seconds",
          900,
          1,
          86_400,
          "a backend that has not answered by then has failed");

  static final Setting<Integer> SESSION_LOG_LINES =
      Setting.integer(
          "llm.session_log_lines",
          200,
          1,
          10_000,
          "number of the newest lines of `session-log.md` that reader and author see");

  static final Setting<Integer> OPS_LOG_LINES =
      Setting.integer(
          "llm.ops_log_lines",
          50,
          0,
          10_000,
          "number of the newest lines of `ops-log.md` that the reader sees");

  static final Setting<Long> DAILY_CALLS =
      Setting.longInteger(
          "llm.daily_call_limit",
          100,
          0,
          1_000_000,
          "calls to models in a UTC day; 0 is no limit. A call that a crash cut off counts in"
              + " full");

  static final Setting<Long> DAILY_TOKENS =
      Setting.longInteger(
          "llm.daily_token_limit",
          0,
          0,
          1_000_000_000_000L,
          "tokens in a UTC day, input and output together; 0 is no limit. A call that might exceed"
              + " it is not made");

  static final Setting<Double> DAILY_COST =
      Setting.decimal(
          "llm.daily_cost_limit",
          0,
          0,
          1_000_000,
          "US dollars in a UTC day; 0 is no limit. Needs a backend that reports its cost, or prices"
              + " in its settings");

  public static final Setting<Double> CALL_COST =
      Setting.decimal(
          "llm.call_cost_limit",
          1,
          0.01,
          1_000_000,
          "US dollars reserved for a call whose cost only its provider knows; a limit for backends"
              + " that can enforce it");

  /** Limit for all calls that strangers cause, in every component that calls models. */
  public static final Setting<Integer> STRANGERS_PERCENT =
      Setting.integer(
          "reader.stranger_budget_percent",
          20,
          0,
          100,
          "part of each daily limit (`llm.daily_…`) for calls caused by strangers; then they wait"
              + " for the next UTC day");

  static final Setting<Integer> STRANGER_PERCENT =
      Setting.integer(
          "llm.stranger_percent", 50, 1, 100, "part of all strangers' share for each stranger");

  static final Setting<Integer> PRINCIPAL_PERCENT =
      Setting.integer(
          "llm.principal_percent",
          100,
          1,
          100,
          "part of each daily limit for calls that one chosen peer, one person or one webhook has"
              + " caused: by messages to the reader, tasks, hooks");

  static final Setting<Integer> SHARE_CALL_PERCENT =
      Setting.integer(
          "llm.share_call_percent",
          25,
          1,
          100,
          "part of such a share for one call, more only if the call would be useless otherwise;"
              + " unused parts are returned");

  static final Setting<Integer> MAX_OUTPUT_TOKENS =
      Setting.integer("llm.max_output_tokens", 16_384, 256, 1_000_000, "tokens of one answer");

  static final Setting<String> SCRATCH_FOLDER =
      Setting.text(
          "llm.scratch_folder",
          "",
          folder -> folder.isEmpty() || Path.of(folder).isAbsolute(),
          "an absolute path, or nothing",
          "the folder in which coding CLIs run, never below a repository; empty for the system's"
              + " folder for temporary files");

  public static final Settings ALL =
      Settings.of(
          BACKEND,
          TIMEOUT,
          SESSION_LOG_LINES,
          OPS_LOG_LINES,
          DAILY_CALLS,
          DAILY_TOKENS,
          DAILY_COST,
          CALL_COST,
          STRANGERS_PERCENT,
          STRANGER_PERCENT,
          PRINCIPAL_PERCENT,
          SHARE_CALL_PERCENT,
          MAX_OUTPUT_TOKENS,
          SCRATCH_FOLDER);

  private AgentSettings() {}

  /** Returns the setting for the mode of a job. */
  public static Setting<LlmRequest.Mode> mode(Job job) {
    return Setting.oneOf(
        "llm.modes." + job.name(),
        job.mode(),
        "how the "
            + job.name()
            + "'s model works: `answer` has everything in the prompt and no"
            + " tools; `tools` reads and writes files in a scratch directory",
        LlmRequest.Mode.values());
  }

  static Path scratchFolder(Config config) {
    String folder = config.get(SCRATCH_FOLDER);
    return Path.of(folder.isEmpty() ? System.getProperty("java.io.tmpdir", "/tmp") : folder);
  }
}
