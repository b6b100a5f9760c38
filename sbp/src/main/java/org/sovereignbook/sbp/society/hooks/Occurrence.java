package org.sovereignbook.sbp.society.hooks;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;

/**
 * An event as triggers see it.
 *
 * @param channel by which door it came
 */
record Occurrence(StoredEvent event, String channel, Speaker speaker) {

  /**
   * Whom the event speaks for.
   *
   * @param types what it is, the most exact word first, such as {@code peer}, {@code known}
   */
  record Speaker(
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
