package org.sovereignbook.sbp.plugins.acp;

import java.nio.file.Path;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Quoting;

/**
 * Commands that are shown to the person at an editor, who types them in another folder.
 *
 * @param home the option that names the node; empty where the user's environment names it
 */
record ShownCommands(String home) {
  /** Returns those for the node of a connection that was started in a world. */
  static ShownCommands of(World world, Path root) {
    String usual = world.environment().getOrDefault(NodeHome.VARIABLE, "");
    boolean isUsual = !usual.isEmpty() && world.path(Path.of(usual)).equals(root);
    return new ShownCommands(
        isUsual ? "" : " " + NodeOptions.HOME + " " + Quoting.shell(root.toString()));
  }

  /** Returns a command line. */
  String of(String words) {
    return "sbp " + words + home;
  }
}
