package org.sovereignbook.sbp.store.copy;

import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.StepResult;

/**
 * What a migration did.
 *
 * @param copied entries that this run wrote
 * @param present entries that an interrupted run had written before
 * @param entries how many the new store holds
 * @param digest of what the new store holds, and how it is shown
 * @param kept where the old state still is
 */
public record MigrationResult(
    String from,
    String to,
    int copied,
    int present,
    int entries,
    @Shape.Hidden StoreDigest digest,
    @Shape.Inline StoreDigest.Shown shown,
    String kept)
    implements StepResult {

  MigrationResult(
      String from, String to, int copied, int present, StoreDigest digest, String kept) {
    this(from, to, copied, present, digest.entries(), digest, digest.shown(), kept);
  }

  @Override
  public boolean idle() {
    return false;
  }

  @Override
  public String summary() {
    return "the node now uses %s: %d entries, %d bytes, the same as in %s, %s"
        .formatted(to, entries, shown.bytes(), from, shown.digest());
  }
}
