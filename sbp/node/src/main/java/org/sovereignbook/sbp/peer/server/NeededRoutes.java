package org.sovereignbook.sbp.peer.server;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;

/**
 * Public routes of a node's features that are on and have something to answer. A feature that fails
 * when it is asked about them has none until it answers, and costs the others nothing; its failure
 * is logged once. Thread-safe.
 */
public final class NeededRoutes {
  private final Node node;
  private final Consumer<String> log;
  private final Map<String, String> failures = new ConcurrentHashMap<>();

  /**
   * Makes them.
   *
   * @param log receives lines for the operator
   */
  public NeededRoutes(Node node, Consumer<String> log) {
    this.node = node;
    this.log = log;
  }

  /** Returns whether there are any. */
  public boolean isAny() {
    return needed().findAny().isPresent();
  }

  /** Returns the features that have something to answer. */
  Stream<RouteFeature> needed() {
    return features().filter(feature -> says(feature, _ -> true));
  }

  /**
   * A feature at a path.
   *
   * @param path as the feature gets it: behind {@code /x/NAME/}, of a well-known path all of it
   */
  record Place(RouteFeature feature, String path) {}

  /** Returns the feature that answers at a path of the node. */
  Optional<Place> at(String path) {
    return path.startsWith(FeatureRoutes.WELL_KNOWN)
        ? features()
            .filter(
                feature ->
                    says(
                        feature,
                        one ->
                            one.wellKnown()
                                .contains(path.substring(FeatureRoutes.WELL_KNOWN.length()))))
            .map(feature -> new Place(feature, path))
            .findFirst()
        : features()
            .filter(feature -> path.startsWith(prefix(feature)))
            .filter(feature -> says(feature, _ -> true))
            .map(feature -> new Place(feature, path.substring(prefix(feature).length())))
            .findFirst();
  }

  private static String prefix(RouteFeature feature) {
    return FeatureRoutes.PREFIX + feature.name() + "/";
  }

  private Stream<RouteFeature> features() {
    return Features.on(node).of(RouteFeature.class).stream();
  }

  /** Returns whether a feature is needed and meets a condition; no if it fails at that. */
  private boolean says(RouteFeature feature, Predicate<RouteFeature> condition) {
    try {
      boolean is = feature.isNeeded(node) && condition.test(feature);
      failures.remove(feature.name());
      return is;
    } catch (RuntimeException | LinkageError e) {
      if (!e.toString().equals(failures.put(feature.name(), e.toString()))) {
        log.accept("the feature " + feature.name() + " fails to say what its routes are: " + e);
      }
      return false;
    }
  }
}
