package org.sovereignbook.sbp.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testing.TestClock;

/** A peer on a loopback port that answers {@code GET /identity} with whatever a test wants. */
public final class TestPeer implements AutoCloseable {
  private final HttpServer server;

  private TestPeer(HttpServer server) {
    this.server = server;
  }

  public static TestPeer answering(int status, Function<Endpoint, String> body) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    TestPeer peer = new TestPeer(server);
    byte[] bytes = body.apply(peer.endpoint()).getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return peer;
  }

  /**
   * A reverse proxy in front of a server.
   *
   * @param forwardedFor for whom it says that it speaks, if it does
   */
  public static TestPeer passingOnTo(Endpoint behind, Optional<String> forwardedFor)
      throws IOException {
    TestPeer proxy = answering(502, endpoint -> "");
    proxy.server.removeContext("/");
    proxy.server.createContext("/", exchange -> passOn(exchange, behind.resolve(""), forwardedFor));
    return proxy;
  }

  private static void passOn(HttpExchange exchange, URI behind, Optional<String> forwardedFor)
      throws IOException {
    URI url = URI.create(behind + exchange.getRequestURI().toString());
    HttpURLConnection request = (HttpURLConnection) url.toURL().openConnection();
    request.setRequestProperty("Content-Type", "application/json");
    forwardedFor.ifPresent(client -> request.setRequestProperty("X-Forwarded-For", client));
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (body.length > 0) {
      request.setDoOutput(true);
      request.getOutputStream().write(body);
    }
    exchange.sendResponseHeaders(request.getResponseCode(), 0);
    try (InputStream answer = request.getInputStream()) {
      answer.transferTo(exchange.getResponseBody());
    }
    exchange.close();
  }

  /** A peer with a proper identity. */
  public static TestPeer named(String name, KeyPair keys) throws IOException {
    return answering(200, endpoint -> JsonWriter.compact(identity(name, keys, endpoint)));
  }

  public static JsonObject identity(String name, KeyPair keys, Endpoint endpoint) {
    return IdentityDocument.create(
            keys,
            new IdentityDocument.Claims(name, endpoint, Optional.empty(), Optional.empty()),
            new Timestamp(TestClock.NOON))
        .json();
  }

  public Endpoint endpoint() {
    return Endpoint.parse("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
