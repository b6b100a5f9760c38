package org.sovereignbook.sbp.store;

/** Where a signed object is kept (IMPLEMENTATION §5). */
public enum ObjectKind {
  CONTENT_RECEIVED("content/received"),
  CONTENT_CREATED("content/created"),
  ENDORSEMENTS_RECEIVED("endorsements/received"),
  ENDORSEMENTS_CREATED("endorsements/created");

  private final String folder;

  ObjectKind(String folder) {
    this.folder = folder;
  }

  /** The folder below {@code runtime/}. */
  public String folder() {
    return folder;
  }

  /** Whether the indexes cover this kind. */
  public boolean isReceived() {
    return this == CONTENT_RECEIVED || this == ENDORSEMENTS_RECEIVED;
  }
}
