package org.sovereignbook.sbp.store;

import java.time.YearMonth;
import java.util.List;

/** The logs of a node. Lines come by {@link Change.Log} and leave by {@link Change.CondenseLog}. */
public interface Logs {

  /** The lines of a log, oldest first. */
  List<String> lines(LogFile log);

  /** The months in which lines left the log, in order. */
  List<YearMonth> months(LogFile log);

  /** The lines that left the log in a month, oldest first; none when there are none. */
  List<String> archived(LogFile log, YearMonth month);

  /** Follows a log from its first line on. */
  default LogTail tail(LogFile log) {
    return LogTail.of(() -> lines(log));
  }
}
