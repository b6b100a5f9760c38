package org.sovereignbook.sbp.society.board;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A dependency graph of names. Pure; linear in its edges, at any depth. */
final class PlanOrder {
  private PlanOrder() {}

  /**
   * Returns a dependency cycle, if there is one: each name waits for the next, the last for the
   * first.
   *
   * @param blockers the blockers of each name; names that are not keys have none
   */
  static Optional<List<String>> circle(Map<String, List<String>> blockers) {
    Set<String> done = new HashSet<>();
    for (String start : blockers.keySet()) {
      Optional<List<String>> found = circle(blockers, start, done);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Works without recursion: a plan of ten thousand tasks in a row is deeper than the stack. */
  private static Optional<List<String>> circle(
      Map<String, List<String>> blockers, String start, Set<String> done) {
    List<String> path = new ArrayList<>();
    Map<String, Integer> placeOnPath = new HashMap<>();
    Deque<Deque<String>> ahead = new ArrayDeque<>();
    Deque<String> first = new ArrayDeque<>(List.of(start));
    ahead.push(first);
    while (!ahead.isEmpty()) {
      if (ahead.peek().isEmpty()) {
        ahead.pop();
        if (!path.isEmpty()) {
          String left = path.removeLast();
          placeOnPath.remove(left);
          done.add(left);
        }
        continue;
      }
      String next = ahead.peek().pop();
      Integer seen = placeOnPath.get(next);
      if (seen != null) {
        return Optional.of(List.copyOf(path.subList(seen, path.size())));
      }
      if (!done.contains(next)) {
        placeOnPath.put(next, path.size());
        path.add(next);
        ahead.push(new ArrayDeque<>(blockers.getOrDefault(next, List.of())));
      }
    }
    return Optional.empty();
  }
}
