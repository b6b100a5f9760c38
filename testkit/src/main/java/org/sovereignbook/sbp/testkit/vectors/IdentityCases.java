package org.sovereignbook.sbp.testkit.vectors;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.testing.TestKeys;

/** Identity documents, and sequences of them in which keys change (IDENTITY). */
final class IdentityCases {
  private static final KeyPair FIRST = TestKeys.named("first");
  private static final KeyPair SECOND = TestKeys.named("second");
  private static final KeyPair THIRD = TestKeys.named("third");
  private static final KeyPair THIEF = TestKeys.named("thief");

  private IdentityCases() {}

  static List<VectorFile> files() {
    CaseList documents = new CaseList("identity", Signed.clock());
    members(documents);
    pairs(documents);
    CaseList sequences = new CaseList("rotation", Signed.clock());
    sequences(sequences);
    thieves(sequences);
    return java.util.stream.Stream.of(documents, sequences)
        .flatMap(cases -> cases.files().stream())
        .toList();
  }

  private static JsonObject plain() {
    return Signed.unsignedIdentity(TestKeys.alice(), Signed.TIME);
  }

  private static JsonObject with(String member, String value) {
    return signed(plain().with(member, value));
  }

  private static JsonObject signed(JsonObject unsigned) {
    return Signing.sign(unsigned, TestKeys.alice(), "public_key");
  }

  private static void members(CaseList cases) {
    String good = CaseList.ACCEPTED;
    String bad = CaseList.REFUSED;
    cases
        .from("IDENTITY, Identity document and Validation Procedure")
        .add("plain", good, "A document.", signed(plain()))
        .add("unknown-member", good, "With an unknown member.", with("x", "y"))
        .add("longest-name", good, "100 characters.", with("name", "\ud83d\ude00".repeat(100)))
        .add("long-name", bad, "101 characters.", with("name", "n".repeat(101)))
        .add("description", good, "2,000 characters.", with("description", "é".repeat(2_000)))
        .add("long-description", bad, "2,001.", with("description", "d".repeat(2_001)))
        .add("commitment", good, "A next key.", with("next_key_hash", Signed.commitment(SECOND)))
        .add("commitment-no-hash", bad, "No hash.", with("next_key_hash", "later"))
        .add("ten-minutes-ahead", good, "Exactly.", with("created_at", "2026-03-17T12:15:00Z"))
        .add("further-ahead", bad, "10:01.", with("created_at", "2026-03-17T12:15:01Z"))
        .add("years-old", good, "A document does not age.", with("created_at", old()))
        .add("no-such-day", bad, "No day.", with("created_at", "2026-02-29T00:00:00Z"))
        .add("bad-endpoint", bad, "A slash at its end.", with("endpoint", "https://a.example/"))
        .add("no-endpoint", bad, "No endpoint.", signed(plain().without("endpoint")))
        .add("no-name", bad, "No name.", signed(plain().without("name")))
        .add("number-name", bad, "A number.", signed(plain().with("name", 7)))
        .add("other-kind", bad, "Another kind.", with("kind", "content"))
        .add("other-version", bad, "Another version.", with("version", "sbp/2"))
        .add("capital-fingerprint", bad, "Capitals.", with("fingerprint", fingerprint("SBP1:")))
        .add("other-fingerprint", bad, "Eve's.", with("fingerprint", eves()))
        .add("no-fingerprint", bad, "None.", signed(plain().without("fingerprint")))
        .add("no-signature", bad, "Not signed.", plain())
        .add("changed", bad, "A name changed later.", signed(plain()).with("name", "Eve"))
        .add("number", bad, "A fraction.", "{\"kind\":\"identity\",\"n\":0.5}")
        .add("no-json", bad, "No JSON.", "identity");
  }

  private static String old() {
    return "1999-12-31T23:59:59Z";
  }

  private static String fingerprint(String prefix) {
    return Fingerprint.of(TestKeys.alice().publicKey()).toString().replace("sbp1:", prefix);
  }

  private static String eves() {
    return Fingerprint.of(TestKeys.eve().publicKey()).toString();
  }

  private static void pairs(CaseList cases) {
    JsonObject rotated = rotated(FIRST, SECOND, Signed.TIME, SECOND);
    cases
        .from("IDENTITY, Rotation")
        .add("pair", CaseList.ACCEPTED, "A key that succeeds another.", rotated)
        .add(
            "pair-without-signature",
            CaseList.REFUSED,
            "Only the first of the pair.",
            again(rotated.without("rotation_signature"), SECOND))
        .add(
            "pair-without-key",
            CaseList.REFUSED,
            "Only the second of the pair.",
            again(rotated.without("previous_key"), SECOND))
        .add(
            "pair-of-others",
            CaseList.REFUSED,
            "The old key did not sign it.",
            again(rotated.with("previous_key", Signed.key(THIEF)), SECOND))
        .add(
            "pair-of-another-time",
            CaseList.REFUSED,
            "The statement has another created_at than the document.",
            again(rotated.with("created_at", "2026-03-17T12:01:00Z"), SECOND))
        .add(
            "pair-not-signed-by-the-new",
            CaseList.REFUSED,
            "The old key signed the document itself, too.",
            rotated.with("signature", signature(rotated, FIRST)));
  }

