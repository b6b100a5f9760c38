package org.sovereignbook.sbp.runtime.plugin;

import java.nio.file.Path;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The state of a plugin's file. Only one that is OK is ever loaded.
 *
 * @param why the reason in half a sentence; empty when there is none
 */
public record PluginState(Kind kind, String why) {

  /** The state in one word or two. */
  public enum Kind {
    /** It may be loaded. */
    OK,
    /** Its feature is switched off in this node. */
    OFF,
    /** The file is not accepted. */
    UNKNOWN,
    /** The file differs from the accepted one. */
    CHANGED,
    /** It is no plugin, or cannot work. */
    BROKEN,
    /** It needs a later version of sbp. */
    TOO_NEW,
    /** It needs an earlier version of sbp. */
    TOO_OLD,
    /** Another file with the same id, or with the same extension, takes precedence. */
    DUPLICATE;

    @Override
    public String toString() {
      return Words.of(this).replace('_', ' ');
    }
  }

  static final PluginState OK = new PluginState(Kind.OK, "");

  static final PluginState OFF = new PluginState(Kind.OFF, "it is not switched on in this node");

  static final PluginState UNKNOWN =
      new PluginState(Kind.UNKNOWN, "it is in the folder, but was not installed");

  static PluginState changed(ContentHash accepted, ContentHash found) {
    return new PluginState(
        Kind.CHANGED,
        "it is not the file that was installed: that was " + accepted + ", this is " + found);
  }

  static PluginState broken(String problem) {
    return new PluginState(Kind.BROKEN, PeerText.plain(problem));
  }

  static PluginState duplicateOf(Path winner) {
    return new PluginState(Kind.DUPLICATE, PeerText.plain(winner.toString()) + " comes first");
  }

  /** Returns the state that results from its range and this program's API. */
  static PluginState of(ApiVersion.VersionRange range) {
    String rest = range.text() + " of the extension API, this sbp has " + ApiVersion.CURRENT;
    return switch (range.fit(ApiVersion.CURRENT)) {
      case FITS -> OK;
      case TOO_NEW -> new PluginState(Kind.TOO_NEW, "it needs version " + rest);
      case TOO_OLD -> new PluginState(Kind.TOO_OLD, "it was made for version " + rest);
    };
  }

  /** Returns one word or two for a table, such as {@code too new}. */
  public String word() {
    return kind.toString();
  }
}
