package org.sovereignbook.sbp.node;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;

/**
 * The settings of a room in the order in which they stand in the file, and what must hold between
 * them. Immutable.
 *
 * @param rule throws a {@link ConfigException} where values that are good alone are not together
 */
public record Settings(List<Setting<?>> all, Consumer<Config> rule) {
  public Settings {
    all = List.copyOf(all);
  }

  /** Those of whoever has none. */
  public static Settings none() {
    return of();
  }

  public static Settings of(Setting<?>... all) {
    return new Settings(List.of(all), config -> {});
  }

  public Settings withRule(Consumer<Config> between) {
    return new Settings(all, between);
  }

  /** What stands in the file when every default is written down. */
  public Config defaults() {
    Config config = Config.empty();
    for (Setting<?> setting : all) {
      config = withDefault(config, setting);
    }
    return config;
  }

  private static <T> Config withDefault(Config config, Setting<T> setting) {
    return setting.byDefault().map(value -> config.with(setting, value)).orElse(config);
  }

  /**
   * The configuration, of which every value that belongs to these settings can be used.
   *
   * @throws ConfigException that names the first key that cannot
   */
  public Config checked(Config config) {
    all.forEach(config::find);
    rule.accept(config);
    return config;
  }

  /** All that is wrong, not only the first; the rule is asked about good values only. */
  public List<ConfigException> problems(Config config) {
    SequencedMap<String, ConfigException> problems = new LinkedHashMap<>();
    for (Setting<?> setting : all) {
      note(problems, () -> config.find(setting));
    }
    if (problems.isEmpty()) {
      note(problems, () -> rule.accept(config));
    }
    return List.copyOf(problems.values());
  }

  /** The same as they stand within a section. */
  public Settings within(String section) {
    return new Settings(
        all.stream().<Setting<?>>map(setting -> setting.within(section)).toList(),
        config -> rule.accept(config.section(section)));
  }

  /** A section that is no object is one problem, not one for each key in it. */
  private static void note(SequencedMap<String, ConfigException> problems, Runnable read) {
    try {
      read.run();
    } catch (ConfigException e) {
      problems.putIfAbsent(e.key(), e);
    }
  }
}
