package org.sovereignbook.sbp.base.protocol;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * A public, signed statement that a piece of content or a peer is worth attention (PROTOCOL §9).
 * The view is shape-checked; {@link #json} is what was signed.
 */
public record Endorsement(
    JsonObject json,
    ContentHash hash,
    PublicKey endorserKey,
    Endpoint endorserEndpoint,
    Target target,
    Optional<Endpoint> targetEndpoint,
    Optional<String> note,
    Timestamp createdAt) {
  public static final String KIND = "endorsement";

  /** Target of an endorsement: {@code target_kind} and {@code target_ref}. */
  public sealed interface Target {
    record OfContent(ContentHash hash) implements Target {}

    record OfIdentity(PublicKey key) implements Target {}

    default String kind() {
      return switch (this) {
        case OfContent _ -> "content";
        case OfIdentity _ -> "identity";
      };
    }

    default String ref() {
      return switch (this) {
        case OfContent(ContentHash hash) -> hash.toString();
        case OfIdentity(PublicKey key) -> key.toString();
      };
    }
  }

  /** Builds the unsigned object; see {@link #sign}. */
  public static JsonObject build(
      PublicKey endorserKey,
      Endpoint endorserEndpoint,
      Target target,
      Optional<Endpoint> targetEndpoint,
      Optional<String> note,
      Timestamp createdAt) {
    return JsonObject.builder()
        .put("kind", KIND)
        .put("version", Protocol.VERSION)
        .put("endorser_key", endorserKey.toString())
        .put("endorser_endpoint", endorserEndpoint.toString())
        .put("target_kind", target.kind())
        .put("target_ref", target.ref())
        .putIfPresent("target_endpoint", targetEndpoint.map(Endpoint::toString))
        .putIfPresent("note", note)
        .put("created_at", createdAt.toString())
        .build();
  }

  /** Signs an endorsement that {@link #build} made for this endorser. */
  public static JsonObject sign(JsonObject unsigned, KeyPair endorser) {
    return Signing.sign(unsigned, endorser, "endorser_key");
  }

  /** Checks members, types and limits, but not the signature. */
  public static Checked<Endorsement> parse(JsonObject json) {
    return RejectedException.check(() -> read(json));
  }

  /** Checks everything: shape, that it is not void, and the endorser's signature. */
  public static Checked<Endorsement> validate(JsonObject json) {
    return parse(json).then(Endorsement::verified);
  }

  /** Returns whether it endorses its own author, which makes it void (PROTOCOL §9). */
  public boolean isVoid() {
    return target.equals(new Target.OfIdentity(endorserKey));
  }

  private Checked<Endorsement> verified() {
    if (isVoid()) {
      return Checked.rejected(Code.VOID_ENDORSEMENT, "endorser_key endorses itself");
    }
    return Signing.verify(json, endorserKey)
        ? Checked.valid(this)
        : Checked.rejected(
            Code.INVALID_SIGNATURE, "signature does not verify against endorser_key");
  }

  static Endorsement read(JsonObject json) {
    Fields fields = new Fields(json).ofKind(KIND);
    fields.string("signature");
    return new Endorsement(
        json,
        ContentHash.of(json),
        fields.publicKey("endorser_key"),
        fields.endpoint("endorser_endpoint"),
        target(fields),
        fields.ifPresent("target_endpoint", fields::endpoint),
        fields.ifPresent("note", name -> fields.string(name, Limits.MAX_NOTE_CHARACTERS)),
        fields.timestamp("created_at"));
  }

  private static Target target(Fields fields) {
    return switch (fields.string("target_kind")) {
      case "content" -> new Target.OfContent(fields.hash("target_ref"));
      case "identity" -> new Target.OfIdentity(fields.publicKey("target_ref"));
      default -> throw fields.invalid("target_kind", "is neither content nor identity");
    };
  }
}
