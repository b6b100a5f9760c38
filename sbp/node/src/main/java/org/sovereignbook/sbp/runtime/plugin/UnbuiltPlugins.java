package org.sovereignbook.sbp.runtime.plugin;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.node.SecretVariables;
import org.sovereignbook.sbp.node.Subprocess;
import org.sovereignbook.sbp.node.UserFolders;

/**
 * The plugins of a checkout, whose launcher builds only the program: a command that needs one has
 * them built first, by the launcher's hidden command, which says so.
 *
 * @param sources the folder of their sources, named by the launcher
 * @param launcher the launcher
 */
public record UnbuiltPlugins(Path sources, String launcher) {
  /** The one that appears last of those that need no library. */
  public static final String LAST = "store-sqlite.jar";

  private static final String VARIABLE = "SBP_PLUGIN_SOURCES";
  private static final String LAUNCHER = "SBP";

  static Optional<UnbuiltPlugins> of(UserFolders user, Map<String, String> environment) {
    return user.absolute(VARIABLE)
        .flatMap(
            sources ->
                Optional.ofNullable(environment.get(LAUNCHER))
                    .map(launcher -> new UnbuiltPlugins(sources, launcher)));
  }

  Path bundled() {
    return sources.resolve("target/bundled");
  }

  /** Builds all plugins that need no library, unless they are. */
  void build() {
    if (!Files.exists(bundled().resolve(LAST))) {
      run("plugins");
    }
  }

  /** Builds all plugins, and this one with its libraries, unless it is. */
  void build(String id) {
    build();
    if (!Files.exists(bundled().resolve(id + ".jar"))
        && Files.exists(sources.resolve(id).resolve("pom.xml"))) {
      run(id);
    }
  }

  /** A build that fails has said why; then the plugin is missing. */
  private void run(String what) {
    ProcessBuilder builder =
        new ProcessBuilder(List.of(launcher, "warm-up", what))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT);
    ProcessBuilder _ = SecretVariables.removedFrom(builder);
    builder.environment().put("SBP_PREPARE", "no");
    try {
      Process process = Subprocess.started(builder);
      process.getOutputStream().close();
      int _ = process.waitFor();
    } catch (IOException e) {
      throw new PluginException("the plugins cannot be built: " + e.getMessage(), List.of());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
