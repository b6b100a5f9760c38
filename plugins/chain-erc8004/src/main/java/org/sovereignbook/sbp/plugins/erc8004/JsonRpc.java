package org.sovereignbook.sbp.plugins.erc8004;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.chain.ChainException;
import org.sovereignbook.sbp.plugins.chain.ChainException.Kind;

/**
 * JSON-RPC 2.0 of a chain through the guarded client: public addresses only, or a loopback address
 * that the operator names. The URL is never printed, since it often has a key in it.
 */
final class JsonRpc implements AutoCloseable {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private final URI url;
  private final HttpPeerClient http;
  private long calls;

  private JsonRpc(URI url, HttpPeerClient http) {
    this.url = url;
    this.http = http;
  }

  /**
   * Opens a client; contacts nothing.
   *
   * @param variable the variable with the URL, for errors
   */
  static JsonRpc open(String url, String variable, Duration timeout) throws ChainException {
    URI uri = uri(url).orElseThrow(() -> wrong(variable));
    boolean isHere = LOOPBACK.contains(uri.getHost());
    if (!isHere && !uri.getScheme().equals("https")) {
      throw wrong(variable);
    }
    return new JsonRpc(uri, HttpPeerClient.open(new HttpConfig(isHere, timeout)));
  }

  private static ChainException wrong(String variable) {
    return new ChainException(
        Kind.NOT_SET,
        variable + " is no RPC address: https://… , or http://127.0.0.1:… for one of this machine");
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

  /** Calls a method whose result is a text. */
  String text(String method, JsonValue... parameters) throws ChainException, InterruptedException {
    if (call(method, parameters) instanceof JsonString(String text)) {
      return text;
    }
    throw unreadable(method);
  }

  /** Calls a method whose result is an object, or null. */
  Optional<JsonObject> object(String method, JsonValue... parameters)
      throws ChainException, InterruptedException {
    return switch (call(method, parameters)) {
      case JsonObject object -> Optional.of(object);
      case JsonNull _ -> Optional.empty();
      default -> throw unreadable(method);
    };
  }

  /** Calls a method whose result is a list of objects. */
  List<JsonObject> objects(String method, JsonValue... parameters)
      throws ChainException, InterruptedException {
    if (call(method, parameters) instanceof JsonArray array) {
      return array.values().stream()
          .filter(JsonObject.class::isInstance)
          .map(JsonObject.class::cast)
          .toList();
    }
    throw unreadable(method);
  }

  private static ChainException unreadable(String method) {
    return new ChainException(Kind.NO_ANSWER, "the chain's answer to " + method + " is unreadable");
  }

  private JsonValue call(String method, JsonValue... parameters)
      throws ChainException, InterruptedException {
    JsonObject request =
        JsonObject.builder()
            .put("jsonrpc", "2.0")
            .put("id", ++calls)
            .put("method", method)
            .put("params", JsonArray.of(parameters))
            .build();
    PeerReply reply = http.postTo(url, JsonWriter.compact(request).getBytes(UTF_8));
    return switch (reply) {
      case PeerReply.Answered answered -> result(method, answered.body());
      case PeerReply.Forbidden _ ->
          throw new ChainException(Kind.NOT_SET, "the RPC address leads into a private network");
      case PeerReply.Unreachable unreachable ->
          throw new ChainException(
              Kind.NO_ANSWER, "the chain cannot be reached: " + unreachable.reason());
      case PeerReply.Unknown unknown ->
          throw new ChainException(Kind.NO_ANSWER, "the chain gave no answer: " + unknown.reason());
    };
  }

  private JsonValue result(String method, byte[] body) throws ChainException {
    JsonObject answer = read(method, body);
    Optional<JsonObject> error = answer.object("error");
    if (error.isPresent()) {
      throw new ChainException(Kind.REFUSED, "the chain refuses it: " + reason(error.get()));
    }
    if (answer.integer("id").orElse(-1) != calls) {
      throw unreadable(method);
    }
    return answer.get("result").orElse(JsonNull.INSTANCE);
  }

  private static JsonObject read(String method, byte[] body) throws ChainException {
    try {
      if (JsonReader.file(body) instanceof JsonObject object) {
        return object;
      }
    } catch (MalformedJson e) {
      throw unreadable(method);
    }
    throw unreadable(method);
  }

  /** Returns the reason that a contract gave, or the chain's message. */
  private static String reason(JsonObject error) {
    Optional<String> revert =
        error
            .string("data")
            .or(() -> error.object("data").flatMap(data -> data.string("result")))
            .flatMap(JsonRpc::revert);
    return PeerText.plain(revert.or(() -> error.string("message")).orElse("no reason"));
  }

  private static Optional<String> revert(String data) {
    String selector = "0x08c379a0"; // Error(string)
    try {
      return data.startsWith(selector)
          ? Optional.of(new Abi.Reader(Hex.bytes("0x" + data.substring(selector.length()))).text(0))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
