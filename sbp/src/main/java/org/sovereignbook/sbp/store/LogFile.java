package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import java.time.YearMonth;
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

  /** The month whose archive takes the lines that leave the log at this time. */
  public static YearMonth month(Timestamp at) {
    return YearMonth.parse(at.toString().substring(0, MONTH_CHARACTERS));
  }

  /** How the names of its archives begin: {@code session-log-archive-}. */
  public String archivePrefix() {
    return switch (this) {
      case SESSION -> "session-log-archive-";
      case OPS -> "ops-log-archive-";
    };
  }

  /** The archive of a month, as a file: {@code session-log-archive-2026-03.md}. */
  public Path archiveIn(NodeHome home, YearMonth month) {
    return home.runtime().resolve(archivePrefix() + month + ".md");
  }

  /** Where lines go that leave the log at this time. */
  public Path archiveIn(NodeHome home, Timestamp at) {
    return archiveIn(home, month(at));
  }

  /** The change that adds a line. */
  public Change append(LogEntry entry) {
    return new Change.Log(this, entry);
  }
}
