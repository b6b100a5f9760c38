package org.sovereignbook.sbp.society.memory;

import java.time.Duration;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for memory. */
public final class MemorySettings {
  static final Setting<Integer> CONTEXT_TOKENS =
      Setting.integer(
          "memory.context_window_tokens",
          200_000,
          20_000,
          2_000_000,
          "context window of the agents' models; a hot context may fill a fiftieth of it");

  static final Setting<Integer> ITEM_BYTES =
      Setting.integer(
          "memory.max_item_bytes", 16_384, 1_024, 1 << 20, "the longest text of an item");

  public static final Setting<Integer> ITEMS =
      Setting.integer(
          "memory.max_items",
          20_000,
          10,
          1_000_000,
          "items that one entity may own; more are refused");

  static final Setting<Integer> PROCEDURAL_ITEMS =
      Setting.integer(
          "memory.procedural_items",
          500,
          10,
          1_000_000,
          "private items of the domain procedural that one entity keeps; the least used leave"
              + " first");

  static final Setting<Duration> INTERRUPT_KEPT =
      Setting.duration(
          "memory.interrupt_days",
          3,
          1,
          3_650,
          "how long private items of the domain interrupt are kept after they were last read");

  static final Setting<Duration> TRANSIENT_KEPT =
      Setting.duration(
          "memory.transient_days",
          3,
          1,
          3_650,
          "how long items are kept that say that something is out of order at present");

  static final Setting<Duration> UNUSED_KEPT =
      Setting.duration(
          "memory.unused_days",
          30,
          1,
          3_650,
          "how long learnings and notes are kept that nobody ever recalled, except those of the"
              + " domain value");

  public static final Setting<Integer> GROUPS =
      Setting.integer(
          "memory.max_groups", 200, 1, 100_000, "groups of the node that are not deleted");

  public static final Setting<Integer> MEMBERS =
      Setting.integer("memory.max_members", 200, 1, 10_000, "members of one group");

  public static final Setting<String> EMBEDDER =
      Setting.text(
          "memory.embedder",
          "",
          "the embedder of a plugin that lets search find texts by their meaning, such as"
              + " e5-small-v2; empty: by words only");

  static final Setting<Integer> START_BYTES =
      Setting.integer(
          "memory.start_bytes",
          6_144,
          512,
          64 << 10,
          "the most that an agent is shown of its memory when a session starts");

  static final Setting<Integer> QUEUED_EVENTS =
      Setting.integer(
          "memory.max_queued_events",
          200,
          1,
          10_000,
          "events that wait for one agent; the oldest are dropped");

  static final Setting<Duration> TRUST_WINDOW =
      Setting.duration(
          "memory.trust_window_days",
          90,
          1,
          3_650,
          "how long an assessment of an agent's memory counts");

  static final Setting<Integer> VIOLATION_WEIGHT =
      Setting.integer(
          "memory.violation_weight", 10, 1, 100, "mistakes that one flagged violation counts as");

  public static final Settings ALL =
      Settings.of(
          CONTEXT_TOKENS,
          ITEM_BYTES,
          ITEMS,
          PROCEDURAL_ITEMS,
          INTERRUPT_KEPT,
          TRANSIENT_KEPT,
          UNUSED_KEPT,
          GROUPS,
          MEMBERS,
          EMBEDDER,
          START_BYTES,
          QUEUED_EVENTS,
          TRUST_WINDOW,
          VIOLATION_WEIGHT);

  private MemorySettings() {}
}
