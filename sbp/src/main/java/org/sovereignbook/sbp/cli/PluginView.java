package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugin.PluginFile;
import org.sovereignbook.sbp.plugin.PluginManifest;
import org.sovereignbook.sbp.plugin.Provision;

/** Plugins for people and for programs. */
final class PluginView {
  private static final String NONE = "-";

  private PluginView() {}

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

  /** Such as {@code llm-echo 1.0.0}. */
  static String title(PluginFile plugin) {
    return plugin.name() + plugin.manifest().map(each -> " " + each.version()).orElse("");
  }

  /** What is wrong with one, and what to do; nothing when it is well. */
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

  static JsonObject json(List<PluginFile> plugins, List<String> problems) {
    return JsonObject.builder()
        .put("plugins", JsonArray.of(plugins.stream().map(PluginView::json).toList()))
        .put("problems", JsonArray.ofStrings(problems))
        .build();
  }

  static JsonObject json(PluginFile plugin) {
    return JsonObject.builder()
        .put("id", plugin.name())
        .putIfPresent("version", plugin.manifest().map(PluginManifest::version))
        .put(
            "provides",
            JsonArray.ofStrings(plugin.provides().stream().map(Provision::toString).toList()))
        .putIfPresent("description", plugin.manifest().map(PluginManifest::description))
        .putIfPresent("provider", plugin.manifest().map(PluginManifest::provider))
        .putIfPresent("license", plugin.manifest().map(PluginManifest::license))
        .putIfPresent("requires", plugin.manifest().map(PluginManifest::requires))
        .put("origin", plugin.origin().toString())
        .put("file", plugin.file().toString())
        .putIfPresent("sha256", plugin.hash().map(ContentHash::hex))
        .put("state", plugin.state().word())
        .put("why", plugin.state().why())
        .put("remedy", JsonArray.ofStrings(plugin.remedies()))
        .build();
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
