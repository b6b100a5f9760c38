package org.sovereignbook.sbp.authority.ledger;

import java.util.Optional;

/**
 * Columns of a row that name its cause; {@link Transaction#cause} stores the authority.
 *
 * @param authorityId the snapshot of the authority under which the row was written
 */
public record Cause(Principal principal, String authorityId) {

  /** Columns of a cause, with the event that led to the row. */
  public record Sourced(Principal principal, String authorityId, Optional<String> sourceEvent) {}

  public Sourced from(Optional<String> event) {
    return new Sourced(principal, authorityId, event);
  }
}
