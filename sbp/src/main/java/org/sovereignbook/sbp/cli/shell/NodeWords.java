package org.sovereignbook.sbp.cli.shell;

import java.util.List;

/** What a node has names for. A node that cannot be read has none: completion never fails. */
interface NodeWords {

  /** A peer as it is typed and as it is told apart. */
  record PeerWord(String name, String key, String endpoint, String trust) {}

  List<PeerWord> peers();

  List<String> inboxIds();

  List<String> outboxIds();
}
