package org.sovereignbook.sbp.cli.look;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.OutboxItems;

/**
 * The result of {@code sbp verify} for one object. An envelope is checked as by its recipient at
 * the time of signing; its recipient and age are reported only. The payload of an envelope is
 * checked, too.
 *
 * @param valid whether the object and its payload are valid
 * @param kind according to the object; empty when it names none
 * @param signer the key that the object names as its signer
 * @param code the error's code, with the {@code message}; empty when valid
 * @param payload the payload of an envelope, when that is signed itself
 * @param notes lines about a valid object
 */
@Shape.Def("verification")
record Verification(
    boolean valid,
    Optional<String> kind,
    Optional<PublicKey> signer,
    Optional<Fingerprint> fingerprint,
    Optional<ContentHash> hash,
    Optional<Code> code,
    Optional<String> message,
    Optional<Verification> payload,
    @Shape.Hidden List<String> notes) {
  /** Allows for an envelope with indentation. */
  static final int MAX_OBJECT_BYTES = 4 * Limits.MAX_ENVELOPE_BYTES;

  static Verification of(byte[] bytes, Instant now) {
    if (bytes.length > MAX_OBJECT_BYTES) {
      return unreadable(Code.TOO_LARGE, "more than " + MAX_OBJECT_BYTES + " bytes");
    }
    Checked<JsonObject> read = Checked.object(bytes);
    return read.why()
        .map(why -> unreadable(why.code(), why.message()))
        .orElseGet(() -> of(OutboxItems.withoutMetadata(read.toOptional().orElseThrow()), now));
  }

  private static Verification of(JsonObject json, Instant now) {
    return switch (json.string("kind").orElse("")) {
      case Envelope.KIND -> envelope(json, now);
      case IdentityDocument.KIND ->
          checked(
              json,
              "public_key",
              IdentityDocument.validate(json, now),
              document ->
                  List.of(
                      "name " + PeerText.quote(document.name()),
                      "endpoint " + document.endpoint(),
                      "signed " + document.createdAt()));
      case Content.KIND ->
          checked(
              json,
              "author_key",
              Content.validate(json),
              content ->
                  List.of(
                      "title " + PeerText.quote(content.title()), "signed " + content.createdAt()));
      case Endorsement.KIND ->
          checked(
              json,
              "endorser_key",
              Endorsement.validate(json),
              endorsement ->
                  List.of(
                      "endorses " + endorsement.target().kind() + " " + endorsement.target().ref(),
                      "signed " + endorsement.createdAt()));
      default ->
          unreadable(
              Code.INVALID_KIND,
              json.has("message_type") && !json.has("signature")
                  ? "an outbox item: deliver makes and signs the envelope when it sends it"
                  : "kind is none of identity, envelope, content, endorsement");
    };
  }

  private static Verification envelope(JsonObject json, Instant now) {
    Checked<Envelope> checked =
        new EnvelopeValidator(
                json.parsed("recipient_key", PublicKey::parse).orElseGet(Verification::nobody))
            .validate(
                JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8),
                json.parsed("timestamp", Timestamp::parse).map(Timestamp::instant).orElse(now));
    return checked(
        json,
        "sender_key",
        checked,
        envelope ->
            List.of(
                "message_type " + envelope.messageType(),
                "recipient " + Fingerprint.of(envelope.recipientKey()),
                "signed " + envelope.timestamp() + age(envelope.timestamp(), now)),
        checked.toOptional().flatMap(Verification::carried).map(carried -> of(carried, now)));
  }

  private static Optional<JsonObject> carried(Envelope envelope) {
    JsonObject payload = envelope.json().object("payload").orElse(JsonObject.empty());
    return switch (envelope.messageType()) {
      case SHARE -> Optional.of(payload);
      case ANNOUNCE -> payload.object("identity");
      default -> Optional.empty();
    };
  }

  private static String age(Timestamp timestamp, Instant now) {
    boolean fresh =
        !timestamp.instant().isAfter(now.plus(Limits.MAX_FUTURE))
            && !timestamp.instant().isBefore(now.minus(Limits.MAX_AGE));
    return fresh ? "" : " (outside the window in which a node would take it)";
  }

  private static <T> Verification checked(
      JsonObject json, String keyField, Checked<T> checked, Function<T, List<String>> notes) {
    return checked(json, keyField, checked, notes, Optional.empty());
  }

  private static <T> Verification checked(
      JsonObject json,
      String keyField,
      Checked<T> checked,
      Function<T, List<String>> notes,
      Optional<Verification> payload) {
    Optional<PublicKey> signer = json.parsed(keyField, PublicKey::parse);
    return new Verification(
        checked.isValid() && payload.map(Verification::valid).orElse(true),
        json.string("kind"),
        signer,
        signer.map(Fingerprint::of),
        checked.isValid() ? Optional.of(ContentHash.of(json)) : Optional.empty(),
        checked.why().map(Rejection::code),
        checked.why().map(Rejection::message),
        payload,
        checked.toOptional().map(notes).orElse(List.of()));
  }

  private static Verification unreadable(Code code, String message) {
    return new Verification(
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(code),
        Optional.of(message),
        Optional.empty(),
        List.of());
  }

  /** Returns a recipient for envelopes that name none; they are refused before it matters. */
  private static PublicKey nobody() {
    return PublicKey.of(new byte[PublicKey.BYTES]);
  }

  /** Returns lines for a person; text of peers is quoted. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    String what = kind.map(PeerText::plain).orElse("object");
    lines.add(
        code.map(why -> what + ": not valid: " + why + ": " + PeerText.plain(message.orElse("")))
            .orElse(what + ": valid"));
    signer.ifPresent(key -> lines.add("  signer " + Fingerprint.of(key) + " (" + key + ")"));
    hash.ifPresent(value -> lines.add("  hash " + value));
    notes.forEach(note -> lines.add("  " + note));
    payload.ifPresent(carried -> carried.lines().forEach(line -> lines.add("  " + line)));
    return lines;
  }
}
