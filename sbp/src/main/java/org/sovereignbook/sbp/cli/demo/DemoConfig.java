package org.sovereignbook.sbp.cli.demo;

import java.util.List;
import org.sovereignbook.sbp.json.JsonObject;

/**
 * The node's configuration with what a person would not wait for made quick: what runs at intervals
 * runs in every tick, one endorsement is enough for promotion, two drafts go out at a time.
 */
final class DemoConfig {
  private static final List<String> EVERY_TICK = List.of("author", "delivery", "network");

  private DemoConfig() {}

  static JsonObject of(JsonObject config) {
    JsonObject components = section(config, "components");
    for (String name : EVERY_TICK) {
      components =
          components.with(name, section(components, name).with("interval_minutes", 0));
    }
    return config
        .with("components", components)
        .with("network_config", section(config, "network_config").with("endorsement_threshold", 1))
        .with("builtin", section(config, "builtin").with("drafts_per_run", 2));
  }

  private static JsonObject section(JsonObject json, String name) {
    return json.object(name).orElse(JsonObject.empty());
  }
}
