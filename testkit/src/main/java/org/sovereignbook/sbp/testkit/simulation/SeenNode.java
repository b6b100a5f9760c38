package org.sovereignbook.sbp.testkit.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Memory of the judge about a node: facts without a judgment. */
final class SeenNode {
  /**
   * An object that a peer has acknowledged.
   *
   * @param losses how often the sender had lost what it knew by then
   * @param at the time of its envelope; one that is not fresh any more cannot be repeated
   */
  record Given(String envelope, int losses, Instant at) {}

  final Map<String, String> pending = new TreeMap<>();
  final Map<String, Instant> accepted = new HashMap<>();
  final Map<String, Instant> blocked = new HashMap<>();
  final Map<String, Given> given = new HashMap<>();
  final Set<String> keys = new HashSet<>();
  final Set<String> everBlocked = new HashSet<>();
  final Set<Integer> followers = new HashSet<>();

  /** How often it could not store what it had learned: it died, or its disk was full. */
  int losses;

  /** Components whose last run has failed. */
  final Set<String> broken = new HashSet<>();

  /** Texts that were in its messages or its failed items, which are kept for weeks. */
  final Set<String> ended = new HashSet<>();

  final Set<String> looked = new HashSet<>();

  /** An envelope in doubt is signed anew then, which its recipient cannot know again. */
  boolean hasRotated;

  /** When its clock was ahead last: by such a clock the time to try has passed. */
  Instant ahead = Instant.MIN;

  /** Peers that have not heard of it cannot reach the node. */
  boolean hasMoved;

  /** The peers known at each move and rotation: others are told when they are known. */
  final List<Set<Integer>> told = new ArrayList<>();

  /** Notes how a step ended; one that failed at a full disk has lost what it knew. */
  void noteStep(String component, boolean isInOrder, boolean isFaulty) {
    if (isInOrder) {
      broken.remove(component);
    } else {
      broken.add(component);
      losses += isFaulty ? 1 : 0;
    }
  }

  /** Adds the texts that have arrived at the node, or failed there, since it was looked at last. */
  void noteEnds(Judge.Machine node) {
    Map<String, byte[]> files = new TreeMap<>(node.below("runtime/outbox/failed"));
    files.putAll(node.below("runtime/messages"));
    files.forEach(
        (name, bytes) -> {
          if (looked.add(name + " " + bytes.length)) {
            PlainEnvelope.token(new String(bytes, StandardCharsets.UTF_8)).ifPresent(ended::add);
          }
        });
  }
}
