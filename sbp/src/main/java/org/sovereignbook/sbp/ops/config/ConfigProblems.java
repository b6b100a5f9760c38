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
import org.sovereignbook.sbp.node.BuiltList;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.node.Suggestion;
import org.sovereignbook.sbp.runtime.health.Health;

/**
 * Problems of a configuration: invalid values, and unknown keys. A program that reads the file
 * ignores an unknown key, because the file may be that of a newer version; but a mistyped {@code
 * daily_cost_limit} must be reported, because then there is no limit.
 */
public final class ConfigProblems {
  /** Sections with subsections of plugins, which need not be installed here. */
  private static final Set<String> OF_PLUGINS = Set.of("llm", "store");

  private static final String ANY = "*";

  /**
   * One problem.
   *
   * @param key its key
   * @param text one line with file and key
   * @param remedy the remedy, if it is not in the text
   */
  public record Problem(String key, String text, Optional<String> remedy) {
    /** Returns a line for a person. */
    public String line() {
      return text + remedy.map(what -> "; " + what).orElse("");
    }
  }

  /**
   * The known names in a section.
   *
   * @param free whether any other name is allowed
   */
  private record Known(Map<String, Known> members, boolean free) {
    static Known of(List<String> keys) {
      Known root = new Known(new LinkedHashMap<>(), false);
      keys.forEach(key -> add(root, key));
      return root;
    }
  }

  /** Holds the program's own keys, computed on first use. */
  private static final class Own {
    private static final Known ROOT = Known.of(keys(Features.bundled()));
  }

  /** Returns the known keys; those of the program without making its settings. */
  private static List<String> keys(Features features) {
    List<String> all =
        new ArrayList<>(
            BuiltList.SETTINGS
                .text()
                .map(text -> text.lines().toList())
                .orElseGet(ProgramSettings::ownKeys));
    all.addAll(Features.bundledKeys());
    List<Feature> own = Features.bundled().all();
    features.all().stream()
        .filter(feature -> !own.contains(feature))
        .flatMap(feature -> feature.settings().all().stream())
        .forEach(setting -> all.add(setting.key()));
    return all;
  }

  private final Config config;
  private final List<Problem> problems = new ArrayList<>();

  private ConfigProblems(Config config) {
    this.config = config;
  }

  /** Returns all problems: invalid values first, then unknown keys in the order of the file. */
  public static List<Problem> of(Config config, List<Settings> packages) {
    ConfigProblems found = new ConfigProblems(config);
    for (Settings one : packages) {
      for (ConfigException wrong : one.problems(config)) {
        found.problems.add(
            new Problem(wrong.key(), String.valueOf(wrong.getMessage()), Optional.empty()));
      }
    }
    found.problems.addAll(unknown(config, Known.of(ProgramSettings.keys(packages))));
    return List.copyOf(found.problems);
  }

  /** Returns the unknown keys. */
  private static List<Problem> unknown(Config config, Known known) {
    ConfigProblems found = new ConfigProblems(config);
    found.walk("", config.json(), List.of(known));
    return List.copyOf(found.problems);
  }

  /** Prepares the known keys for {@link #reasons}; may run in another thread. */
  public static void prepare() {
    Known _ = Own.ROOT;
  }

  /**
   * Returns the unknown keys of a node's configuration; empty if the file is unreadable. Called by
   * each {@code status} and {@code tick}, so it does not construct all settings.
   */
  public static List<Health.Reason> reasons(Node node) {
    try {
      Features features = Features.of(node);
      boolean areOwn = features.equals(Features.bundled());
      Known known = areOwn ? Own.ROOT : Known.of(keys(features));
      return unknown(node.config(), known).stream()
          .map(problem -> Health.attention("config", problem.line(), "sbp config check"))
          .toList();
    } catch (ConfigException e) {
      // An unreadable configuration is reported by the code that needs it.
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
