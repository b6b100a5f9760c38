package org.sovereignbook.sbp.net.mcp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyedCode;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * State that a call needs when its answers arrive, kept by the client meanwhile: signed, valid for
 * this caller and exactly this request, and for a short time. Thread-safe.
 */
final class McpRequestState {
  private static final Duration LIFETIME = Duration.ofMinutes(10);
  private static final int MAC_BYTES = 32;

  private final byte[] key;
  private final InstantSource clock;

  /**
   * Creates the codec of states.
   *
   * @param key a secret that this server's other processes share, so that any of them can continue
   */
  McpRequestState(byte[] key, InstantSource clock) {
    this.key = key.clone();
    this.clock = clock;
  }

  /** Returns the signed text that the client keeps. */
  String seal(JsonObject state, McpCaller caller, RpcMessage.Request request) {
    JsonObject whole =
        JsonObject.builder()
            .put("state", state)
            .put("caller", caller.principal())
            .put("request", digest(request))
            .put("until", clock.instant().plus(LIFETIME).toEpochMilli())
            .build();
    byte[] text = JsonWriter.compact(whole).getBytes(StandardCharsets.UTF_8);
    byte[] sealed = Arrays.copyOf(KeyedCode.hmac(key, text), MAC_BYTES + text.length);
    System.arraycopy(text, 0, sealed, MAC_BYTES, text.length);
    return Base64Url.encode(sealed);
  }

  /**
   * Verifies the text and returns the state.
   *
   * @throws RpcError when the text was changed, is too old, or belongs to another caller or request
   */
  JsonObject open(String text, McpCaller caller, RpcMessage.Request request) throws RpcError {
    JsonObject whole =
        verified(text).orElseThrow(() -> refused("is not what this server gave out"));
    if (whole.integer("until").orElse(0) < clock.instant().toEpochMilli()) {
      throw refused("is too old; call again without it");
    }
    if (!whole.string("caller").equals(Optional.of(caller.principal()))
        || !whole.string("request").equals(Optional.of(digest(request)))) {
      throw refused("belongs to another request");
    }
    return whole.object("state").orElse(JsonObject.empty());
  }

  private static RpcError refused(String why) {
    return RpcError.invalidParams("requestState " + why);
  }

  private Optional<JsonObject> verified(String text) {
    try {
      byte[] sealed = Base64Url.decode(text);
      if (sealed.length <= MAC_BYTES) {
        return Optional.empty();
      }
      byte[] json = Arrays.copyOfRange(sealed, MAC_BYTES, sealed.length);
      boolean isOurs =
          MessageDigest.isEqual(KeyedCode.hmac(key, json), Arrays.copyOf(sealed, MAC_BYTES));
      return isOurs && JsonReader.file(json) instanceof JsonObject whole
          ? Optional.of(whole)
          : Optional.empty();
    } catch (IllegalArgumentException | MalformedJson e) {
      return Optional.empty();
    }
  }

  /**
   * Returns a digest of everything that identifies the request, without answers and the request's
   * id.
   */
  private static String digest(RpcMessage.Request request) {
    JsonObject asked = request.params().without("_meta", "inputResponses", "requestState");
    String text = request.method() + "\n" + JsonWriter.compact(asked);
    return ContentHash.ofBytes(text.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
