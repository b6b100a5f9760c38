package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.protocol.Timestamp;

/** The two logs of a node (IMPLEMENTATION §5). */
public enum LogFile {
  /** What the agent did, read by the LLM agents. */
  SESSION,
  /** Deliveries, errors, retries. */
  OPS;

  private static final int MONTH_CHARACTERS = "2026-03".length();

  public Path in(NodeHome home) {
    return switch (this) {
      case SESSION -> home.sessionLog();
      case OPS -> home.opsLog();
    };
  }

  /** Where lines go that leave the log in the month of this time: {@code …-archive-2026-03.md}. */
  public Path archiveIn(NodeHome home, Timestamp at) {
    String name = in(home).getFileName().toString().replace(".md", "-archive-");
    String month = at.toString().substring(0, MONTH_CHARACTERS);
    return home.runtime().resolve(name + month + ".md");
  }
}
