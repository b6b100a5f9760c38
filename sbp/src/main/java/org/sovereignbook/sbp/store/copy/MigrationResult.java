package org.sovereignbook.sbp.store.copy;

import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.StepResult;

/**
 * What a migration did.
 *
 * @param copied entries that this run wrote
 * @param present entries that an interrupted run had written before
 * @param digest of what the new store holds
 * @param kept where the old state still is
 */
public record MigrationResult(
    String from, String to, int copied, int present, StoreDigest digest, String kept)
    implements StepResult {

  @Override
  public boolean idle() {
    return false;
  }

  @Override
  public String summary() {
    return "the node now uses %s: %d entries, %d bytes, the same as in %s, %s"
        .formatted(to, digest.entries(), digest.bytes(), from, digest.total());
  }

  @Override
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("from", from)
        .put("to", to)
        .put("copied", copied)
        .put("present", present)
        .put("entries", digest.entries())
        .put("bytes", digest.bytes())
        .put("digest", digest.total().toString())
        .put("kinds", digest.toJson())
        .put("kept", kept)
        .build();
  }
}
