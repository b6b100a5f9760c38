package org.sovereignbook.sbp.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.testing.TestClock;

/** A peer on a loopback port that answers {@code GET /identity} with whatever a test wants. */
final class TestPeer implements AutoCloseable {
  private final HttpServer server;

  private TestPeer(HttpServer server) {
    this.server = server;
  }

  static TestPeer answering(int status, Function<Endpoint, String> body) throws IOException {
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

  /** A peer with a proper identity. */
  static TestPeer named(String name, KeyPair keys) throws IOException {
    return answering(200, endpoint -> JsonWriter.compact(identity(name, keys, endpoint)));
  }

  static JsonObject identity(String name, KeyPair keys, Endpoint endpoint) {
    return IdentityDocument.create(
            keys,
            new IdentityDocument.Claims(name, endpoint, Optional.empty(), Optional.empty()),
            new Timestamp(TestClock.NOON))
        .json();
  }

  Endpoint endpoint() {
    return Endpoint.parse("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
