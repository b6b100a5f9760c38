package org.sovereignbook.sbp.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Features of the program or of a node: first those that every node has, then the others, in the
 * order of their names.
 *
 * @param all each with a name of its own
 */
public record Features(List<Feature> all) {
  /**
   * The file in each jar of the class path that names its features: on each line a class, and the
   * keys of its settings, which most starts need without the settings.
   */
  public static final String INDEX = "META-INF/sbp-features";

  public Features {
    all =
        all.stream()
            .sorted(Comparator.comparing(Feature::isOptional).thenComparing(Feature::name))
            .toList();
  }

  /** Holds those that come with the program, found on first use. */
  private static final class Bundled {
    static final List<List<String>> LINES =
        Resources.lines(INDEX).stream().map(line -> List.of(line.split(" "))).toList();
    static final Features ALL = made(Features.class.getClassLoader(), LINES);
  }

  /** Returns the features that come with the program. */
  public static Features bundled() {
    return Bundled.ALL;
  }

  /** Returns the features of a node: those of the program, and those of its plugins. */
  public static Features of(Node node) {
    return node.kept().of(Features.class, Features::bundled);
  }

  /** Returns the features of a node that are on. */
  public static Features on(Node node) {
    return of(node).without(switchedOff(node));
  }

  /**
   * Returns the names of features that are off: the owner has switched them off, or they need one
   * that is not on.
   */
  public static List<String> off(Node node) {
    List<Feature> on = on(node).all();
    Stream<String> without =
        of(node).all().stream().filter(feature -> !on.contains(feature)).map(Feature::name);
    return Stream.concat(switchedOff(node).stream(), without).distinct().toList();
  }

  /**
   * Returns the names of the features that the owner switches on, in this order, so that one is on:
   * those that it needs, and itself, as far as they are switched off or missing.
   */
  public static List<String> toSwitchOn(Node node, String name) {
    Features all = of(node);
    List<String> off = switchedOff(node);
    Set<String> wanted = new LinkedHashSet<>();
    all.addNeeds(name, wanted);
    return wanted.stream()
        .filter(one -> off.contains(one) || all.find(one).isEmpty())
        .toList()
        .reversed();
  }

  private void addNeeds(String name, Set<String> all) {
    if (all.add(name)) {
      find(name).stream().flatMap(one -> one.needs().stream()).forEach(one -> addNeeds(one, all));
    }
  }

  /**
   * Returns the names of features that the owner has switched off, or not on; only of the latter
   * while the configuration cannot be read, which is reported by the code that needs it.
   */
  private static List<String> switchedOff(Node node) {
    try {
      return of(node).switchedOff(node.config());
    } catch (ConfigException e) {
      return of(node).switchedOff(Config.empty());
    }
  }

  /** Returns the names of those that a configuration has switched off, or not on. */
  public List<String> switchedOff(Config config) {
    List<String> on = config.get(FeatureSettings.ON);
    Stream<String> notOn =
        all.stream()
            .filter(feature -> !feature.isOnAtFirst())
            .map(Feature::name)
            .filter(name -> !on.contains(name));
    return Stream.concat(config.get(FeatureSettings.OFF).stream(), notOn).distinct().toList();
  }

  /**
   * Returns these but the ones of these names that a node can do without, and but those that need
   * one that is not left.
   */
  public Features without(List<String> names) {
    List<Feature> left = new ArrayList<>(all);
    left.removeIf(feature -> feature.isOptional() && names.contains(feature.name()));
    boolean isLess = true;
    while (isLess) {
      Set<String> there = left.stream().map(Feature::name).collect(Collectors.toSet());
      isLess = left.removeIf(feature -> !there.containsAll(feature.needs()));
    }
    return left.size() == all.size() ? this : new Features(left);
  }

  /** Returns the keys of the settings of those that come with the program. */
  public static List<String> bundledKeys() {
    return Bundled.LINES.stream().flatMap(line -> line.stream().skip(1)).toList();
  }

  private static Features made(ClassLoader loader, List<List<String>> lines) {
    List<Feature> made = new ArrayList<>();
    try {
      for (List<String> line : lines) {
        Class<?> type = loader.loadClass(line.getFirst());
        made.add(type.asSubclass(Feature.class).getConstructor().newInstance());
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a feature of this program cannot be made", e);
    }
    return new Features(made);
  }

  /** Returns the line of the index for a feature. */
  static String line(Feature feature) {
    return Stream.concat(
            Stream.of(feature.getClass().getName()),
            feature.settings().all().stream().map(Setting::key))
        .collect(Collectors.joining(" "));
  }

  /** Returns those that add to a module, by its interface for them. */
  public <T extends Feature> List<T> of(Class<T> module) {
    return all.stream().filter(module::isInstance).map(module::cast).toList();
  }

  public Optional<Feature> find(String name) {
    return all.stream().filter(feature -> feature.name().equals(name)).findFirst();
  }
}
