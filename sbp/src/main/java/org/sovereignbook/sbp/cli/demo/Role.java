package org.sovereignbook.sbp.cli.demo;

import java.util.List;
import java.util.Locale;

/**
 * Who a node is in the demo.
 *
 * @param key the character's folder below {@code examples/demo/}
 */
record Role(String key, String ethos, List<Draft> drafts) {
  Role {
    drafts = List.copyOf(drafts);
  }

  /** The node's name. */
  String name() {
    return key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1);
  }

  List<Draft> originals() {
    return drafts.stream().filter(draft -> draft.inReplyTo().isEmpty()).toList();
  }

  List<Draft> replies() {
    return drafts.stream().filter(draft -> draft.inReplyTo().isPresent()).toList();
  }
}
