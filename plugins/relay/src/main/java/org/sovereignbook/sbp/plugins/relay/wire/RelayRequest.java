package org.sovereignbook.sbp.plugins.relay.wire;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.Protocol;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Request of a guest to its relay, signed by the guest's key (docs/relay.md). It names the relay's
 * key, so that no other relay can use it, and carries a word of its own, so that it is taken once.
 *
 * @param json all of it, with what its action needs
 */
public record RelayRequest(
    Operation action,
    PublicKey guest,
    PublicKey relay,
    Timestamp at,
    String nonce,
    JsonObject json) {
  /** Where requests go, below {@code /x/relay/}. */
  public static final String PATH = "guest";

  private static final String KIND = "relay-request";
  private static final String KEY = "guest_key";
  private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{16,64}");

  /** How far the clocks of both may differ; a request is remembered for twice as long. */
  public static final Duration SLACK = Limits.MAX_FUTURE;

  /** What a guest wants. */
  public enum Operation {
    /** To have an address here. */
    JOIN,
    /** The post that waits, and to say what it has. */
    FETCH,
    /** To have documents served. */
    PUBLISH,
    /** To end its address here. */
    LEAVE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** A request that is refused. */
  public static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    public RefusedException(int status, String code, String message) {
      super(message);
      this.status = status;
      this.code = code;
    }

    /** Returns the status of the answer. */
    public int status() {
      return status;
    }

    /** Returns the code of the answer, such as {@code not-invited}. */
    public String code() {
      return code;
    }
  }

  /**
   * Returns the bytes of a request.
   *
   * @param nonce 16 to 64 letters, digits, {@code _} and {@code -}, never used before
   * @param more what the action needs
   */
  public static byte[] make(
      KeyPair keys,
      PublicKey relay,
      Operation action,
      Timestamp at,
      String nonce,
      JsonObject more) {
    JsonObject head =
        JsonObject.builder()
            .put("kind", KIND)
            .put("version", Protocol.VERSION)
            .put("action", action.toString())
            .put(KEY, keys.publicKey().toString())
            .put("relay_key", relay.toString())
            .put("created_at", at.toString())
            .put("nonce", nonce)
            .build();
    JsonObject whole = head;
    for (Map.Entry<String, JsonValue> member : more.members().entrySet()) {
      whole = whole.with(member.getKey(), member.getValue());
    }
    return JsonWriter.compact(Signing.sign(whole, keys, KEY)).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a request and proves that it is the guest's, new as far as its time tells.
   *
   * @param self the relay's key
   * @throws RefusedException when it is not
   */
  public static RelayRequest read(byte[] body, PublicKey self, Instant now) {
    JsonObject json =
        Checked.object(body)
            .toOptional()
            .orElseThrow(() -> bad("malformed-json", "the request is no JSON object"));
    if (!json.string("kind").filter(KIND::equals).isPresent()
        || !json.string("version").filter(Protocol.VERSION::equals).isPresent()) {
      throw bad("invalid-kind", "the request is no relay-request of " + Protocol.VERSION);
    }
    RelayRequest request =
        new RelayRequest(
            json.string("action")
                .flatMap(word -> Words.find(Operation.class, word))
                .orElseThrow(() -> bad("unknown-action", "action is none that a relay knows")),
            key(json, KEY),
            key(json, "relay_key"),
            json.parsed("created_at", Timestamp::parse)
                .orElseThrow(() -> bad("invalid-field", "created_at is no time")),
            json.string("nonce")
                .filter(NONCE.asMatchPredicate())
                .orElseThrow(() -> bad("invalid-field", "nonce is none")),
            json);
    if (Duration.between(request.at.instant(), now).abs().compareTo(SLACK) > 0) {
      throw bad("stale-timestamp", "created_at is more than 10 minutes from this relay's clock");
    }
    if (!request.relay.equals(self)) {
      throw bad("wrong-recipient", "relay_key is not this relay's key");
    }
    if (!Signing.verify(json, request.guest)) {
      throw bad("invalid-signature", "signature does not verify against guest_key");
    }
    return request;
  }

  private static PublicKey key(JsonObject json, String name) {
    return json.parsed(name, PublicKey::parse)
        .orElseThrow(() -> bad("invalid-field", name + " is no key"));
  }

  private static RefusedException bad(String code, String message) {
    return new RefusedException(400, code, message);
  }
}
