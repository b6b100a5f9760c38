package org.sovereignbook.sbp.plugins.a2a;

import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.RouteFeature;

/** The node's key in the forms by which clients of A2A find it. */
final class A2aKeys {
  /** Name of the key set below {@code /.well-known/}. */
  static final String PATH = "agent-keys.json";

  private static final String WELL_KNOWN = "/.well-known/";

  private static final int MAX_ROTATIONS = 100;

  private static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

  /** Marks an Ed25519 key among multicodecs. */
  private static final byte[] ED25519 = {(byte) 0xed, 0x01};

  private A2aKeys() {}

  /** Returns the {@code did:key} of a key. */
  static String did(PublicKey key) {
    byte[] bytes = new byte[ED25519.length + key.bytes().length];
    System.arraycopy(ED25519, 0, bytes, 0, ED25519.length);
    System.arraycopy(key.bytes(), 0, bytes, ED25519.length, key.bytes().length);
    return "did:key:z" + base58(bytes);
  }

  /** Encodes bytes of which the first is not 0. */
  private static String base58(byte[] bytes) {
    BigInteger base = BigInteger.valueOf(BASE58.length());
    StringBuilder text = new StringBuilder();
    for (BigInteger left = new BigInteger(1, bytes); left.signum() > 0; left = left.divide(base)) {
      text.append(BASE58.charAt(left.mod(base).intValue()));
    }
    return text.reverse().toString();
  }

  /** A detached JWS: its protected header and its signature, both encoded. */
  record Jws(String header, String signature) {
    /** Returns the form of one line, without the payload. */
    String compact() {
      return header + ".." + signature;
    }
  }

  /** Signs bytes by the node's present key. */
  static Jws jws(Node node, byte[] payload) {
    KeyPair keys = node.keys();
    JsonObject header =
        JsonObject.builder()
            .put("alg", "EdDSA")
            .put("typ", "JOSE")
            .put("kid", did(keys.publicKey()))
            .put("jku", node.identity().endpoint().resolve("/.well-known/" + PATH).toString())
            .build();
    String head = Base64Url.encode(JsonWriter.compact(header).getBytes(StandardCharsets.UTF_8));
    byte[] signed = (head + "." + Base64Url.encode(payload)).getBytes(StandardCharsets.US_ASCII);
    return new Jws(head, Base64Url.encode(Ed25519.sign(signed, keys).bytes()));
  }

  /**
   * Returns the key set that signatures name: the present key, which alone signs, and the node's
   * identity documents, the newest first. Each of them proves by which key it was handed over.
   */
  static JsonObject set(Node node) {
    return JsonObject.builder()
        .put("keys", JsonArray.of(jwk(node.identity().publicKey())))
        .put("identities", JsonArray.of(identities(node)))
        .build();
  }

  private static JsonObject jwk(PublicKey key) {
    return JsonObject.builder()
        .put("kty", "OKP")
        .put("crv", "Ed25519")
        .put("x", key.toString())
        .put("kid", did(key))
        .put("use", "sig")
        .put("alg", "EdDSA")
        .build();
  }

  private static List<JsonObject> identities(Node node) {
    List<JsonObject> all = new ArrayList<>();
    JsonObject next = node.identity().json();
    while (all.size() < MAX_ROTATIONS) {
      all.add(next);
      Optional<JsonObject> before =
          next.parsed("previous_key", PublicKey::parse)
              .flatMap(key -> node.readIntactJson(node.home().formerIdentity(key)));
      if (before.isEmpty()) {
        break;
      }
      next = before.get();
    }
    return all;
  }

  /**
   * Returns the document of the node's {@code did:web}; none below a path, which that method looks
   * up elsewhere.
   */
  static Optional<JsonObject> didDocument(Node node) {
    return didWeb(node).map(did -> didDocument(node, did));
  }

  private static Optional<String> didWeb(Node node) {
    URI root = URI.create(node.identity().endpoint().toString());
    String path = Optional.ofNullable(root.getPath()).orElse("");
    return path.isEmpty() || path.equals("/")
        ? Optional.of("did:web:" + root.getAuthority().replace(":", "%3A"))
        : Optional.empty();
  }

  /** Returns the ways to an agent that is open, for registrations: the card and the node's name. */
  static List<RouteFeature.Service> services(Node node) {
    String card = WELL_KNOWN + A2aRoutes.CARD;
    RouteFeature.Service work =
        new RouteFeature.Service(
            "A2A", node.identity().endpoint().resolve(card).toString(), "1.0", Optional.of(card));
    RouteFeature.Service name =
        didWeb(node)
            .map(
                did ->
                    new RouteFeature.Service(
                        "DID", did, "v1", Optional.of(WELL_KNOWN + A2aRoutes.DID)))
            .orElseGet(
                () ->
                    new RouteFeature.Service(
                        "DID", did(node.identity().publicKey()), "v1", Optional.empty()));
    return List.of(work, name);
  }

  private static JsonObject didDocument(Node node, String did) {
    PublicKey key = node.identity().publicKey();
    String method = did + "#key";
    JsonObject verification =
        JsonObject.builder()
            .put("id", method)
            .put("type", "JsonWebKey2020")
            .put("controller", did)
            .put("publicKeyJwk", jwk(key))
            .build();
    JsonObject card =
        JsonObject.builder()
            .put("id", did + "#a2a")
            .put("type", "A2AAgentCard")
            .put(
                "serviceEndpoint",
                node.identity().endpoint().resolve(WELL_KNOWN + A2aRoutes.CARD).toString())
            .build();
    return JsonObject.builder()
        .put(
            "@context",
            JsonArray.ofStrings(
                List.of(
                    "https://www.w3.org/ns/did/v1",
                    "https://w3id.org/security/suites/jws-2020/v1")))
        .put("id", did)
        .put("alsoKnownAs", JsonArray.ofStrings(List.of(did(key))))
        .put("verificationMethod", JsonArray.of(verification))
        .put("authentication", JsonArray.ofStrings(List.of(method)))
        .put("assertionMethod", JsonArray.ofStrings(List.of(method)))
        .put("service", JsonArray.of(card))
        .build();
  }
}
