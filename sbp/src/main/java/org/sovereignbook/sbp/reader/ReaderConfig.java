package org.sovereignbook.sbp.reader;

import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

/**
 * Section {@code reader} of the configuration.
 *
 * @param maxItemsPerRun items in one digest; the rest waits for the next run
 * @param maySetTrusted whether a decision may make an endorsed peer trusted (CHOICES 12)
 * @param maxSubscribers from {@code network_config}: how many peers may follow us
 */
public record ReaderConfig(int maxItemsPerRun, boolean maySetTrusted, int maxSubscribers) {
  /** The name of the section. */
  public static final String SECTION = "reader";

  private static final String MAX_ITEMS = "max_items_per_run";
  private static final String MAY_SET_TRUSTED = "may_set_trusted";
  private static final ReaderConfig DEFAULTS = new ReaderConfig(50, true, 500);
  private static final int MAX_MAX_ITEMS = 1_000;
  private static final int MAX_MAX_SUBSCRIBERS = 1_000_000;

  public static ReaderConfig defaults() {
    return DEFAULTS;
  }

  /**
   * Reads the section.
   *
   * @throws org.sovereignbook.sbp.node.ConfigException that names a key with an unusable value
   */
  public static ReaderConfig from(Config config) {
    Config reader = config.section(SECTION);
    return new ReaderConfig(
        reader.integer(MAX_ITEMS, DEFAULTS.maxItemsPerRun, 1, MAX_MAX_ITEMS),
        reader.flag(MAY_SET_TRUSTED, DEFAULTS.maySetTrusted),
        config
            .section("network_config")
            .integer("max_subscribers", DEFAULTS.maxSubscribers, 0, MAX_MAX_SUBSCRIBERS));
  }

  /** The section as {@code sbp init} writes it; {@code max_subscribers} belongs to network. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put(MAX_ITEMS, maxItemsPerRun)
        .put(MAY_SET_TRUSTED, maySetTrusted)
        .build();
  }
}
