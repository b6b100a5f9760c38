package org.sovereignbook.sbp.store;

import java.util.List;
import org.sovereignbook.sbp.store.Collection.Streamed;

/** The two logs of a node (IMPLEMENTATION §5). */
public final class LogFile {
  /** Log of the agent's actions, read by the LLM agents. */
  public static final Streamed SESSION =
      Collection.stream("session").at("session-log.md").readable();

  /** Deliveries, errors, retries. */
  public static final Streamed OPS = Collection.stream("ops").at("ops-log.md");

  /** Both. */
  public static final List<Streamed> ALL = List.of(SESSION, OPS);

  private LogFile() {}
}
