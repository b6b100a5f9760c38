package org.sovereignbook.sbp.society.ingress;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Something that has arrived from outside, normalised by its adapter (NEXUS-AGENT-SYSTEM, event
 * layer).
 *
 * @param id deterministic: the same thing that comes again has the same
 * @param kind such as {@code webhook.received}
 * @param channel the door: {@code envelope}, {@code webhook}, {@code timer}
 * @param about what its content is about
 * @param content what somebody wrote; kept where it can be erased
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
  /** The member of an event's metadata that says how it came. */
  public static final String CHANNEL = "channel";

  /** The member that says that it may cause nothing. */
  public static final String DECISION = "decision";

  /** What that member says then. */
  public static final String DENY = "deny";

  /** Which of the subject's texts the content is. */
  public static final String CONTENT = "content";
}
