package org.sovereignbook.sbp.plugin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.node.UserFolders;
import org.sovereignbook.sbp.plugin.PluginFile.Origin;

/**
 * Where plugins lie, and where verified copies of them are loaded from. Only names: a folder that
 * is named here need not exist.
 *
 * @param node of the node; empty outside of one
 * @param user of the user, for all nodes; empty when the user has no home folder
 * @param bundled what came with the program; empty when there is none
 * @param copies in the user's cache; empty when the user has none
 */
public record PluginFolders(
    Optional<Path> node, Optional<Path> user, Optional<Path> bundled, Optional<Path> copies) {
  private static final String BUNDLED_VARIABLE = "SBP_BUNDLED_PLUGINS";
  private static final String PLUGINS = "plugins";

  /** The folders for a node, or outside of any, of whoever has this environment. */
  public static PluginFolders of(Optional<NodeHome> home, Map<String, String> environment) {
    return of(home, environment, System.getProperty("os.name", ""));
  }

  static PluginFolders of(
      Optional<NodeHome> home, Map<String, String> environment, String operatingSystem) {
    UserFolders user = new UserFolders(environment, operatingSystem);
    return new PluginFolders(
        home.map(NodeHome::plugins),
        user.data().map(base -> base.resolve(PLUGINS)),
        user.absolute(BUNDLED_VARIABLE).or(PluginFolders::besideProgram),
        user.cache().map(base -> base.resolve(PLUGINS)));
  }

  /** The folder of an origin, if there is one. */
  public Optional<Path> of(Origin origin) {
    return switch (origin) {
      case NODE -> node;
      case USER -> user;
      case BUNDLED -> bundled;
    };
  }

  /** Beside sbp.jar, in ../lib, or, in a checkout, where the build puts the plugins' jars. */
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
