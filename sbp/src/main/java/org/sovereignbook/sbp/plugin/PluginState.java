package org.sovereignbook.sbp.plugin;

import java.nio.file.Path;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.Words;
import org.sovereignbook.sbp.node.PeerText;

/** What the program thinks of a plugin's file. Only one that is {@link Ok} is ever loaded. */
public sealed interface PluginState {

  /** How states are called. */
  enum Word {
    OK,
    UNKNOWN,
    CHANGED,
    BROKEN,
    TOO_NEW,
    TOO_OLD,
    DUPLICATE;

    @Override
    public String toString() {
      return Words.of(this).replace('_', ' ');
    }
  }

  /** What state it is. */
  Word kind();

  /** One word or two for a table, such as {@code too new}. */
  default String word() {
    return kind().toString();
  }

  /** The reason in half a sentence; empty when there is none to give. */
  String why();

  /** It may be loaded. */
  record Ok() implements PluginState {
    @Override
    public Word kind() {
      return Word.OK;
    }

    @Override
    public String why() {
      return "";
    }
  }

  /** Nobody has accepted this file. */
  record Unknown() implements PluginState {
    @Override
    public Word kind() {
      return Word.UNKNOWN;
    }

    @Override
    public String why() {
      return "it lies in the folder, but nobody has installed it";
    }
  }

  /** The file is not the one that was accepted. */
  record Changed(ContentHash accepted, ContentHash found) implements PluginState {
    @Override
    public Word kind() {
      return Word.CHANGED;
    }

    @Override
    public String why() {
      return "it is not the file that was installed: that was " + accepted + ", this is " + found;
    }
  }

  /** It is no plugin, or one that cannot work. */
  record Broken(String problem) implements PluginState {
    public Broken {
      problem = PeerText.plain(problem);
    }

    @Override
    public Word kind() {
      return Word.BROKEN;
    }

    @Override
    public String why() {
      return problem;
    }
  }

  /** It needs a later version of sbp. */
  record TooNew(String requires) implements PluginState {
    @Override
    public Word kind() {
      return Word.TOO_NEW;
    }

    @Override
    public String why() {
      return "it needs version " + requires + " of the extension API, this sbp has " + current();
    }
  }

  /** It needs an earlier version of sbp. */
  record TooOld(String requires) implements PluginState {
    @Override
    public Word kind() {
      return Word.TOO_OLD;
    }

    @Override
    public String why() {
      return "it was made for version "
          + requires
          + " of the extension API, this sbp has "
          + current();
    }
  }

  /** Another file with the same id, or one that provides the same, comes first. */
  record Duplicate(Path winner) implements PluginState {
    @Override
    public Word kind() {
      return Word.DUPLICATE;
    }

    @Override
    public String why() {
      return PeerText.plain(winner.toString()) + " comes first";
    }
  }

  private static ApiVersion current() {
    return ApiVersion.CURRENT;
  }
}
