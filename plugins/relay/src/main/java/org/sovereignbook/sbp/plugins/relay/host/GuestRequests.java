package org.sovereignbook.sbp.plugins.relay.host;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.peer.server.GuestAdmission;
import org.sovereignbook.sbp.peer.server.RouteAnswer;
import org.sovereignbook.sbp.peer.server.RouteRequest;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest.RefusedException;
import org.sovereignbook.sbp.plugins.relay.wire.RelaySettings;

/** Requests of guests, each signed by the guest and taken once (docs/relay.md). */
record GuestRequests(Ledger ledger) {
  private static final String JSON = "application/json";

  /** A sign of life while a guest waits, which JSON ignores. */
  private static final byte[] STILL_HERE = {'\n'};

  /** A guest reads no longer answer (PROTOCOL §7); with place for the signs of life. */
  private static final int MAX_ANSWER_BYTES = 1_040_000;

  private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(5);

  RouteAnswer answer(RouteRequest http) {
    try {
      RelayRequest request =
          RelayRequest.read(
              http.body(), ledger.node().identity().publicKey(), ledger.node().clock().instant());
      return switch (request.action()) {
        case JOIN -> RouteAnswer.json(200, join(request));
        case PUBLISH -> RouteAnswer.json(200, publish(request));
        case LEAVE -> RouteAnswer.json(200, leave(request));
        case ANSWER -> RouteAnswer.json(200, passedOn(request));
        case FETCH -> fetch(http, request);
      };
    } catch (RefusedException e) {
      return GuestAdmission.refused(
          e.status(), e.code(), String.valueOf(e.getMessage()), Optional.empty());
    }
  }

  private JsonObject join(RelayRequest request) {
    JsonObject json =
        request
            .json()
            .object("identity")
            .orElseThrow(() -> new RefusedException(400, "missing-field", "identity is missing"));
    Checked<IdentityDocument> checked =
        IdentityDocument.validate(json, ledger.node().clock().instant());
    Optional<Rejection> why = checked.why();
    if (why.isPresent()) {
      throw new RefusedException(400, why.get().code().toString(), why.get().message());
    }
    IdentityDocument identity = checked.toOptional().orElseThrow();
    if (!identity.publicKey().equals(request.guest())) {
      throw new RefusedException(400, "wrong-key", "the identity document is of another key");
    }
    return ledger.write(
        tx -> {
          Guest guest = new GuestTable(tx).join(identity, request.json().string("token"));
          requireNew(tx, guest, request);
          return described(tx, guest);
        });
  }

  private static JsonObject described(Transaction tx, Guest guest) {
    IdentityDocument own = tx.node().identity();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("status", "ok")
            .put("address", guest.address(own.endpoint()).toString())
            .put("name", own.name())
            .put("days", guest.days())
            .put("megabytes", guest.bytes() / 1_000_000)
            .put("taken", guest.taken())
            .put("waiting", guest.waiting())
            .put("now_ms", tx.nowMs());
    guest.until().ifPresent(end -> json.put("until_ms", end.toEpochMilli()));
    return json.build();
  }

  private static void requireNew(Transaction tx, Guest guest, RelayRequest request) {
    if (!new GuestTable(tx).isNew(guest, request)) {
      throw new RefusedException(409, "repeated", "this request was taken before");
    }
  }

  /** Returns the guest of a request that is taken now. */
  private static Guest taken(Transaction tx, RelayRequest request) {
    Guest guest =
        new GuestTable(tx)
            .of(request.guest())
            .or(() -> ofSuccessor(tx, request))
            .filter(Guest::joined)
            .filter(one -> one.state(tx.now()) != Guest.State.GONE)
            .orElseThrow(
                () ->
                    new RefusedException(
                        403, "not-a-guest", "this relay holds no post for this key"));
    requireNew(tx, guest, request);
    new GuestTable(tx).heard(guest);
    return new GuestTable(tx).find(guest.id()).orElseThrow();
  }

  /** Returns the guest whose key the signer's succeeds, by the document that it publishes. */
  private static Optional<Guest> ofSuccessor(Transaction tx, RelayRequest request) {
    return request.action() != RelayRequest.Operation.PUBLISH
        ? Optional.empty()
        : request
            .json()
            .object("identity")
            .flatMap(json -> IdentityDocument.validate(json, tx.now()).toOptional())
            .filter(document -> document.publicKey().equals(request.guest()))
            .flatMap(IdentityDocument::previousKey)
            .flatMap(new GuestTable(tx)::of);
  }

