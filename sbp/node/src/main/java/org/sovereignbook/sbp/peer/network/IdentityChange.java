package org.sovereignbook.sbp.peer.network;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.StepResult;

/**
 * Result of a change of our own identity.
 *
 * @param announced how many peers an announce was put into the outbox for
 * @param why why nothing changed
 * @param fingerprint of the key in our document now, when there is a valid one
 */
public record IdentityChange(
    SigningStatus outcome, int announced, Optional<String> why, Optional<Fingerprint> fingerprint)
    implements StepResult {

  /** Outcome of the change. Written in lower case. */
  public enum SigningStatus {
    /** A new document is signed. */
    SIGNED,
    /** A new key is in use. */
    ROTATED,
    /** The document is as wanted already. */
    UNCHANGED,
    /** The change is not allowed; nothing changed. */
    REFUSED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  @Override
  public boolean idle() {
    return outcome == SigningStatus.UNCHANGED;
  }

  @Override
  public String summary() {
    String key = fingerprint.map(Fingerprint::toString).orElse("");
    return switch (outcome) {
      case SIGNED -> "signed a new identity document; %s".formatted(toBeTold());
      case ROTATED -> "rotated to the key %s; %s".formatted(key, toBeTold());
      case UNCHANGED, REFUSED -> why.orElse("");
    };
  }

  private String toBeTold() {
    return announced == 1 ? "1 peer is to be told" : announced + " peers are to be told";
  }
}
