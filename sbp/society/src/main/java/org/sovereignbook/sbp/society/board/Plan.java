package org.sovereignbook.sbp.society.board;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.yaml.MalformedYaml;
import org.sovereignbook.sbp.base.yaml.Yaml;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Tasks that are added together, in their order. Their keys are unique, and the dependencies have
 * no cycle.
 *
 * @param lines the line of each task in the text that it was read from; 0 without a text
 */
public record Plan(List<PlannedTask> tasks, List<Integer> lines) {
  private static final String TASKS = "tasks";
  private static final int MAX_PROBLEMS = 20;
  private static final int MAX_CIRCLE_SHOWN = 10;

  public Plan {
    tasks = List.copyOf(tasks);
    lines = List.copyOf(lines);
    refuse("invalid-plan", doubleKeys(tasks, lines));
    refuse("circular-blockers", circles(tasks, lines));
  }

  /** Makes a plan of tasks that were not read from a text. */
  public static Plan of(List<PlannedTask> tasks) {
    return new Plan(tasks, tasks.stream().map(_ -> 0).toList());
  }

  /**
   * Reads YAML or JSON: a list of tasks, or an object with a list {@code tasks}.
   *
   * @throws SocietyException with the line of every error
   */
  public static Plan read(String text) {
    try {
      return of(Yaml.parse(spaced(text)));
    } catch (MalformedYaml e) {
      throw SocietyException.wrong(
          "invalid-plan",
          "the plan is neither YAML nor JSON: " + PeerText.plain(e.getMessage()),
          "its form:  sbp task add --help");
    }
  }

  /**
   * Replaces tabs by spaces: JSON may be indented with tabs, YAML may not. JSON strings contain no
   * raw tabs.
   */
  private static String spaced(String text) {
    String begin = text.stripLeading();
    return begin.startsWith("{") || begin.startsWith("[") ? text.replace('\t', ' ') : text;
  }

  private static Plan of(Yaml yaml) {
    String prefix = yaml.value() instanceof JsonObject ? TASKS + "." : "";
    List<String> problems = new ArrayList<>();
    if (yaml.value() instanceof JsonObject json) {
      json.members().keySet().stream()
          .filter(name -> !name.equals(TASKS))
          .forEach(
              name ->
                  problems.add(
                      at(yaml.at(name).line())
                          + PeerText.quote(name)
                          + " is no part of a plan; what there is: tasks"));
    }
    JsonArray array = list(yaml.value());
    List<PlannedTask> tasks = new ArrayList<>();
    List<Integer> lines = new ArrayList<>();
    for (int i = 0; i < array.values().size(); i++) {
      int line = yaml.at(prefix + i).line();
      try {
        tasks.add(task(array.values().get(i)));
        lines.add(line);
      } catch (Misfit e) {
        problems.add(at(line) + e.in("this task"));
      }
    }
    refuse("invalid-plan", problems);
    return new Plan(tasks, lines);
  }

  private static JsonArray list(JsonValue value) {
    Optional<JsonArray> found =
        value instanceof JsonObject object
            ? object.array(TASKS)
            : Optional.of(value).filter(JsonArray.class::isInstance).map(JsonArray.class::cast);
    return found.orElseThrow(
        () ->
            SocietyException.wrong(
                "invalid-plan",
                "the plan holds no list of tasks",
                "its form:  sbp task add --help"));
  }

  /** Reads a task; a plain text is a title. */
  private static PlannedTask task(JsonValue value) {
    if (value instanceof JsonObject json) {
      return Shape.of(PlannedTask.class).readExactly(json);
    }
    if (value instanceof JsonString(String title)) {
      return PlannedTask.titled(title);
    }
    return Shape.of(PlannedTask.class).readExactly(JsonObject.empty());
  }

  /** Returns the start of an error message about a task. */
  String place(int task) {
    return at(lines.get(task));
  }

  private static List<String> doubleKeys(List<PlannedTask> tasks, List<Integer> lines) {
    List<String> problems = new ArrayList<>();
    Map<String, Integer> lineOfKey = new HashMap<>();
    for (int i = 0; i < tasks.size(); i++) {
      int line = lines.get(i);
      tasks
          .get(i)
          .key()
          .filter(key -> lineOfKey.putIfAbsent(key, line) != null)
          .ifPresent(key -> problems.add(at(line) + "the key " + key + " is taken"));
    }
    return problems;
  }

  private static List<String> circles(List<PlannedTask> tasks, List<Integer> lines) {
    Map<String, Integer> lineOfKey = new HashMap<>();
    Map<String, List<String>> blockers = new LinkedHashMap<>();
    Map<String, List<String>> parents = new LinkedHashMap<>();
    for (int i = 0; i < tasks.size(); i++) {
      PlannedTask task = tasks.get(i);
      if (task.key().isPresent()) {
        lineOfKey.put(task.key().get(), lines.get(i));
        blockers.put(task.key().get(), task.blockers());
        parents.put(task.key().get(), task.parent().stream().toList());
      }
    }
    return Stream.concat(
            PlanOrder.circle(blockers).stream()
                .map(
                    circle ->
                        at(lineOfKey.getOrDefault(circle.getFirst(), 0))
                            + "these wait for each other in a circle: "
                            + shown(circle)),
            PlanOrder.circle(parents).stream()
                .map(circle -> "these are each other's parents: " + shown(circle)))
        .toList();
  }

  private static String shown(List<String> circle) {
    List<String> names =
        new ArrayList<>(
            circle.stream().limit(MAX_CIRCLE_SHOWN).map(name -> PeerText.plain(name)).toList());
    if (circle.size() > MAX_CIRCLE_SHOWN) {
      names.add("…");
    }
    names.add(PeerText.plain(circle.getFirst()));
    return String.join(" → ", names);
  }

  private static String at(int line) {
    return line > 0 ? "line " + line + ": " : "";
  }

  /** Throws one exception with all problems. */
  static void refuse(String code, List<String> problems) {
    if (problems.isEmpty()) {
      return;
    }
    List<String> shown = new ArrayList<>(problems.stream().limit(MAX_PROBLEMS).toList());
    if (problems.size() > MAX_PROBLEMS) {
      shown.add("and " + (problems.size() - MAX_PROBLEMS) + " more");
    }
    throw SocietyException.wrong(
        code,
        problems.size() == 1 ? problems.getFirst() : "nothing was added; the plan has mistakes",
        Stream.concat(shown.stream().filter(_ -> problems.size() > 1), Stream.of(remedy(code)))
            .toArray(String[]::new));
  }

  private static String remedy(String code) {
    return switch (code) {
      case "unknown-blocker" -> "what there is:  sbp task list";
      case "unknown-agent" -> "who there is:  sbp agent list";
      case "too-many-tasks" -> "allow more:  sbp config set board.max_plan_tasks NUMBER";
      default -> "its form:  sbp task add --help";
    };
  }
}
