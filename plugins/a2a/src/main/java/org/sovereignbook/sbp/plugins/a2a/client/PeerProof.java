package org.sovereignbook.sbp.plugins.a2a.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.peer.server.RouteRequest;

/**
 * Proof of another node that a request is its own, in the header {@code Authorization: Sbp
 * KEY.TIME.SIGNATURE}: its key signs what is asked, of whom and when. One that is heard and sent
 * again within its time changes nothing, since messages have ids.
 */
public final class PeerProof {
  /** The extension under which the card names it. */
  public static final String EXTENSION = "https://sovereignbook.org/a2a/peer/v1";

  public static final String SCHEME = "sbp ";

  /** How far the clocks of two nodes may differ. */
  public static final Duration SLACK = Duration.ofSeconds(60);

  private static final String PURPOSE = "sbp-a2a-v1";

  private PeerProof() {}

  /** Returns the key that a proof is by; empty when it proves nothing. */
  public static Optional<PublicKey> key(
      String proof, RouteRequest request, PublicKey to, Timestamp now) {
    String[] parts = proof.substring(SCHEME.length()).strip().split("\\.", 3);
    try {
      PublicKey key = PublicKey.parse(parts[0]);
      Timestamp at = Timestamp.parse(parts[1]);
      boolean isNow = Duration.between(at.instant(), now.instant()).abs().compareTo(SLACK) <= 0;
      byte[] signed =
          signed(to, at, request.method(), request.path(), request.query(), request.body());
      return isNow && Ed25519.verify(signed, Signature.parse(parts[2]), key)
          ? Optional.of(key)
          : Optional.empty();
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the value of the header.
   *
   * @param to the key of the node that is asked
   * @param path behind {@code /x/a2a/}; of the card all of it
   */
  public static String make(
      KeyPair keys, PublicKey to, Timestamp at, String method, String path, byte[] body) {
    Signature signature = Ed25519.sign(signed(to, at, method, path, "", body), keys);
    return "Sbp " + keys.publicKey() + "." + at + "." + signature;
  }

  private static byte[] signed(
      PublicKey to, Timestamp at, String method, String path, String query, byte[] body) {
    JsonObject said =
        JsonObject.builder()
            .put("to", to.toString())
            .put("at", at.toString())
            .put("method", method)
            .put("path", path)
            .put("query", query)
            .put("body_sha256", ContentHash.ofBytes(body).hex())
            .build();
    String text = PURPOSE + ":" + new String(Jcs.canonicalize(said), StandardCharsets.UTF_8);
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
