package org.sovereignbook.sbp.runtime.plugin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.OperatingSystem;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.node.UserFolders;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;

/**
 * Where plugins lie, where it is recorded which were accepted, and where verified copies of them
 * are loaded from. Only names: a folder that is named here need not exist.
 *
 * @param node of the node; empty outside of one
 * @param user of the user, for all nodes; empty when the user has no home folder
 * @param bundled what came with the program; empty when there is none
 * @param copies in the user's cache; empty when the user has none
 * @param accepted the user's record of what was accepted for the node, outside of the node: whoever
 *     hands a node on must not accept for others
 * @param ownership says whether records are the user's own
 */
public record PluginFolders(
    Optional<Path> node,
    Optional<Path> user,
    Optional<Path> bundled,
    Optional<Path> copies,
    Optional<Path> accepted,
    Ownership ownership) {
  /** What was accepted, in the folder of the user; nodes had one, too, before 1.0.0. */
  static final String RECORDS = "plugins.json";

  private static final String BUNDLED_VARIABLE = "SBP_BUNDLED_PLUGINS";
  private static final String PLUGINS = "plugins";

  /** The folders for a node, or outside of any, of whoever has this environment. */
  public static PluginFolders of(Optional<NodeHome> home, Map<String, String> environment) {
    return of(home, environment, OperatingSystem.name());
  }

  static PluginFolders of(
      Optional<NodeHome> home, Map<String, String> environment, String operatingSystem) {
    UserFolders user = new UserFolders(environment, operatingSystem);
    return new PluginFolders(
        home.map(NodeHome::plugins),
        user.data().map(base -> base.resolve(PLUGINS)),
        user.absolute(BUNDLED_VARIABLE).or(PluginFolders::besideProgram),
        user.cache().map(base -> base.resolve(PLUGINS)),
        home.flatMap(node -> user.ofNode("accepted-plugins", node)),
        Ownership.of(environment));
  }

  /** What was accepted in the folder of an origin, if that can be recorded. */
  Optional<Path> records(Origin origin) {
    return origin == Origin.NODE ? accepted : of(origin).map(folder -> folder.resolve(RECORDS));
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
