package org.sovereignbook.sbp.plugins.demo;

import java.util.List;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;

/**
 * The demo's settings in a node's {@code scheduler-config.json}, set as an operator would: one
 * endorsement is enough for promotion, no days lie between the pieces that endorse a peer, three
 * drafts go out at a time, and components that would be due in some hours are due now.
 */
final class DemoConfig {
  private static final List<String> OFTEN = List.of("author", "network");
  private static final int LATER_MINUTES = 1440;

  private DemoConfig() {}

  /** Prepares the configuration once, when the node has been made. */
  static void prepare(Node node) {
    write(
        node,
        node.config()
            .withJson(
                "components.delivery.run_after",
                JsonArray.ofStrings(List.of("reader", "author", "network")))
            .withJson("network_config.endorsement_threshold", new JsonInteger(1))
            .withJson("builtin.identity_gap_days", new JsonInteger(0))
            .withJson("builtin.drafts_per_run", new JsonInteger(3)));
    setDue(node, Set.of());
  }

  /**
   * Sets the schedule of author and network: those in {@code due} at every tick, the other not
   * before tomorrow.
   */
  static void setDue(Node node, Set<String> due) {
    Config config = node.config();
    for (String name : OFTEN) {
      int minutes = due.contains(name) ? 0 : LATER_MINUTES;
      config =
          config.withJson("components." + name + ".interval_minutes", new JsonInteger(minutes));
    }
    write(node, config);
  }

  private static void write(Node node, Config config) {
    node.writeJson(config.file(), config.json());
  }
}
