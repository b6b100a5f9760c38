package org.sovereignbook.sbp.reader;

import org.sovereignbook.sbp.json.JsonObject;

/** What reader-preprocess counts in one run. Not thread-safe. */
final class Tally {
  private int processed;
  private int rejected;
  private int duplicates;
  private int acks;
  private int errors;
  private int peerLists;
  private int endorsements;
  private int dropped;

  void processed() {
    processed++;
  }

  void rejected() {
    rejected++;
  }

  void duplicate() {
    duplicates++;
  }

  void ack() {
    acks++;
  }

  void error() {
    errors++;
  }

  void peerList() {
    peerLists++;
  }

  void endorsement() {
    endorsements++;
  }

  void dropped() {
    dropped++;
  }

  /** The digest's {@code auto_handled}: the seed's four counts, then ours. */
  JsonObject autoHandled() {
    return JsonObject.builder()
        .put("acks", acks)
        .put("errors", errors)
        .put("rejected_invalid", rejected)
        .put("duplicates", duplicates)
        .put("peer_lists", peerLists)
        .put("endorsements", endorsements)
        .put("dropped", dropped)
        .build();
  }

  PreprocessResult result(int passed, int waiting) {
    int autoHandled = acks + errors + peerLists + endorsements + dropped;
    return new PreprocessResult(
        processed, rejected, duplicates, autoHandled, passed, waiting, false);
  }
}
