package org.sovereignbook.sbp.authority.ledger;

import java.util.List;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Settings of the society's database. */
public final class SocietySettings {
  private static final int MAX_ROWS = 100_000_000;
  private static final int MAX_DAYS = 36_500;
  private static final long ROW_BYTES = 2_048;
  private static final long AUDIT_BYTES = 512;

  static final Setting<Integer> PEER_EVENTS =
      Setting.integer(
          "society.max_peer_events",
          50_000,
          0,
          MAX_ROWS,
          "number of events kept that strangers caused (peers, webhooks, persons, unknown); of"
              + " those older than three days the oldest go first. All events of the owner and of"
              + " agents are kept");

  static final Setting<Integer> EVENTS_OF_ONE_PEER =
      Setting.integer(
          "society.max_events_per_peer", 10_000, 0, MAX_ROWS, "the same for each of them");

  static final Setting<Integer> PEER_TEXTS_KEEP_DAYS =
      Setting.integer(
          "society.peer_texts_keep_days",
          180,
          3,
          MAX_DAYS,
          "how long texts of strangers' events are kept; then they are erased, and their hashes"
              + " stay");

  static final Setting<Long> PEER_TEXT_BYTES =
      Setting.longInteger(
          "society.max_peer_text_bytes",
          256L << 20,
          0,
          Long.MAX_VALUE,
          "total size of such texts; of those older than three days the oldest are erased first");

  static final Setting<Integer> PEER_AUDIT_ROWS =
      Setting.integer(
          "society.max_peer_audit_rows",
          10_000,
          0,
          MAX_ROWS,
          "number of decisions on strangers' calls that maintenance keeps; the oldest go first."
              + " There are never more than twice as many");

  public static final Setting<Integer> AUDIT_KEEP_DAYS =
      Setting.integer("society.audit_keep_days", 90, 1, MAX_DAYS, "how long decisions are kept");

  public static final Setting<Integer> GRANTS_KEEP_DAYS =
      Setting.integer(
          "society.grants_keep_days",
          365,
          1,
          MAX_DAYS,
          "how long grants and requests are kept after their end, with their history");

  static final Setting<Integer> ERASED_KEEP_DAYS =
      Setting.integer(
          "society.erased_keep_days",
          90,
          3,
          MAX_DAYS,
          "how long hashes of erased texts are kept after the last event about them");

  static final Setting<Integer> LEFT_KEEP_DAYS =
      Setting.integer(
          "society.left_keep_days",
          90,
          3,
          MAX_DAYS,
          "how long sent items are remembered, so that none is sent again");

  public static final Settings ALL =
      Settings.of(
          PEER_EVENTS,
          EVENTS_OF_ONE_PEER,
          PEER_TEXTS_KEEP_DAYS,
          PEER_TEXT_BYTES,
          PEER_AUDIT_ROWS,
          AUDIT_KEEP_DAYS,
          GRANTS_KEEP_DAYS,
          ERASED_KEEP_DAYS,
          LEFT_KEEP_DAYS);

  private SocietySettings() {}

  /**
   * Limit on the data that strangers can make the database keep after maintenance.
   *
   * @param setting the setting that decides it
   */
  public record Bound(String what, long rows, long bytes, Setting<?> setting) {}

  public static List<Bound> bounds(Config config) {
    return List.of(
        bound("society: events", PEER_EVENTS, ROW_BYTES, config),
        new Bound("society: texts", 1, config.get(PEER_TEXT_BYTES), PEER_TEXT_BYTES),
        bound("society: audit", PEER_AUDIT_ROWS, 2 * AUDIT_BYTES, config));
  }

  private static Bound bound(String what, Setting<Integer> rows, long bytes, Config config) {
    return new Bound(what, config.get(rows), config.get(rows) * bytes, rows);
  }
}
