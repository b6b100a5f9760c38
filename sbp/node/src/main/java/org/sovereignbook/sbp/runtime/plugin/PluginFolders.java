package org.sovereignbook.sbp.runtime.plugin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.OperatingSystem;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.node.UserFolders;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;

/**
 * The folders of plugins, of records of accepted plugins, and of verified copies for loading. A
 * folder named here need not exist.
 *
 * @param node of the node; empty outside of one
 * @param user of the user, for all nodes; empty when the user has no home folder
 * @param bundled plugins of the program; empty when there is none
 * @param copies in the user's cache; empty when the user has none
 * @param accepted the user's record of plugins accepted for the node. It is outside of the node, so
 *     that a copied node cannot accept plugins for its new user
 * @param ownership says whether records are the user's own
 * @param unbuilt the sources of the bundled ones, in a checkout
 */
public record PluginFolders(
    Optional<Path> node,
    Optional<Path> user,
    Optional<Path> bundled,
    Optional<Path> copies,
    Optional<Path> accepted,
    Ownership ownership,
    Optional<UnbuiltPlugins> unbuilt) {
  /** The record of accepted plugins in the user's folder; before 1.0.0 nodes had one, too. */
  static final String RECORDS = "plugins.json";

  /** The beginning of the name of a file with a feature. */
  static final String FEATURE = "feature-";

  private static final String BUNDLED_VARIABLE = "SBP_BUNDLED_PLUGINS";
  private static final String PLUGINS = "plugins";

  /**
   * Returns whether a plugin of the node or the user may bring a feature, by the names of files.
   */
  public static boolean mayHaveFeatures(Disk disk, NodeHome home, Map<String, String> environment) {
    return hasFeature(disk, home.plugins())
        || UserFolders.of(environment)
            .data()
            .filter(base -> hasFeature(disk, base.resolve(PLUGINS)))
            .isPresent();
  }

  private static boolean hasFeature(Disk disk, Path folder) {
    return disk.files(folder).stream()
        .anyMatch(file -> file.getFileName().toString().startsWith(FEATURE));
  }

  /** Returns the folders of the user with this environment, for a node or outside of any. */
  public static PluginFolders of(Optional<NodeHome> home, Map<String, String> environment) {
    return of(home, environment, OperatingSystem.name());
  }

  static PluginFolders of(
      Optional<NodeHome> home, Map<String, String> environment, String operatingSystem) {
    UserFolders user = new UserFolders(environment, operatingSystem);
    Optional<UnbuiltPlugins> unbuilt = UnbuiltPlugins.of(user, environment);
    return new PluginFolders(
        home.map(NodeHome::plugins),
        user.data().map(base -> base.resolve(PLUGINS)),
        user.absolute(BUNDLED_VARIABLE)
            .or(() -> unbuilt.map(UnbuiltPlugins::bundled))
            .or(PluginFolders::besideProgram),
        user.cache().map(base -> base.resolve(PLUGINS)),
        home.flatMap(node -> user.ofNode("accepted-plugins", node)),
        Ownership.of(environment),
        unbuilt.filter(_ -> user.absolute(BUNDLED_VARIABLE).isEmpty()));
  }

  /** Returns the record of accepted plugins for an origin, if it has one. */
  Optional<Path> records(Origin origin) {
    return origin == Origin.NODE ? accepted : of(origin).map(folder -> folder.resolve(RECORDS));
  }

  /** Returns the folder of an origin, if there is one. */
  public Optional<Path> of(Origin origin) {
    return switch (origin) {
      case NODE -> node;
      case USER -> user;
      case BUNDLED -> bundled;
    };
  }

  /**
   * Returns the bundled folder: beside sbp.jar, in ../lib, or in a checkout the build's output
   * folder.
   */
  private static Optional<Path> besideProgram() {
    return Resources.origin(PluginFolders.class)
        .map(Path::getParent)
        .flatMap(
            folder ->
                Stream.of("plugins", "../lib/plugins", "../../plugins/target/bundled")
                    .map(name -> folder.resolve(name).normalize())
                    .filter(Files::isDirectory)
                    .findFirst());
  }
}
