package org.sovereignbook.sbp.plugins.hooks;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;

/**
 * An event with the values that triggers test.
 *
 * @param channel the channel by which it arrived
 */
record Occurrence(StoredEvent event, String channel, Actor actor) {

  /**
   * The principal of the event.
   *
   * @param types its kinds, the most specific first, such as {@code peer}, {@code known}
   */
  record Actor(
      List<String> types,
      String id,
      String name,
      Optional<String> relationship,
      List<String> tags) {
    String type() {
      return types.getFirst();
    }
  }
}
