package org.sovereignbook.sbp.plugins.relay.host;

import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.peer.server.GuestAdmission;
import org.sovereignbook.sbp.peer.server.RouteAnswer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteRequest;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;

/**
 * The public routes: below the address of each guest what PROTOCOL §4 has at a node, and one for
 * the guests themselves. Thread-safe.
 */
public final class HostRoutes {
  private static final Duration AWAY = Duration.ofHours(1);
  private static final int MAX_PAGE = 1_000;
  private static final String READ = "GET, HEAD";

  private HostRoutes() {}

  /** Answers a request. */
  public static RouteAnswer answer(RouteRequest request, RouteContext context)
      throws InterruptedException {
    Optional<Ledger> ledger = context.society().get();
    if (ledger.isEmpty()) {
      return nobody();
    }
    String path = request.path();
    if (path.equals(RelayRequest.PATH)) {
      return request.method().equals("POST")
          ? new GuestRequests(ledger.get()).answer(request)
          : wrongMethod("POST");
    }
    int slash = path.indexOf('/');
    String id = Guest.word(slash < 0 ? path : path.substring(0, slash));
    Optional<Guest> guest = ledger.get().read(tx -> new GuestTable(tx).find(id));
    return guest.isPresent()
        ? answer(request, slash < 0 ? "" : path.substring(slash + 1), ledger.get(), guest.get())
        : nobody();
  }

  private static RouteAnswer answer(RouteRequest request, String path, Ledger ledger, Guest guest)
      throws InterruptedException {
    Guest.State state = guest.state(ledger.node().clock().instant());
    if (state == Guest.State.INVITED || state == Guest.State.GONE) {
      return nobody();
    }
    if (path.equals("message")) {
      return request.method().equals("POST")
          ? message(request, ledger, guest, state)
          : wrongMethod("POST");
    }
    if (Passages.isOfFeatures(path)) {
      HostState all = HostState.of(ledger.node());
      return all.passages().pass(ledger.node(), guest, path, request, all.wakeups());
    }
    boolean isRead = request.method().equals("GET") || request.method().equals("HEAD");
    Optional<RouteAnswer> document = document(request, path, ledger, guest, state);
    return document.isPresent() && !isRead
        ? wrongMethod(READ)
        : document.orElseGet(() -> GuestAdmission.notFound("there is nothing at this path"));
  }

  private static RouteAnswer message(
      RouteRequest request, Ledger ledger, Guest guest, Guest.State state)
      throws InterruptedException {
    return switch (state) {
      case AWAY -> away(guest);
      case LEFT ->
          unavailable("guest-moved", "this node has another address since; its identity says it");
      default -> HostState.of(ledger.node()).admission(ledger, guest).answer(request);
    };
  }

  private static Optional<RouteAnswer> document(
      RouteRequest request, String path, Ledger ledger, Guest guest, Guest.State state) {
    if (path.startsWith("content/")) {
      return Optional.of(content(request, path.substring("content/".length()), ledger, guest));
    }
    return switch (path) {
      case "identity" -> Optional.of(document(request, guest.identity()));
      case "endorsements" -> Optional.of(endorsements(request, ledger, guest));
      case "health" -> Optional.of(health(guest, state));
      case "spec" -> Optional.of(GuestAdmission.notFound("this node serves no spec.bundle"));
      default -> Optional.empty();
    };
  }

  private static RouteAnswer health(Guest guest, Guest.State state) {
    return state == Guest.State.HERE
        ? RouteAnswer.json(200, JsonObject.empty().with("status", "ok"))
        : away(guest);
  }

  private static RouteAnswer content(
      RouteRequest request, String hash, Ledger ledger, Guest guest) {
    try {
      String whole = ContentHash.parse(hash).toString();
      return document(request, ledger.read(tx -> new Uploads(tx, guest).content(whole)));
    } catch (IllegalArgumentException e) {
      return GuestAdmission.notFound("there is nothing at this path");
    }
  }

  private static RouteAnswer endorsements(RouteRequest request, Ledger ledger, Guest guest) {
    int limit = MAX_PAGE;
    Optional<String> before = Optional.empty();
    try {
      if (parameter(request, "limit").isPresent()) {
        limit = Integer.parseInt(parameter(request, "limit").get());
      }
      before = parameter(request, "before").map(ContentHash::parse).map(ContentHash::toString);
    } catch (IllegalArgumentException e) {
      limit = 0;
    }
    if (limit < 1 || limit > MAX_PAGE) {
      return badQuery("limit is a number from 1 to 1000 and before is a hash such as sha256:0f…");
    }
    int most = limit;
    Optional<String> after = before;
    Optional<String> page = ledger.read(tx -> new Uploads(tx, guest).endorsements(most, after));
    return page.map(text -> GuestAdmission.document(request, utf8(text)))
        .orElseGet(() -> badQuery("before is no endorsement of this node"));
  }

  private static RouteAnswer badQuery(String message) {
    return GuestAdmission.refused(
        HttpURLConnection.HTTP_BAD_REQUEST, "invalid-query", message, Optional.empty());
  }

  private static Optional<String> parameter(RouteRequest request, String name) {
    return Arrays.stream(request.query().split("&"))
        .filter(pair -> pair.startsWith(name + "="))
        .map(pair -> pair.substring(name.length() + 1).replace("%3A", ":").replace("%3a", ":"))
        .findFirst();
  }

  private static RouteAnswer document(RouteRequest request, Optional<String> text) {
    return text.map(it -> GuestAdmission.document(request, utf8(it)))
        .orElseGet(() -> GuestAdmission.notFound("this node has published no such document"));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static RouteAnswer away(Guest guest) {
    return unavailable(
        "guest-away", "this node was not heard of for %d days".formatted(guest.days()));
  }

  private static RouteAnswer unavailable(String code, String message) {
    return GuestAdmission.refused(
        HttpURLConnection.HTTP_UNAVAILABLE, code, message, Optional.of(AWAY));
  }

  private static RouteAnswer nobody() {
    return GuestAdmission.notFound("no node has this address");
  }

  private static RouteAnswer wrongMethod(String methods) {
    RouteAnswer refused =
        GuestAdmission.refused(
            HttpURLConnection.HTTP_BAD_METHOD,
            "method-not-allowed",
            "this path takes " + methods,
            Optional.empty());
    return new RouteAnswer(
        refused.status(), refused.contentType(), Map.of("Allow", methods), refused.body());
  }
}
