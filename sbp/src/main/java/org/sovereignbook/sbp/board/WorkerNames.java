package org.sovereignbook.sbp.board;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.ledger.Principal;

/** Workers and reviewers by the names that people know them by. */
final class WorkerNames {
  private static final int SHOWN = 14;

  private WorkerNames() {}

  /** The one of this name. */
  static Principal principal(String name) {
    return name.equals(Principal.OWNER.text())
        ? Principal.OWNER
        : Principal.agent(ContentHash.ofBytes(name.getBytes(StandardCharsets.UTF_8)).hex());
  }

  /** What people call it. */
  static String name(Principal principal) {
    String text = principal.text();
    return text.length() > SHOWN ? text.substring(0, SHOWN) : text;
  }
}