  private JsonObject publish(RelayRequest request) {
    return ledger.write(
        tx -> {
          Guest guest = taken(tx, request);
          Optional<JsonObject> identity = request.json().object("identity");
          if (identity.isPresent()) {
            new Uploads(tx, guest).identity(identity.get(), request.guest());
          }
          Guest now = new GuestTable(tx).find(guest.id()).orElseThrow();
          new Uploads(tx, now)
              .store(request.json().array("objects").map(JsonArray::objects).orElse(List.of()));
          new Uploads(tx, now).forget(words(request, "forget"));
          return described(tx, now);
        });
  }

  /** Returns texts of a request, of which each costs this node some work. */
  private static List<String> words(RelayRequest request, String name) {
    List<String> words = request.json().array(name).flatMap(JsonArray::strings).orElse(List.of());
    if (words.size() > Letters.MOST_ACKNOWLEDGED) {
      throw new RefusedException(
          400, "invalid-field", name + " has more than " + Letters.MOST_ACKNOWLEDGED);
    }
    return words;
  }

  /** Takes the answer to a request that was passed on; nothing of it is stored. */
  private JsonObject passedOn(RelayRequest request) {
    Guest guest = ledger.write(tx -> taken(tx, request));
    HostState.of(ledger.node()).passages().answer(guest.id(), request.json());
    return JsonObject.empty().with("status", "ok");
  }

  private JsonObject leave(RelayRequest request) {
    return ledger.write(
        tx -> {
          Guest guest = taken(tx, request);
          new Letters(tx).acknowledge(guest, words(request, "received"));
          request
              .json()
              .object("identity")
              .ifPresent(json -> new Uploads(tx, guest).identity(json, request.guest()));
          if (new GuestTable(tx).find(guest.id()).orElseThrow().waiting() > 0) {
            throw new RefusedException(409, "post-waits", "fetch the post that waits, then leave");
          }
          new GuestTable(tx).leave(guest);
          return described(tx, guest);
        });
  }

  /** Answers with what waits; where nothing does and there is a place for it, once there is. */
  private RouteAnswer fetch(RouteRequest http, RelayRequest request) {
    Wakeups wakeups = HostState.of(ledger.node()).wakeups();
    Guest guest =
        ledger.write(
            tx -> {
              Guest one = taken(tx, request);
              new Letters(tx).acknowledge(one, words(request, "received"));
              return one;
            });
    long known = wakeups.count(guest.id());
    long after = Math.max(0, request.json().integer("after").orElse(0));
    JsonObject first = post(guest, after);
    long seconds =
        Math.min(
            request.json().integer("wait_seconds").orElse(0),
            ledger.node().config().get(RelaySettings.WAIT).toSeconds());
    boolean isAny = isAny(first, "post") || isAny(first, "requests");
    if (isAny || seconds <= 0 || !http.mayStream()) {
      return RouteAnswer.json(200, first);
    }
    return RouteAnswer.stream(
        200,
        JSON,
        Map.of(),
        to -> {
          long left = Duration.ofSeconds(seconds).toMillis();
          to.write(STILL_HERE);
          while (left > 0) {
            long slice = Math.min(left, BETWEEN_SIGNS.toMillis());
            if (wakeups.await(guest.id(), known, Duration.ofMillis(slice))) {
              break;
            }
            left -= slice;
            to.write(STILL_HERE);
          }
          to.write(JsonWriter.compact(post(guest, after)).getBytes(StandardCharsets.UTF_8));
        });
  }

  private static boolean isAny(JsonObject answer, String name) {
    return !answer.array(name).map(JsonArray::values).orElse(List.of()).isEmpty();
  }

  private JsonObject post(Guest guest, long after) {
    JsonObject post = letters(guest, after);
    int left = MAX_ANSWER_BYTES - JsonWriter.compact(post).getBytes(StandardCharsets.UTF_8).length;
    List<JsonObject> requests = HostState.of(ledger.node()).passages().take(guest.id(), left);
    return requests.isEmpty() ? post : post.with("requests", JsonArray.of(requests));
  }

  private JsonObject letters(Guest guest, long after) {
    return ledger.write(
        tx -> {
          List<JsonObject> letters = new Letters(tx).next(guest, after);
          Guest now = new GuestTable(tx).find(guest.id()).orElse(guest);
          if (letters.isEmpty() && after == 0) {
            new Letters(tx).toldWhole(guest);
          }
          return described(tx, now).with("post", JsonArray.of(letters));
        });
  }
}
