package org.sovereignbook.sbp.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.node.PeerText;

/**
 * A file in one of the plugin folders, and what the program thinks of it.
 *
 * @param manifest what it says of itself; empty when that cannot be read
 * @param hash of its bytes; empty when they cannot be read
 */
public record PluginFile(
    Origin origin,
    Path file,
    Optional<PluginManifest> manifest,
    Optional<ContentHash> hash,
    PluginState state) {

  /** Its id, or the name of its file when it has none; harmless for a terminal. */
  public String name() {
    return manifest.map(PluginManifest::id).orElseGet(() -> PeerText.plain(fileName()));
  }

  public String fileName() {
    return file.getFileName().toString();
  }

  public List<Provision> provides() {
    return manifest.map(PluginManifest::provides).orElse(List.of());
  }

  public boolean isOk() {
    return state instanceof PluginState.Ok;
  }

  /** Whether a person means this one: by id, file, or what it provides, with its kind or not. */
  public boolean isCalled(String name) {
    return manifest.map(PluginManifest::id).filter(name::equals).isPresent()
        || fileName().equals(name)
        || provides().stream()
            .anyMatch(each -> each.name().equals(name) || each.toString().equals(name));
  }

  PluginFile with(PluginState other) {
    return new PluginFile(origin, file, manifest, hash, other);
  }
}
