package org.sovereignbook.sbp.runtime.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Quoting;

/**
 * A file in one of the plugin folders, with its state.
 *
 * @param manifest its own description; empty when unreadable
 * @param hash of its bytes; empty when they cannot be read, or were not needed
 */
public record PluginFile(
    Origin origin,
    Path file,
    Optional<PluginManifest> manifest,
    Optional<ContentHash> hash,
    PluginState state) {

  /** The folder in which a plugin was found; of duplicates the earlier origin is used. */
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

  /** Returns its id, or the name of its file when it has none; safe for a terminal. */
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

  /**
   * Returns whether a person's name means this plugin: its id, its file, or an extension, with or
   * without its kind.
   */
  public boolean isCalled(String name) {
    return manifest.map(PluginManifest::id).filter(name::equals).isPresent()
        || fileName().equals(name)
        || provides().stream()
            .anyMatch(each -> each.name().equals(name) || each.toString().equals(name));
  }

  /** Returns the same, in the state off if it brings one of these features. */
  public PluginFile without(List<String> features) {
    boolean isOff =
        isOk()
            && provides().stream()
                .anyMatch(
                    each ->
                        each.kind().equals(ExtensionKind.FEATURE)
                            && features.contains(each.name()));
    return isOff ? with(PluginState.OFF) : this;
  }

  PluginFile with(PluginState other) {
    return new PluginFile(origin, file, manifest, hash, other);
  }

  /** Returns the commands that help, a line each; none when nothing need be done. */
  public List<String> remedies() {
    return switch (state.kind()) {
      case OK, DUPLICATE -> List.of();
      case OFF -> List.of("switch it on:     sbp plugin on " + name());
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

  /** Returns the command that removes it. */
  String removal() {
    return origin == Origin.BUNDLED
        ? "it came with sbp: install sbp again"
        : "remove it:        sbp plugin remove " + user() + word(fileName());
  }

  private String user() {
    return origin == Origin.USER ? "--user " : "";
  }

  /**
   * Quotes a text as one word for a POSIX shell; characters that are unsafe on a line are escaped.
   */
  private static String word(String text) {
    return text.matches("[A-Za-z0-9_./:@%+=,-]+") && !text.startsWith("-")
        ? text
        : Quoting.quoted(PeerText.escape(text));
  }
}
