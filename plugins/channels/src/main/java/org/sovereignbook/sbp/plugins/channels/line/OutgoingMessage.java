package org.sovereignbook.sbp.plugins.channels.line;

import java.util.List;

/**
 * Message to be sent.
 *
 * @param key the idempotency key: 16 hex digits, the same at each attempt
 * @param to an address, or the id of a group
 * @param subject one line; used by channels that have subjects
 * @param text Markdown
 * @param isAnswer whether it answers a message; otherwise the node itself begins
 * @param references ids of the thread's messages on the channel, the answered one last
 */
public record OutgoingMessage(
    String key,
    String to,
    boolean isToGroup,
    String subject,
    String text,
    boolean isAnswer,
    List<String> references) {
  public OutgoingMessage {
    references = List.copyOf(references);
  }
}
