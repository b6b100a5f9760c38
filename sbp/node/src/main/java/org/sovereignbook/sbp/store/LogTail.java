package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reader of the lines added to a log. Not thread-safe. */
public interface LogTail {

  /** Returns the complete lines that were added since the last call; at first all lines. */
  List<String> added();

  /**
   * Returns a tail that reads the whole log each time. If the older lines have changed, the log was
   * condensed: then only lines behind the last known line are new.
   */
  static LogTail of(Supplier<List<String>> log) {
    List<String> shown = new ArrayList<>();
    return () -> {
      List<String> now = log.get();
      int from = newFrom(shown, now);
      shown.clear();
      shown.addAll(now);
      return List.copyOf(now.subList(from, now.size()));
    };
  }

  private static int newFrom(List<String> shown, List<String> now) {
    if (shown.isEmpty()) {
      return 0;
    }
    if (now.size() >= shown.size() && now.subList(0, shown.size()).equals(shown)) {
      return shown.size();
    }
    int last = now.lastIndexOf(shown.getLast());
    return last < 0 ? now.size() : last + 1;
  }
}
