package org.sovereignbook.sbp.society.sessions;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.judgment.CallLimit;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for sessions. */
public final class SessionsSettings {
  public static final Setting<String> BACKEND =
      Setting.text(
          "sessions.backend", "", "the model of conversations; empty for the one of `llm.backend`");

  static final Setting<QueueMode> MODE =
      Setting.oneOf(
          "sessions.mode",
          QueueMode.COLLECT,
          "how messages are queued while a session is busy",
          QueueMode.values());

  static final Setting<List<String>> CHANNEL_MODES =
      Setting.texts(
          "sessions.channel_modes",
          List.of(),
          each -> channelMode(each).isPresent(),
          "a channel and a mode, such as mail:followup",
          "the same for single channels; agents, timers and hooks use followup, chat uses steer");

  static final Setting<DmScope> DM_SCOPE =
      Setting.oneOf(
          "sessions.dm_scope",
          DmScope.PER_PEER,
          "the session of a peer's direct messages when no policy names one: the peer's own, also"
              + " by channel, or the main one, which then acts for the peer, too",
          DmScope.values());

  static final Setting<Integer> DEBOUNCE_MS =
      Setting.integer(
          "sessions.debounce_ms",
          100,
          0,
          600_000,
          "milliseconds for which a collecting session waits for a further message");

  static final Setting<Integer> CAP =
      Setting.integer(
          "sessions.max_waiting",
          20,
          1,
          1_000,
          "messages of one principal that wait in one session");

  static final Setting<Overflow> OVERFLOW =
      Setting.oneOf(
          "sessions.overflow",
          Overflow.SUMMARIZE,
          "what happens beyond that: the old or the new message is refused, or the beginnings of"
              + " the old ones join the next turn",
          Overflow.values());

  static final Setting<Duration> EXPIRY =
      Setting.duration(
          "sessions.expiry_seconds",
          259_200,
          60,
          31_536_000,
          "how long a message may wait for its turn");

  static final Setting<Integer> MAX_MESSAGE_BYTES =
      Setting.integer(
          "sessions.max_message_bytes", 262_144, 1_024, 16 << 20, "the longest message");

  public static final Setting<Integer> MAX_RESULT_BYTES =
      Setting.integer(
          "sessions.max_result_bytes",
          65_536,
          1_024,
          16 << 20,
          "the part of a tool's result that the model is shown");

  public static final Setting<Integer> MAX_STEPS =
      Setting.integer(
          "sessions.max_steps", 40, 1, 1_000, "calls of the model within one turn; then it fails");

  public static final Setting<Integer> PARALLEL =
      Setting.integer(
          "sessions.parallel", 3, 1, 32, "sessions in which `sbp up` runs a turn at one time");

  public static final Setting<Duration> ABORT_GRACE =
      Setting.duration(
          "sessions.abort_grace_seconds",
          5,
          0,
          60,
          "how long an aborted turn waits for a tool that runs");

  static final Setting<Integer> MAX_DISPATCHES =
      Setting.integer(
          "sessions.max_dispatches",
          10,
          1,
          1_000,
          "pieces of work that one session has handed to agents at the same time");

  static final Setting<Integer> MAX_DISPATCH_MESSAGES =
      Setting.integer(
          "sessions.max_dispatch_messages",
          50,
          1,
          10_000,
          "messages between a caller and a worker about one piece of work");

  static final Setting<Duration> DISPATCH_EXPIRY =
      Setting.duration(
          "sessions.dispatch_expiry_seconds",
          86_400,
          10,
          31_536_000,
          "how long a worker may take; then its work is stopped, and the caller is informed");

  static final Setting<Integer> DAILY_TOKENS =
      Setting.integer(
          "sessions.daily_tokens",
          0,
          0,
          2_000_000_000,
          "tokens of all conversations in a day; 0 is no limit. A turn that would pass it waits");

  static final Setting<Integer> SESSION_TOKENS =
      Setting.integer(
          "sessions.session_daily_tokens", 0, 0, 2_000_000_000, "the same for each conversation");

  static final Setting<Integer> WINDOW_TOKENS =
      Setting.integer(
          "sessions.context_tokens",
          200_000,
          4_096,
          10_000_000,
          "context window of the model, if the backend does not say a smaller one");

  static final Setting<Integer> RESERVE_TOKENS =
      Setting.integer(
          "sessions.reserve_tokens",
          20_000,
          256,
          1_000_000,
          "part of the window that stays free; a prompt that would reach it is compacted first");

  static final Setting<Integer> KEEP_TOKENS =
      Setting.integer(
          "sessions.keep_tokens",
          30_000,
          256,
          1_000_000,
          "the newest turns that a compaction leaves as they are");

  static final Setting<Integer> PROMPT_DAYS =
      Setting.integer(
          "sessions.prompt_days",
          90,
          1,
          36_500,
          "how long a turn keeps which calls of models it made and what their prompts held");

  public static final Settings ALL =
      Settings.of(
          BACKEND,
          MODE,
          CHANNEL_MODES,
          DM_SCOPE,
          DEBOUNCE_MS,
          CAP,
          OVERFLOW,
          EXPIRY,
          MAX_MESSAGE_BYTES,
          MAX_RESULT_BYTES,
          MAX_STEPS,
          PARALLEL,
          ABORT_GRACE,
          MAX_DISPATCHES,
          MAX_DISPATCH_MESSAGES,
          DISPATCH_EXPIRY,
          DAILY_TOKENS,
          SESSION_TOKENS,
          WINDOW_TOKENS,
          RESERVE_TOKENS,
          KEEP_TOKENS,
          PROMPT_DAYS);

  private SessionsSettings() {}

  /** Sessions that direct messages share (NEXUS §9). */
  enum DmScope {
    MAIN,
    PER_PEER,
    PER_CHANNEL_PEER;

    @Override
    public String toString() {
      return Words.hyphenated(this);
    }
  }

  /** Treatment of messages beyond the cap. */
  enum Overflow {
    OLD,
    NEW,
    SUMMARIZE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns the backend of conversations when they have none of their own. */
  public static String usualBackend(Config config) {
    return config.get(AgentSettings.BACKEND);
  }

  /** Returns the limits on the calls of a session's turns. */
  public static List<CallLimit> limits(Config config, String component) {
    return List.of(
        new CallLimit("sessions.daily_tokens", "session:", 0, config.get(DAILY_TOKENS)),
        new CallLimit("sessions.session_daily_tokens", component, 0, config.get(SESSION_TOKENS)));
  }

  /** Returns the mode of a channel: the operator's, or the program's own. */
  static Optional<QueueMode> ofChannel(Config config, String channel) {
    Optional<QueueMode> chosen =
        config.get(CHANNEL_MODES).stream()
            .filter(each -> each.startsWith(channel + ":"))
            .flatMap(each -> channelMode(each).stream())
            .findFirst();
    return chosen.isPresent()
        ? chosen
        : switch (channel) {
          case "chat" -> Optional.of(QueueMode.STEER);
          case "agent", "timer", "hook", "session" -> Optional.of(QueueMode.FOLLOWUP);
          default -> Optional.empty();
        };
  }

  /** Returns the mode in a text such as {@code mail:followup}. */
  private static Optional<QueueMode> channelMode(String text) {
    int colon = text.indexOf(':');
    return colon < 1 ? Optional.empty() : QueueMode.of(text.substring(colon + 1));
  }
}
