package org.sovereignbook.sbp.runtime.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Quoting;

/**
 * A file in one of the plugin folders, and what the program thinks of it.
 *
 * @param manifest what it says of itself; empty when that cannot be read
 * @param hash of its bytes; empty when they cannot be read, or nobody asked
 */
public record PluginFile(
    Origin origin,
    Path file,
    Optional<PluginManifest> manifest,
    Optional<ContentHash> hash,
    PluginState state) {

  /** Where a plugin was found; the earlier one wins when two are the same. */
  public enum Origin {
    /** {@code runtime/plugins/} of the node. */
    NODE,
    /** The user's own folder, for all nodes. */
    USER,
    /** Part of the program, and trusted as the program is. */
    BUNDLED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

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
    return state.kind() == PluginState.Kind.OK;
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

  /** The commands that help, a line each; none when all is well or nothing need be done. */
  public List<String> remedies() {
    return switch (state.kind()) {
      case OK, DUPLICATE -> List.of();
      case UNKNOWN, CHANGED -> List.of(accept(), removal());
      case TOO_NEW -> List.of("a newer sbp may take it", removal());
      case TOO_OLD ->
          List.of(
              "install a version of the plugin that was built for this sbp; its author finds the"
                  + " changes in docs/plugins.md",
              removal());
      case BROKEN -> List.of(removal());
    };
  }

  private String accept() {
    return "if you trust it:  sbp plugin install " + user() + word(file.toString());
  }

  /** How to get rid of it. */
  String removal() {
    return origin == Origin.BUNDLED
        ? "it came with sbp: install sbp again"
        : "remove it:        sbp plugin remove " + user() + word(fileName());
  }

  private String user() {
    return origin == Origin.USER ? "--user " : "";
  }

  /** One word of a POSIX shell; what cannot stand on one line harmlessly is spelled out. */
  private static String word(String text) {
    return text.matches("[A-Za-z0-9_./:@%+=,-]+") && !text.startsWith("-")
        ? text
        : Quoting.quoted(PeerText.escape(text));
  }
}