  private static JsonObject again(JsonObject document, KeyPair keys) {
    return Signing.sign(document.without("signature"), keys, "public_key");
  }

  private static String signature(JsonObject document, KeyPair keys) {
    return Ed25519.sign(Signing.signedBytes(document), keys).toString();
  }

  /** Makes a document under a key that commits to the next. */
  private static JsonObject committed(KeyPair keys, KeyPair next, String time) {
    return Signing.sign(
        Signed.unsignedIdentity(keys, time).with("next_key_hash", Signed.commitment(next)),
        keys,
        "public_key");
  }

  private static JsonObject plain(KeyPair keys, String time) {
    return Signing.sign(Signed.unsignedIdentity(keys, time), keys, "public_key");
  }

  private static JsonObject rotated(KeyPair old, KeyPair keys, String time, KeyPair next) {
    JsonObject statement =
        JsonObject.builder()
            .put("kind", "rotation")
            .put("version", "sbp/1")
            .put("previous_key", Signed.key(old))
            .put("public_key", Signed.key(keys))
            .put("created_at", time)
            .build();
    JsonObject unsigned =
        Signed.unsignedIdentity(keys, time)
            .with("previous_key", Signed.key(old))
            .with("rotation_signature", Ed25519.sign(Jcs.canonicalize(statement), old).toString());
    JsonObject all =
        next.equals(keys) ? unsigned : unsigned.with("next_key_hash", Signed.commitment(next));
    return Signing.sign(all, keys, "public_key");
  }

  private static String at(int minute) {
    return "2026-03-17T11:%02d:00Z".formatted(minute);
  }

  private static String lines(JsonObject... documents) {
    return Arrays.stream(documents).map(JsonWriter::compact).collect(Collectors.joining("\n"));
  }

  private static void sequences(CaseList cases) {
    cases
        .from("IDENTITY, Rotation")
        .add(
            "committed-key",
            "accepted rotated",
            "The committed key succeeds.",
            lines(committed(FIRST, SECOND, at(0)), rotated(FIRST, SECOND, at(1), THIRD)))
        .add(
            "three-keys",
            "accepted rotated rotated",
            "One key after another.",
            lines(
                committed(FIRST, SECOND, at(0)),
                rotated(FIRST, SECOND, at(1), THIRD),
                rotated(SECOND, THIRD, at(2), THIRD)))
        .add(
            "same-commitment",
            "accepted accepted rotated",
            "A newer document with the same commitment is an update.",
            lines(
                committed(FIRST, SECOND, at(0)),
                committed(FIRST, SECOND, at(1)),
                rotated(FIRST, SECOND, at(2), THIRD)))
        .add(
            "first-commitment-later",
            "accepted accepted commitment-changed",
            "A key without a commitment may add one once.",
            lines(
                plain(FIRST, at(0)),
                committed(FIRST, SECOND, at(1)),
                committed(FIRST, THIRD, at(2))))
        .add(
            "no-commitment",
            "accepted rotated",
            "Without one any successor that the old key signed is believed.",
            lines(plain(FIRST, at(0)), rotated(FIRST, SECOND, at(1), SECOND)))
        .add(
            "two-peers",
            "accepted accepted rotated",
            "Documents of others do not matter.",
            lines(
                committed(FIRST, SECOND, at(0)),
                committed(THIEF, THIRD, at(1)),
                rotated(FIRST, SECOND, at(2), THIRD)));
  }

  private static void thieves(CaseList cases) {
    cases
        .add(
            "thief-rotates",
            "accepted commitment-mismatch rotated",
            "A thief of the first key is not believed, and the owner is.",
            lines(
                committed(FIRST, SECOND, at(0)),
                rotated(FIRST, THIEF, at(1), THIEF),
                rotated(FIRST, SECOND, at(2), THIRD)))
        .add(
            "thief-drops",
            "accepted commitment-changed commitment-mismatch rotated",
            "A thief drops the commitment first.",
            lines(
                committed(FIRST, SECOND, at(0)),
                plain(FIRST, at(1)),
                rotated(FIRST, THIEF, at(2), THIEF),
                rotated(FIRST, SECOND, at(3), THIRD)))
        .add(
            "thief-changes",
            "accepted commitment-changed commitment-mismatch",
            "A thief commits to his own key first.",
            lines(
                committed(FIRST, SECOND, at(0)),
                committed(FIRST, THIEF, at(1)),
                rotated(FIRST, THIEF, at(2), THIEF)))
        .add(
            "thief-of-a-retired-key",
            "accepted rotated retired-key retired-key",
            "A key that was rotated away does not come back, committed or not.",
            lines(
                committed(FIRST, SECOND, at(0)),
                rotated(FIRST, SECOND, at(1), THIRD),
                committed(FIRST, SECOND, at(2)),
                plain(FIRST, at(3))))
        .add(
            "thief-of-the-second",
            "accepted rotated commitment-mismatch rotated",
            "The new key's own commitment binds from its first document on.",
            lines(
                committed(FIRST, SECOND, at(0)),
                rotated(FIRST, SECOND, at(1), THIRD),
                rotated(SECOND, THIEF, at(2), THIEF),
                rotated(SECOND, THIRD, at(3), THIRD)));
  }
}
