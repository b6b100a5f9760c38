package org.sovereignbook.sbp.ledger;

import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;

/**
 * One decision on a call.
 *
 * @param agent the calling agent's 64 hex digits
 * @param tool such as {@code task_claim}
 * @param arguments kept as their hash only
 * @param isAllowed what was decided
 * @param reason why, in a few words of the program's own
 */
public record AuditRow(
    Authority authority,
    Optional<String> agent,
    String tool,
    JsonObject arguments,
    boolean isAllowed,
    String reason) {}
