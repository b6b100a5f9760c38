package org.sovereignbook.sbp.store;

import org.sovereignbook.sbp.protocol.IdentityDocument;

/** The last identity document held of each peer (IDENTITY §Rotation needs it). */
public final class PeerIdentities {
  private PeerIdentities() {}

  /** The change that keeps the newest document of a peer. */
  public static Change put(IdentityDocument document) {
    return new Change.StorePeerIdentity(document);
  }
}
