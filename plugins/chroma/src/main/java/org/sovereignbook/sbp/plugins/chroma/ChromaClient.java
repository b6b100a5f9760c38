package org.sovereignbook.sbp.plugins.chroma;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Setting;

/**
 * Client of a Chroma server by its HTTP API v2, in the default tenant and database. Public
 * addresses only, or a loopback address that the operator names.
 */
record ChromaClient(String url, HttpPeerClient http) implements AutoCloseable {
  static final Setting<String> URL =
      Setting.text(
          "memory.url",
          "http://127.0.0.1:8000",
          ChromaClient::isAddress,
          "an address like http://127.0.0.1:8000, or https://… elsewhere",
          "the server of `memory.backend: chroma`");

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final String COLLECTIONS =
      "/api/v2/tenants/default_tenant/databases/default_database/collections";

  /** Returns whether it is the address of a server that may be asked. */
  private static boolean isAddress(String text) {
    return uri(text).filter(uri -> uri.getScheme().equals("https") || isHere(uri)).isPresent();
  }

  private static Optional<URI> uri(String text) {
    try {
      URI uri = URI.create(text);
      boolean isHttp = uri.getScheme() != null && uri.getScheme().matches("https?");
      return isHttp && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean isHere(URI uri) {
    return LOOPBACK.contains(uri.getHost());
  }

  /** Opens a client; contacts nothing. */
  static ChromaClient open(String url) {
    boolean isHere = uri(url).filter(ChromaClient::isHere).isPresent();
    return new ChromaClient(
        url.replaceFirst("/+$", ""), HttpPeerClient.open(new HttpConfig(isHere, TIMEOUT)));
  }

  /**
   * Posts below the collections.
   *
   * @throws IOException with the server's own words
   */
  JsonObject post(String path, JsonObject body) throws IOException, InterruptedException {
    PeerReply reply =
        http.postTo(URI.create(url + COLLECTIONS + path), JsonWriter.compact(body).getBytes(UTF_8));
    return switch (reply) {
      case PeerReply.Answered answered when answered.isSuccess() -> read(answered);
      case PeerReply.Answered answered ->
          throw failure("answered " + answered.status() + ": " + words(answered));
      case PeerReply.Forbidden _ -> throw failure("leads into a private network");
      case PeerReply.Unreachable unreachable ->
          throw failure("cannot be reached: " + unreachable.reason());
      case PeerReply.Unknown unknown -> throw failure("gave no answer: " + unknown.reason());
    };
  }

  private IOException failure(String what) {
    return new IOException("chroma at " + url + " " + what);
  }

  private JsonObject read(PeerReply.Answered answered) throws IOException {
    try {
      if (JsonReader.file(answered.body()) instanceof JsonObject object) {
        return object;
      }
    } catch (MalformedJson e) {
      throw failure("sent no JSON: " + e.getMessage());
    }
    throw failure("sent no object");
  }

  private String words(PeerReply.Answered answered) {
    String text = new String(answered.body(), UTF_8);
    try {
      return read(answered).string("message").orElse(text);
    } catch (IOException e) {
      return text;
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
