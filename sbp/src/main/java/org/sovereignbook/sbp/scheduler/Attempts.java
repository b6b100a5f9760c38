package org.sovereignbook.sbp.scheduler;

import java.util.HashMap;
import java.util.Map;

/**
 * What already ran in this tick, so that a component that fails or makes no progress runs once
 * (CHOICES 11). Not thread-safe.
 */
final class Attempts {
  private final Map<String, Attempt> last = new HashMap<>();

  private record Attempt(int inboxBefore, Outcome outcome) {}

  void add(String component, int inboxBefore, Outcome outcome) {
    last.put(component, new Attempt(inboxBefore, outcome));
  }

  boolean contains(String component) {
    return last.containsKey(component);
  }

  /**
   * Whether waiting messages are a reason to run: on the first run in this tick, and again only
   * when the last one ended well and left fewer than it found. Since they have to get fewer every
   * time, a tick comes to an end even while messages keep coming in.
   */
  boolean inboxMayTrigger(String component, int inboxNow) {
    Attempt attempt = last.get(component);
    return attempt == null || (!attempt.outcome().isFailure() && inboxNow < attempt.inboxBefore());
  }
}
