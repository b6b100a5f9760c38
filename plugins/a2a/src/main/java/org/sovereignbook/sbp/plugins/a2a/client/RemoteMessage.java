package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Instant;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Message to a remote agent. It is stored with its id before it is sent, so that a crash repeats
 * the same message.
 *
 * @param id the {@code messageId}
 * @param work the task that it belongs to
 * @param sent whether it was answered
 */
record RemoteMessage(
    String id, String work, String agent, String contentId, boolean sent, Instant at) {
  static final Rows<RemoteMessage> ROWS = new Rows<>("a2a_said", RemoteMessage.class);
}
