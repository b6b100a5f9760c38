package org.sovereignbook.sbp.society.ingress;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * An input from outside, normalised by its adapter (NEXUS-AGENT-SYSTEM, event layer).
 *
 * @param id deterministic: the same input has the same id when it arrives again
 * @param kind such as {@code webhook.received}
 * @param channel {@code envelope}, {@code webhook} or {@code timer}
 * @param about the subject of its content
 * @param content text of the sender; stored where it can be erased
 * @param contentType {@code text} or {@code json}
 * @param metadata ids and words of the program's own
 */
public record Incoming(
    String id,
    String kind,
    Principal principal,
    String channel,
    Subject about,
    Optional<String> content,
    String contentType,
    JsonObject metadata) {
  /** The key of the channel in an event's metadata. */
  public static final String CHANNEL = "channel";

  /** The key in an event's metadata that marks it as denied. */
  public static final String DECISION = "decision";

  /** The value of {@link #DECISION} for a denied event. */
  public static final String DENY = "deny";

  /** The field of the content among the subject's texts. */
  public static final String CONTENT = "content";
}
