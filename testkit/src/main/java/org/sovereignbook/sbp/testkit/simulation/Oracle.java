package org.sovereignbook.sbp.testkit.simulation;

import java.time.Instant;
import java.util.*;
import java.util.function.Supplier;

final class Oracle implements Judge {
  private final Supplier<Instant> now;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Long> checks = new TreeMap<>();
  Oracle(Supplier<Instant> now) { this.now = now; }
  List<String> violations() { return violations; }
  Map<String, Long> checks() { return checks; }
  void end(List<? extends Machine> nodes) { }
  public void posted(Machine from, String endpoint, byte[] envelope) {}
  public void learned(Machine from, int to, byte[] envelope, int status, byte[] answer) {}
  public void answered(Machine by, byte[] envelope, int status, byte[] answer) {}
  public void stepEnded(Machine node, String component, int exit) {}
  public void stepFailed(Machine node, String component, RuntimeException why) {
    java.io.StringWriter w = new java.io.StringWriter();
    why.printStackTrace(new java.io.PrintWriter(w));
    if (!node.isFaulty()) violations.add(now.get() + " " + node.index() + " " + component + ": " + w);
  }
  public void crashed(Machine node) {}
  public void restored(Machine node) {}
  public void wrote(Machine from, int to, String token) {}
  public void blocked(Machine node, String key, boolean isBlocked) {}
  public void rotated(Machine node, String from, String to) {}
}
