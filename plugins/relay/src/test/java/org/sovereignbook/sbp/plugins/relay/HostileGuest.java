package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest.Operation;

/** Somebody with a key who sends a relay any request at all. */
final class HostileGuest {
  private final RelayNode relay;
  private final KeyPair keys;

  HostileGuest(RelayNode relay, KeyPair keys) {
    this.relay = relay;
    this.keys = keys;
  }

  PublicKey key() {
    return keys.publicKey();
  }

  /** Returns a time that is this much later than now. */
  Timestamp at(Duration later) {
    return relay.node().now().plus(later);
  }

  /** Returns an identity document of this key, which may commit to a next one. */
  JsonObject identity(Timestamp at, Optional<KeyPair> next) {
    return IdentityDocument.create(keys, claims(next), at).json();
  }

  private static IdentityDocument.Claims claims(Optional<KeyPair> next) {
    return new IdentityDocument.Claims(
        "guest",
        Endpoint.parse("https://guest.example"),
        Optional.empty(),
        next.map(KeyPair::publicKey));
  }

  /** Returns a document of another key that succeeds this one. */
  JsonObject successor(KeyPair next, Timestamp at) {
    return IdentityDocument.rotate(keys, next, claims(Optional.empty()), at).json();
  }

  byte[] request(Operation action, JsonObject more) {
    return RelayRequest.make(
        keys,
        relay.node().identity().publicKey(),
        action,
        relay.node().now(),
        relay.node().randomId(),
        more);
  }

  HttpResponse<String> send(byte[] request) {
    return relay.post(relay.endpoint(), "/x/relay/guest", request);
  }

  HttpResponse<String> ask(Operation action, JsonObject more) {
    return send(request(action, more));
  }

  /** Joins by an invitation. */
  HostileGuest join(Optional<KeyPair> next) {
    HttpResponse<String> joined =
        ask(
            Operation.JOIN,
            JsonObject.empty()
                .with("identity", identity(at(Duration.ZERO), next))
                .with("token", relay.invite()));
    assertThat(joined.statusCode()).as(joined.body()).isEqualTo(200);
    return this;
  }

  HostileGuest join() {
    return join(Optional.empty());
  }

  HttpResponse<String> publish(JsonObject... objects) {
    return ask(Operation.PUBLISH, JsonObject.empty().with("objects", JsonArray.of(objects)));
  }

  HttpResponse<String> fetch(String... received) {
    return ask(
        Operation.FETCH,
        JsonObject.empty().with("received", JsonArray.ofStrings(List.of(received))));
  }

  Endpoint address() {
    String json = ask(Operation.PUBLISH, JsonObject.empty()).body();
    assertThat(json).contains("address");
    return Endpoint.parse(json.replaceAll(".*\"address\":\"([^\"]+)\".*", "$1"));
  }
}
