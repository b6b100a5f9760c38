package org.sovereignbook.sbp.ops.up;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;

/** An order to a running {@code sbp up}, left in a file that it looks at each second. */
enum UpOrder {
  /** Starts the server again, which then has the present settings. */
  RELOAD,
  /** Starts all processes again. */
  RESTART;

  private static final String ORDER = "order";

  private static Path file(NodeHome home) {
    return home.operational().resolve("up-order.json");
  }

  /** Leaves the order. */
  void leave(Node node) {
    node.writeJson(
        file(node.home()),
        JsonObject.builder()
            .put(ORDER, name().toLowerCase(Locale.ROOT))
            .put("at", node.now().toString())
            .build());
  }

  /** Takes the order that waits, if there is one. */
  static Optional<UpOrder> take(Node node) {
    Path file = file(node.home());
    if (!node.disk().exists(file)) {
      return Optional.empty();
    }
    Optional<String> word = node.readIntactJson(file).flatMap(json -> json.string(ORDER));
    node.disk().delete(file);
    for (UpOrder order : values()) {
      if (word.equals(Optional.of(order.name().toLowerCase(Locale.ROOT)))) {
        return Optional.of(order);
      }
    }
    return Optional.empty();
  }
}
