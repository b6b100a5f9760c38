package org.sovereignbook.sbp.cli.keep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.plugin.PluginFile;
import org.sovereignbook.sbp.runtime.plugin.PluginManifest;
import org.sovereignbook.sbp.runtime.plugin.PluginState;
import org.sovereignbook.sbp.runtime.plugin.Provision;

/**
 * A plugin as programs see it, and its lines for people.
 *
 * @param sha256 of the file, in hexadecimal
 * @param why it is in this state; empty when it is well
 */
record PluginView(
    String id,
    Optional<String> version,
    List<Provision> provides,
    Optional<String> description,
    Optional<String> provider,
    Optional<String> license,
    Optional<String> requires,
    PluginFile.Origin origin,
    LocalPath file,
    Optional<String> sha256,
    PluginState.Kind state,
    String why,
    List<String> remedy) {
  private static final String NONE = "-";

  record All(List<PluginView> plugins, List<String> problems, @Shape.Inline Page.End end) {}

  /**
   * A plugin after its installation.
   *
   * @param replaced the version before; empty when there was none
   */
  record Installed(@Shape.Inline PluginView plugin, String replaced) {}

  /**
   * A plugin with its page.
   *
   * @param docs the lines of its page of documentation; empty when it brings none
   */
  record Described(@Shape.Inline PluginView plugin, List<String> docs) {}

  record Removed(@Shape.Inline PluginView plugin, boolean removed) {}

  /** The tables of a feature without its plugin, after they were dropped. */
  record Dropped(String feature, boolean dropped) {}

  static PluginView of(PluginFile plugin) {
    Optional<PluginManifest> manifest = plugin.manifest();
    return new PluginView(
        plugin.name(),
        manifest.map(PluginManifest::version),
        List.copyOf(plugin.provides()),
        manifest.map(PluginManifest::description),
        manifest.map(PluginManifest::provider),
        manifest.map(PluginManifest::license),
        manifest.map(PluginManifest::requires),
        plugin.origin(),
        new LocalPath(plugin.file()),
        plugin.hash().map(ContentHash::hex),
        plugin.state().kind(),
        plugin.state().why(),
        plugin.remedies());
  }

  static Table table(List<PluginFile> plugins) {
    Table table = Table.of("plugin", "version", "provides", "from", "state");
    for (PluginFile plugin : plugins) {
      table.row(
          plugin.name(),
          plugin.manifest().map(PluginManifest::version).orElse(NONE),
          provides(plugin, ", "),
          plugin.origin().toString(),
          plugin.state().word());
    }
    return table;
  }

  /** Returns name and version, such as {@code llm-echo 1.0.0}. */
  static String title(PluginFile plugin) {
    return plugin.name() + plugin.manifest().map(each -> " " + each.version()).orElse("");
  }

  /** Returns the plugin's problem with its remedy; nothing when it is well. */
  static List<String> findings(PluginFile plugin) {
    if (plugin.isOk()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s (%s) is %s: %s"
            .formatted(
                plugin.name(), plugin.origin(), plugin.state().word(), plugin.state().why()));
    plugin.remedies().forEach(hint -> lines.add("  " + hint));
    return lines;
  }

  static List<String> lines(PluginFile plugin) {
    List<String> lines = new ArrayList<>();
    lines.add(title(plugin));
    plugin
        .manifest()
        .ifPresent(
            manifest -> {
              lines.add("provides  " + provides(plugin, ", "));
              lines.add("about     " + or(manifest.description()));
              lines.add("by        " + or(manifest.provider()));
              lines.add("license   " + or(manifest.license()));
              lines.add("requires  extension API " + manifest.requires());
            });
    lines.add("from      " + plugin.origin());
    lines.add("file      " + PeerText.plain(plugin.file().toString()));
    plugin.hash().ifPresent(hash -> lines.add("hash      " + hash));
    String why = plugin.state().why();
    lines.add("state     " + plugin.state().word() + (why.isEmpty() ? "" : ": " + why));
    plugin.remedies().forEach(hint -> lines.add("          " + hint));
    return lines;
  }

  private static String provides(PluginFile plugin, String separator) {
    return plugin.provides().isEmpty()
        ? NONE
        : plugin.provides().stream()
            .map(Provision::toString)
            .collect(Collectors.joining(separator));
  }

  private static String or(String text) {
    return text.isEmpty() ? NONE : text;
  }
}
