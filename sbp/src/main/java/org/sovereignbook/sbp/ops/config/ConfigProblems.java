package org.sovereignbook.sbp.ops.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.node.Suggestion;
import org.sovereignbook.sbp.runtime.health.Health;

/**
 * What is wrong with a configuration: values that cannot be used, and keys that no room reads. An
 * unknown key is no error to a program that reads the file, which may have been written for a newer
 * one; but whoever mistyped {@code daily_cost_limit} must hear that there is no limit now.
 */
public final class ConfigProblems {
  /** Whose sections belong to plugins, which need not be installed here. */
  private static final Set<String> OF_PLUGINS = Set.of("llm", "store");

  private static final String ANY = "*";

  /**
   * One problem.
   *
   * @param key where
   * @param text one line with file and key
   * @param remedy what to do, if more is known than the text says
   */
  public record Problem(String key, String text, Optional<String> remedy) {
    /** For a person. */
    public String line() {
      return text + remedy.map(what -> "; " + what).orElse("");
    }
  }

  /** The names that may stand in a section. */
  private record Known(Map<String, Known> members, boolean free) {
    static Known of(List<String> keys) {
      Known root = new Known(new LinkedHashMap<>(), false);
      keys.forEach(key -> add(root, key));
      return root;
    }
  }

  /** What the program itself reads: made once, by whoever asks first. */
  private static final class Own {
    private static final Known ROOT = Known.of(SettingKeys.all());
  }

  private final Config config;
  private final List<Problem> problems = new ArrayList<>();

  private ConfigProblems(Config config) {
    this.config = config;
  }

  /** All of them: values first, then unknown keys in the order of the file. */
  public static List<Problem> of(Config config, List<Settings> rooms) {
    ConfigProblems found = new ConfigProblems(config);
    for (Settings room : rooms) {
      for (ConfigException wrong : room.problems(config)) {
        found.problems.add(
            new Problem(wrong.key(), String.valueOf(wrong.getMessage()), Optional.empty()));
      }
    }
    found.problems.addAll(unknown(config, Known.of(ProgramSettings.keys(rooms))));
    return List.copyOf(found.problems);
  }

  /** Only the keys that nobody reads. */
  private static List<Problem> unknown(Config config, Known known) {
    ConfigProblems found = new ConfigProblems(config);
    found.walk("", config.json(), List.of(known));
    return List.copyOf(found.problems);
  }

  /** Makes ready what {@link #reasons} compares a configuration with; another thread may. */
  public static void prepare() {
    Known _ = Own.ROOT;
  }

  /**
   * Keys of a node that do nothing; a file that cannot be read is not judged. Asked at each {@code
   * status} and {@code tick}, which need not make the settings of all rooms for it.
   */
  public static List<Health.Reason> reasons(Node node) {
    try {
      return unknown(node.config(), Own.ROOT).stream()
          .map(problem -> Health.attention("config", problem.line(), "sbp config check"))
          .toList();
    } catch (ConfigException e) {
      // Whoever needs the configuration tells of it.
      return List.of();
    }
  }

  private static void add(Known root, String key) {
    Known place = root;
    String[] names = key.split("\\.");
    for (int i = 0; i < names.length; i++) {
      boolean free = i == names.length - 1;
      place =
          place.members.computeIfAbsent(names[i], name -> new Known(new LinkedHashMap<>(), free));
    }
  }

  private void walk(String prefix, JsonObject section, List<Known> known) {
    section
        .members()
        .forEach(
            (name, value) -> {
              List<Known> here = new ArrayList<>();
              for (Known one : known) {
                addIfKnown(here, one, name);
                addIfKnown(here, one, ANY);
              }
              if (here.isEmpty()) {
                unknown(prefix, name, value, known);
              } else if (value instanceof JsonObject object
                  && here.stream().noneMatch(Known::free)) {
                walk(prefix + name + ".", object, here);
              }
            });
  }

  private static void addIfKnown(List<Known> here, Known section, String name) {
    Known found = section.members.get(name);
    if (found != null) {
      here.add(found);
    }
  }

  private void unknown(String prefix, String name, JsonValue value, List<Known> known) {
    boolean ofPlugin = value instanceof JsonObject && OF_PLUGINS.contains(prefix.replace(".", ""));
    if (ofPlugin || name.startsWith("_")) {
      return;
    }
    List<String> names =
        known.stream()
            .flatMap(one -> one.members.keySet().stream())
            .filter(one -> !one.equals(ANY))
            .collect(Collectors.toList());
    Optional<String> near = Suggestion.nearest(name, names).map(found -> prefix + found);
    problems.add(
        new Problem(
            prefix + name,
            config.file().getFileName()
                + ": "
                + PeerText.plain(prefix + name)
                + " is no setting, so it does nothing",
            Optional.of(
                near.map(key -> "did you mean " + key + "?")
                    .orElse("remove it, or let its name begin with _ if it is yours"))));
  }
}
