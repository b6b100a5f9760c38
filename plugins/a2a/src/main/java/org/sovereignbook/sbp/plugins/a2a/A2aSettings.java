package org.sovereignbook.sbp.plugins.a2a;

import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for A2A. */
final class A2aSettings {
  static final Setting<Integer> OPEN_TASKS =
      Setting.integer(
          "a2a.open_tasks", 50, 1, 100_000, "tasks of one client that have not ended, at most");

  static final Setting<Integer> UNKNOWN_TASKS =
      Setting.integer(
          "a2a.unknown_tasks",
          20,
          0,
          100_000,
          "the same for all clients together that have proved nothing");

  static final Setting<Integer> WAIT_SECONDS =
      Setting.integer(
          "a2a.wait_seconds",
          20,
          0,
          25,
          "how long a message waits for its task to end; then the answer is the task as it is");

  static final Setting<Integer> KEEP_DAYS =
      Setting.integer(
          "a2a.keep_days",
          30,
          2,
          3_650,
          "how long a client can look at a task that has ended, and repeat its message");

  static final Setting<Integer> FILE_BYTES =
      Setting.integer(
          "a2a.file_bytes",
          524_288,
          0,
          768_000,
          "files in one message of a client, at most; 20 times as much of it is kept");

  static final Settings ALL =
      Settings.of(OPEN_TASKS, UNKNOWN_TASKS, WAIT_SECONDS, KEEP_DAYS, FILE_BYTES);

  private A2aSettings() {}
}
