package org.sovereignbook.sbp.cli.demo;

import java.util.List;
import java.util.Set;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;

/**
 * What the demo sets in a node's {@code scheduler-config.json}, as an operator would: one
 * endorsement is enough for promotion, two drafts go out at a time, and a component that would be
 * due in some hours is due now.
 */
final class DemoConfig {
  private static final String COMPONENTS = "components";
  private static final String INTERVAL = "interval_minutes";
  private static final String AUTHOR = "author";
  private static final String NETWORK = "network";
  private static final int LATER_MINUTES = 1440;
  private static final List<String> DELIVERY_RUNS_AFTER = List.of("reader", AUTHOR, NETWORK);

  private DemoConfig() {}

  /** Once, when the node has been made. */
  static void prepare(Node node) {
    JsonObject config = node.config().json();
    JsonObject components = section(config, COMPONENTS);
    JsonObject delivery =
        section(components, "delivery").with("run_after", JsonArray.ofStrings(DELIVERY_RUNS_AFTER));
    node.writeJson(
        node.home().schedulerConfig(),
        config
            .with(COMPONENTS, components.with("delivery", delivery))
            .with(
                "network_config",
                section(config, "network_config").with("endorsement_threshold", 1))
            .with("builtin", section(config, "builtin").with("drafts_per_run", 2)));
    setDue(node, Set.of());
  }

  /** Of author and network, those named are due at every tick, the other not before tomorrow. */
  static void setDue(Node node, Set<String> due) {
    JsonObject config = node.config().json();
    JsonObject components = section(config, COMPONENTS);
    for (String name : List.of(AUTHOR, NETWORK)) {
      int minutes = due.contains(name) ? 0 : LATER_MINUTES;
      components = components.with(name, section(components, name).with(INTERVAL, minutes));
    }
    node.writeJson(node.home().schedulerConfig(), config.with(COMPONENTS, components));
  }

  private static JsonObject section(JsonObject json, String name) {
    return json.object(name).orElse(JsonObject.empty());
  }
}
