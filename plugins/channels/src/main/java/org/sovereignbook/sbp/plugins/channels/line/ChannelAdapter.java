package org.sovereignbook.sbp.plugins.channels.line;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.pf4j.ExtensionPoint;
import org.sovereignbook.sbp.base.json.Words;

/** A kind of channel, such as email; an extension point for plugins ({@code channel:NAME}). */
public interface ChannelAdapter extends ExtensionPoint {
  /**
   * Returns its name, which is also the channel of its senders in policies and among the identities
   * of entities, such as {@code email}.
   */
  String name();

  /** Returns one line for people. */
  String description();

  Abilities capabilities();

  /** Returns what a channel of this kind must or may be given. */
  List<ChannelOption> options();

  /**
   * Opens a channel; contacts nothing yet.
   *
   * @throws ChannelException of the kind SETUP when an option is wrong
   */
  ChannelLine open(ChannelSetup setup) throws ChannelException;

  /**
   * Returns the place in an inbox at a time, for a channel that was never contacted; empty when the
   * kind has none, and messages count from the first contact on.
   */
  default Optional<String> placeAt(Instant time) {
    return Optional.empty();
  }

  /** Marks that a channel shows. */
  enum Markup {
    PLAIN,
    MARKDOWN,
    HTML;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Abilities of a channel.
   *
   * @param maxBytes the longest message; a longer text is sent in parts
   * @param threads whether a message can name the one that it answers
   * @param attachments whether received messages can bring files
   * @param edits whether a sent message can be changed
   * @param receipts whether the server reports that a message was read
   */
  record Abilities(
      OptionalInt maxBytes,
      Markup markup,
      boolean threads,
      boolean attachments,
      boolean edits,
      boolean receipts) {}
}
