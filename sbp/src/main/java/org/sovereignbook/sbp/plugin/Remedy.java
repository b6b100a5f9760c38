package org.sovereignbook.sbp.plugin;

import java.util.List;
import org.sovereignbook.sbp.node.PeerText;

/** The commands that help with a plugin which is refused. */
public final class Remedy {
  private Remedy() {}

  /** Lines to show below the finding; none when all is well or nothing need be done. */
  public static List<String> of(PluginFile plugin) {
    return switch (plugin.state()) {
      case PluginState.Ok _ -> List.of();
      case PluginState.Duplicate _ -> List.of();
      case PluginState.Unknown _ -> List.of(accept(plugin), remove(plugin));
      case PluginState.Changed _ -> List.of(accept(plugin), remove(plugin));
      case PluginState.TooNew _ -> List.of("a newer sbp may take it", remove(plugin));
      case PluginState.TooOld _ -> List.of("a newer version of the plugin may fit", remove(plugin));
      case PluginState.Broken _ -> ofBroken(plugin);
    };
  }

  static List<String> ofBroken(PluginFile plugin) {
    return List.of(remove(plugin));
  }

  private static String accept(PluginFile plugin) {
    return "if you trust it:  sbp plugin install " + user(plugin) + word(plugin.file().toString());
  }

  private static String remove(PluginFile plugin) {
    return plugin.origin() == Origin.BUNDLED
        ? "it came with sbp: install sbp again"
        : "remove it:        sbp plugin remove " + user(plugin) + word(plugin.fileName());
  }

  private static String user(PluginFile plugin) {
    return plugin.origin() == Origin.USER ? "--user " : "";
  }

  /** One word of a POSIX shell; what cannot stand on one line harmlessly is spelled out. */
  private static String word(String text) {
    return text.matches("[A-Za-z0-9_./:@%+=,-]+") && !text.startsWith("-")
        ? text
        : "'" + PeerText.escape(text).replace("'", "'\\''") + "'";
  }
}
