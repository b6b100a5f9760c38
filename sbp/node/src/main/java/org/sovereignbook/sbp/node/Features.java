package org.sovereignbook.sbp.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
    return of(node).without(off(node));
  }

  /**
   * Returns the names of features that the owner has switched off; none while the configuration
   * cannot be read, which is reported by the code that needs it.
   */
  public static List<String> off(Node node) {
    try {
      return node.config().get(FeatureSettings.OFF);
    } catch (ConfigException e) {
      return List.of();
    }
  }

  /** Returns these but the ones of these names that a node can do without. */
  public Features without(List<String> names) {
    return names.isEmpty()
        ? this
        : new Features(
            all.stream()
                .filter(feature -> !feature.isOptional() || !names.contains(feature.name()))
                .toList());
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
