package org.sovereignbook.sbp.testkit.simulation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** Everything that happens in a simulation, as one hash; the last lines are kept for people. */
final class Trace {
  private static final int KEPT = Integer.getInteger("sbp.simulation.lines", 0);

  private final MessageDigest digest;
  private final Deque<String> last = new ArrayDeque<>();
  private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
  private final Map<String, Long> counts = new TreeMap<>();

  Trace() {
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  void add(Instant at, String what) {
    digest.update((at + " " + what + "\n").getBytes(StandardCharsets.UTF_8));
    if (KEPT > 0) {
      last.add(at + " " + what);
      if (last.size() > KEPT) {
        last.remove();
      }
    }
  }

  void fault(Instant at, FaultKind kind, String what) {
    faults.merge(kind, 1, Integer::sum);
    add(at, kind + " " + what);
  }

  void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  /** Returns a short name of bytes, which does not depend on the place of a node's folder. */
  static String of(byte[] bytes, String root) {
    byte[] same = bytes;
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    if (text.contains(root)) {
      same = text.replace(root, "").getBytes(StandardCharsets.ISO_8859_1);
    }
    CRC32C sum = new CRC32C();
    sum.update(same);
    return same.length + ":" + Long.toHexString(sum.getValue());
  }

  Map<FaultKind, Integer> faults() {
    return faults;
  }

  Map<String, Long> counts() {
    return counts;
  }

  List<String> last() {
    return List.copyOf(last);
  }

  /** Returns the hash of everything. */
  String hash() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
