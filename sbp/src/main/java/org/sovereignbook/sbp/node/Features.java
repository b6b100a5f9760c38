package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Features of the program or of a node, in the order of their names.
 *
 * @param all each with a name of its own
 */
public record Features(List<Feature> all) {
  /** The file in each jar of the class path that names its features, a class on each line. */
  public static final String INDEX = "META-INF/sbp-features";

  public Features {
    all = all.stream().sorted(Comparator.comparing(Feature::name)).toList();
  }

  /** Holds those that come with the program, found on first use. */
  private static final class Bundled {
    static final Features ALL = ofClassPath(Features.class.getClassLoader());
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
    List<String> off = node.config().get(FeatureSettings.OFF);
    return off.isEmpty() ? of(node) : of(node).without(off);
  }

  private Features without(List<String> off) {
    return new Features(
        all.stream()
            .filter(feature -> !feature.isOptional() || !off.contains(feature.name()))
            .toList());
  }

  /** Returns the features that jars or folders of a class path name. */
  static Features ofClassPath(ClassLoader loader) {
    List<Feature> found = new ArrayList<>();
    try {
      for (URL index : Collections.list(loader.getResources(INDEX))) {
        try (InputStream in = index.openStream()) {
          for (String name :
              new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
            found.add(made(loader.loadClass(name)));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + INDEX, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a feature of this program cannot be made", e);
    }
    return new Features(found);
  }

  private static Feature made(Class<?> type) throws ReflectiveOperationException {
    return type.asSubclass(Feature.class).getConstructor().newInstance();
  }

  /** Returns those that add to a module, by its interface for them. */
  public <T extends Feature> List<T> of(Class<T> module) {
    return all.stream().filter(module::isInstance).map(module::cast).toList();
  }

  public Optional<Feature> find(String name) {
    return all.stream().filter(feature -> feature.name().equals(name)).findFirst();
  }
}
