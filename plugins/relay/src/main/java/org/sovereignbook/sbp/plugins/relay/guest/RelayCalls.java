package org.sovereignbook.sbp.plugins.relay.guest;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;

/** Calls of this node's relays. Thread-safe. */
record RelayCalls(Node node, HttpPeerClient client) {
  /** Longer than a relay waits for the next message. */
  private static final Duration TIME = Duration.ofSeconds(45);

  private static final String ROUTE = "/x/relay/" + RelayRequest.PATH;
  private static final int MAX_REASON = 200;

  /** How far both clocks may differ; what is received ahead of ours would be refused later. */
  private static final Duration SKEW = Duration.ofMinutes(5);

  /** Opens a client; the caller closes it. */
  static HttpPeerClient client(Node node) {
    return HttpPeerClient.open(
        new HttpConfig(HttpConfig.from(node.config()).allowPrivateEndpoints(), TIME));
  }

  /** Code of a relay whose key is another one. */
  static final String WRONG_RECIPIENT = "wrong-recipient";

  /** Code of an address that this node asks nothing of. */
  static final String NOT_ASKED = "not-asked";

  /** A relay that cannot be called, or refuses. */
  static final class FailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final int status;

    FailedException(String code, String message) {
      this(0, code, message);
    }

    FailedException(int status, String code, String message) {
      super(message);
      this.status = status;
      this.code = code;
    }

    /** Returns the status of the answer; 0 when there was none. */
    int status() {
      return status;
    }

    /** Returns the relay's word for it; empty when it did not answer. */
    String code() {
      return code;
    }

    /** Returns whether it has refused what this node publishes; it may hold post all the same. */
    boolean isOfDocuments() {
      return !code.isEmpty() && !isEnd() && !List.of(WRONG_RECIPIENT, NOT_ASKED).contains(code);
    }

    /** Returns whether it says that it holds nothing for this node. */
    boolean isEnd() {
      return code.equals("not-a-guest") || code.equals("not-invited");
    }
  }

  /** Sends a signed request, and returns the answer to it. */
  JsonObject ask(Endpoint relay, PublicKey key, RelayRequest.Operation action, JsonObject more)
      throws FailedException, InterruptedException {
    return ask(node.keys(), relay, key, action, more);
  }

  private JsonObject ask(
      KeyPair by, Endpoint relay, PublicKey key, RelayRequest.Operation action, JsonObject more)
      throws FailedException, InterruptedException {
    byte[] request = RelayRequest.make(by, key, action, node.now(), node.randomId(), more);
    return answer(relay, client.postTo(relay.resolve(ROUTE), request));
  }

  /** Returns the identity document that a node serves, verified. */
  IdentityDocument identity(Endpoint relay) throws FailedException, InterruptedException {
    JsonObject json = answer(relay, client.get(relay, "/identity"));
    Checked<IdentityDocument> checked = IdentityDocument.validate(json, node.clock().instant());
    return checked
        .toOptional()
        .orElseThrow(
            () ->
                new FailedException(
                    "no-identity",
                    relay + " serves no valid identity document: " + checked.why().get().code()));
  }

  /**
   * Returns the time that a relay says in an answer.
   *
   * @throws FailedException when it says none, or one that is far from this node's
   */
  Instant timeOf(JsonObject answer) throws FailedException {
    Instant there =
        Instant.ofEpochMilli(
            answer
                .integer("now_ms")
                .orElseThrow(() -> new FailedException("", "it does not say its time")));
    if (Duration.between(node.clock().instant(), there).abs().compareTo(SKEW) > 0) {
      throw new FailedException(
          "clock", "its clock and this node's differ by more than 5 minutes; nothing is fetched");
    }
    return there;
  }

  private static JsonObject answer(Endpoint relay, PeerReply reply) throws FailedException {
    return switch (reply) {
      case PeerReply.Answered answered -> answered(relay, answered);
      case PeerReply.Unreachable(String reason, _) -> throw silent(reason);
      case PeerReply.Unknown(String reason) -> throw silent(reason);
      case PeerReply.Forbidden(String reason) ->
          throw new FailedException(NOT_ASKED, PeerText.plain("not asked: " + reason));
    };
  }

  private static JsonObject answered(Endpoint relay, PeerReply.Answered answered)
      throws FailedException {
    Optional<JsonObject> json = Checked.object(answered.body()).toOptional();
    if (answered.isSuccess() && json.isPresent()) {
      return json.get();
    }
    Optional<String> code = json.flatMap(it -> it.string("error")).map(PeerText::plain);
    String said =
        json.flatMap(it -> it.string("message"))
            .map(text -> PeerText.quote(Cut.after(text, MAX_REASON)))
            .orElseGet(
                () ->
                    answered.body().length == 0
                        ? "nothing"
                        : PeerText.quote(
                            Cut.after(
                                new String(answered.body(), StandardCharsets.UTF_8), MAX_REASON)));
    throw new FailedException(
        answered.status(),
        code.orElse(""),
        "%s answers %d: %s".formatted(relay, answered.status(), said));
  }

  private static FailedException silent(String reason) {
    return new FailedException("", PeerText.plain(reason));
  }
}
