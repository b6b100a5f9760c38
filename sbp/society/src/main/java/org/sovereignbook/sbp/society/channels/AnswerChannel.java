package org.sovereignbook.sbp.society.channels;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Channel by which an answer leaves, with its capabilities. Its guide is given to the model at the
 * start of a turn and is no part of the history.
 */
public enum AnswerChannel {
  /** A person at a terminal. */
  TERMINAL(
      OptionalInt.empty(),
      false,
      "Your answer is shown on a terminal of 80 columns, as Markdown: headings, lists, emphasis,"
          + " code and small tables are rendered; HTML and images are not. Be short."),
  /** A coding CLI or another program, over MCP. */
  MCP(
      OptionalInt.empty(),
      false,
      "Your answer is read by a program or another model, as Markdown. State results first; give"
          + " ids, paths and numbers exactly."),
  /** A personal message to a peer. */
  DIRECT(
      OptionalInt.of(Limits.MAX_DIRECT_BODY_BYTES),
      true,
      "Your answer goes to a peer as a personal message, as Markdown without HTML and images."
          + " Whoever reads it knows nothing of this node: explain names and ids, and include"
          + " nothing private."),
  /** A published piece. */
  CONTENT(
      OptionalInt.of(Limits.MAX_BODY_BYTES),
      true,
      "Your answer is published under the agent's name for everybody, as Markdown without HTML and"
          + " images. Write a whole text that needs no context, and include nothing private.");

  private final OptionalInt maxBytes;
  private final boolean hasThreads;
  private final String guide;

  AnswerChannel(OptionalInt maxBytes, boolean hasThreads, String guide) {
    this.maxBytes = maxBytes;
    this.hasThreads = hasThreads;
    this.guide = guide;
  }

  /**
   * Part of an answer, as it is sent.
   *
   * @param replies whether it refers to the message that it answers
   */
  public record Part(String text, boolean replies) {}

  /** Returns the instructions for a model whose answer leaves by this channel. */
  public String guide() {
    return maxBytes.isEmpty()
        ? guide
        : guide
            + String.format(
                Locale.ROOT,
                " A text of more than %,d bytes is sent in several parts.",
                maxBytes.getAsInt());
  }

  /**
   * Returns the parts of an answer in order. Characters that could steer a terminal are left out;
   * only the first part replies, where the channel has threads.
   */
  public List<Part> parts(String answer) {
    String clean = clean(answer);
    List<String> texts =
        maxBytes.isEmpty() ? List.of(clean) : TextChunks.of(clean, maxBytes.getAsInt());
    List<Part> parts = new ArrayList<>();
    for (String text : texts) {
      if (!text.isBlank()) {
        parts.add(new Part(text, hasThreads && parts.isEmpty()));
      }
    }
    return List.copyOf(parts);
  }

  private static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.replace("\r\n", "\n")
        .codePoints()
        .filter(each -> each == '\n' || each == '\t' || !PeerText.isUnsafe(each))
        .forEach(clean::appendCodePoint);
    return clean.toString().strip();
  }
}
