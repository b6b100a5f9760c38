package org.sovereignbook.sbp.store.copy;

/** The kinds of things that a store keeps; indexes are none, since they follow from the objects. */
public enum StoredKind {
  INBOX("inbox"),
  PROCESSED("inbox/processed"),
  REJECTED("inbox/rejected"),
  OUTBOX("outbox"),
  FAILED("outbox/failed"),
  SENT("sent"),
  SENT_ARCHIVE("sent-archive"),
  CONTENT_RECEIVED("content/received"),
  CONTENT_CREATED("content/created"),
  ENDORSEMENTS_RECEIVED("endorsements/received"),
  ENDORSEMENTS_CREATED("endorsements/created"),
  PEER_IDENTITIES("identity/peers"),
  PEERS("peers"),
  SEEN_ENVELOPES("seen-envelopes"),
  LOGS("logs"),
  STATES("states");

  private final String id;

  StoredKind(String id) {
    this.id = id;
  }

  /** As digests and {@code sbp store info} call it. */
  @Override
  public String toString() {
    return id;
  }
}
