package org.sovereignbook.sbp.society.board;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Tasks and their dependencies, in layers: each task lies behind all of its blockers. Pure.
 * Dependencies on tasks outside the graph are ignored.
 *
 * @param layers the length of the longest chain of blockers before each task, by id, in the order
 *     of the tasks
 */
public record TaskGraph(SequencedMap<String, Task> tasks, Map<String, Integer> layers) {

  /** Most levels recorded in a branch; a deeper tree could not be read. */
  public static final int MAX_LEVELS = 12;

  /**
   * A line of the tree: a task below its blocker in the nearest layer.
   *
   * @param depth levels below a root
   * @param lastOfEach for each of the innermost levels, whether the line is below the last entry
   * @param alsoAfter its other blockers
   */
  public record Branch(Task task, int depth, List<Boolean> lastOfEach, List<String> alsoAfter) {}

  /** Returns the graph of tasks without cycles. */
  public static TaskGraph of(List<Task> tasks) {
    SequencedMap<String, Task> byId = new LinkedHashMap<>();
    tasks.forEach(task -> byId.put(task.id(), task));
    Map<String, Integer> missing = new HashMap<>();
    Map<String, List<String>> behind = new HashMap<>();
    for (Task task : tasks) {
      List<String> blockers = task.blockedBy().stream().filter(byId::containsKey).toList();
      missing.put(task.id(), blockers.size());
      blockers.forEach(
          blocker -> behind.computeIfAbsent(blocker, _ -> new ArrayList<>()).add(task.id()));
    }
    Map<String, Integer> layers = new HashMap<>();
    Deque<String> free = new ArrayDeque<>();
    missing.forEach((id, number) -> layers.put(id, 0));
    byId.keySet().stream().filter(id -> missing.getOrDefault(id, 0) == 0).forEach(free::add);
    while (!free.isEmpty()) {
      String id = free.pop();
      int next = layers.getOrDefault(id, 0) + 1;
      for (String waiting : behind.getOrDefault(id, List.of())) {
        layers.merge(waiting, next, Math::max);
        if (missing.merge(waiting, -1, Integer::sum) == 0) {
          free.add(waiting);
        }
      }
    }
    return new TaskGraph(byId, layers);
  }

  /** Returns the task's blockers within the graph, the nearest layer first. */
  List<String> blockers(Task task) {
    return task.blockedBy().stream()
        .filter(tasks::containsKey)
        .sorted(Comparator.comparingInt((String id) -> -layer(id)))
        .toList();
  }

  int layer(String id) {
    return layers.getOrDefault(id, 0);
  }

  /** Returns the graph as a tree with each task once. Works without recursion. */
  public List<Branch> branches() {
    Map<String, List<Task>> below = new HashMap<>();
    List<Task> roots = new ArrayList<>();
    for (Task task : tasks.values()) {
      List<String> blockers = blockers(task);
      if (blockers.isEmpty()) {
        roots.add(task);
      } else {
        below.computeIfAbsent(blockers.getFirst(), _ -> new ArrayList<>()).add(task);
      }
    }
    List<Branch> branches = new ArrayList<>();
    Deque<Branch> ahead = new ArrayDeque<>();
    roots.reversed().forEach(root -> ahead.push(new Branch(root, 0, List.of(), List.of())));
    while (!ahead.isEmpty()) {
      Branch branch = ahead.pop();
      branches.add(branch);
      List<Task> children = below.getOrDefault(branch.task().id(), List.of());
      for (int i = children.size() - 1; i >= 0; i--) {
        List<Boolean> outer = branch.lastOfEach();
        List<Boolean> last =
            new ArrayList<>(
                outer.subList(Math.max(0, outer.size() + 1 - MAX_LEVELS), outer.size()));
        last.add(i == children.size() - 1);
        List<String> blockers = blockers(children.get(i));
        ahead.push(
            new Branch(
                children.get(i),
                branch.depth() + 1,
                List.copyOf(last),
                blockers.subList(1, blockers.size())));
      }
    }
    return branches;
  }
}
