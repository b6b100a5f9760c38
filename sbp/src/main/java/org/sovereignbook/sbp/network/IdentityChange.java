package org.sovereignbook.sbp.network;

import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.IdentityDocument;

/**
 * What came of a change of our own identity.
 *
 * @param document our document now, when there is a valid one
 * @param announced how many peers an announce was put into the outbox for
 * @param why why nothing changed; empty when something did
 */
public record IdentityChange(
    Outcome outcome, Optional<IdentityDocument> document, int announced, String why)
    implements StepResult {

  /** How it went. Written in lower case. */
  public enum Outcome {
    /** A new document is signed. */
    SIGNED,
    /** A new key is in use. */
    ROTATED,
    /** Nothing was asked for that is not so already. */
    UNCHANGED,
    /** It cannot be done like this; nothing changed. */
    REFUSED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public boolean idle() {
    return outcome == Outcome.UNCHANGED;
  }

  @Override
  public String summary() {
    String key = document.map(one -> one.fingerprint().toString()).orElse("");
    return switch (outcome) {
      case SIGNED -> "signed a new identity document; %s".formatted(toBeTold());
      case ROTATED -> "rotated to the key %s; %s".formatted(key, toBeTold());
      case UNCHANGED, REFUSED -> why;
    };
  }

  private String toBeTold() {
    return announced == 1 ? "1 peer is to be told" : announced + " peers are to be told";
  }

  @Override
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("outcome", outcome.toString())
        .put("announced", announced)
        .putIfPresent("why", Optional.of(why).filter(text -> !text.isEmpty()))
        .putIfPresent("fingerprint", document.map(one -> one.fingerprint().toString()))
        .build();
  }
}
