package org.sovereignbook.sbp.node;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;

/**
 * Settings of a package in the order of the file, and the rule for their combinations. Immutable.
 *
 * @param rule throws a {@link ConfigException} where valid values do not fit together
 */
public record Settings(List<Setting<?>> all, Consumer<Config> rule) {
  public Settings {
    all = List.copyOf(all);
  }

  /** Returns the settings of a package without any. */
  public static Settings none() {
    return of();
  }

  public static Settings of(Setting<?>... all) {
    return new Settings(List.of(all), config -> {});
  }

  public Settings withRule(Consumer<Config> between) {
    return new Settings(all, between);
  }

  /** Returns the content of a file with every default written down. */
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
   * Returns the configuration if all its values for these settings are valid.
   *
   * @throws ConfigException for the first invalid key
   */
  public Config checked(Config config) {
    all.forEach(config::find);
    rule.accept(config);
    return config;
  }

  /** Returns all problems, not only the first; the rule checks valid values only. */
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

  /** Returns a copy within a section. */
  public Settings within(String section) {
    return new Settings(
        all.stream().<Setting<?>>map(setting -> setting.within(section)).toList(),
        config -> rule.accept(config.section(section)));
  }

  /** Records a problem; a section that is no object is one problem, not one for each key in it. */
  private static void note(SequencedMap<String, ConfigException> problems, Runnable read) {
    try {
      read.run();
    } catch (ConfigException e) {
      problems.putIfAbsent(e.key(), e);
    }
  }
}
