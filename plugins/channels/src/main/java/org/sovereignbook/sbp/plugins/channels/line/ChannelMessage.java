package org.sovereignbook.sbp.plugins.channels.line;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Received message.
 *
 * @param id deterministic over its content: the same when it arrives again, and no sender can make
 *     the id of another's message
 * @param ref its id on the channel, chosen by its sender; names it in threads
 * @param references ids of the messages that it answers; the nearest last
 * @param key of a message of ours that this one is, or reports on
 */
public record ChannelMessage(
    String id,
    String ref,
    List<String> references,
    Kind kind,
    Sender sender,
    Body content,
    Optional<String> key,
    Instant at) {
  /** Kind of a message. */
  public enum Kind {
    /** A message of a person. */
    TALK,
    /** A message of a program, which nobody answers. */
    AUTOMATIC,
    /** A report that a message of ours was not delivered. */
    BOUNCE,
    /** A report that a message of ours was read. */
    RECEIPT,
    /** A copy of our own message. */
    OWN,
    /** A message that cannot be read. */
    BROKEN
  }

  /**
   * Sender of a message.
   *
   * @param isProven whether the channel proves the address
   * @param proof how, or why not, in words
   * @param group the id of the group in which it was written
   */
  public record Sender(
      String address, String name, boolean isProven, String proof, Optional<String> group) {}

  /**
   * Content of a message.
   *
   * @param text plain, without quoted history and characters that steer
   */
  public record Body(String subject, String text, List<Attachment> attachments) {
    public Body {
      attachments = List.copyOf(attachments);
    }
  }

  /**
   * File in a message.
   *
   * @param text of a small text file
   */
  public record Attachment(String name, String type, long bytes, Optional<String> text) {}

  public ChannelMessage {
    references = List.copyOf(references);
  }
}
