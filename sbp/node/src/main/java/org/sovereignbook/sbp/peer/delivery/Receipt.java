package org.sovereignbook.sbp.peer.delivery;

import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The answer by which a receiver has taken an envelope (PROTOCOL §5.4): 202, with an empty body or
 * a JSON object. Its members {@code status} and {@code hash} may be missing; one that is there must
 * say that this envelope was accepted. Any other success says nothing of the envelope: a parked
 * domain and a proxy's page answer so, too.
 */
final class Receipt {
  private static final int ACCEPTED = 202;
  private static final Set<String> TAKEN = Set.of("accepted", "duplicate");

  private Receipt() {}

  /** Returns why a success is no receipt for this envelope, safe to print; empty when it is one. */
  static Optional<String> fault(PeerReply.Answered answer, byte[] envelope) {
    if (answer.status() != ACCEPTED) {
      return Optional.of("a receipt has the status 202");
    }
    if (answer.body().length == 0) {
      return Optional.empty();
    }
    Optional<JsonObject> body = object(answer.body());
    if (body.isEmpty()) {
      return Optional.of("its body is no JSON object");
    }
    Optional<JsonValue> status = body.get().get("status");
    if (status
        .filter(one -> !(one instanceof JsonString(String text) && TAKEN.contains(text)))
        .isPresent()) {
      return Optional.of("its status is neither accepted nor duplicate");
    }
    Optional<JsonValue> hash = body.get().get("hash");
    return hash.isPresent() && !hash.equals(hash(envelope))
        ? Optional.of("its hash is that of another envelope")
        : Optional.empty();
  }

  /** Returns a short form of what came instead of a receipt, safe to print. */
  static String describe(PeerReply.Answered answer, String fault) {
    return "no receipt: answered " + answer.status() + ", but " + PeerText.plain(fault);
  }

  private static Optional<JsonValue> hash(byte[] envelope) {
    return object(envelope).map(json -> new JsonString(ContentHash.of(json).toString()));
  }

  private static Optional<JsonObject> object(byte[] body) {
    try {
      return JsonReader.file(body) instanceof JsonObject json
          ? Optional.of(json)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
