package org.sovereignbook.sbp.store.copy;

import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.StepResult;

/**
 * Result of a migration.
 *
 * @param copied entries that this run wrote
 * @param present entries that an interrupted run had written before
 * @param entries the number of entries in the new store
 * @param digest the digest of the new store, with its printed view
 * @param kept the place of the old state
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
