package org.sovereignbook.sbp.testkit.vectors;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.testing.TestKeys;

/** Envelopes that steps 3 to 9 of PROTOCOL §5.3 refuse, the payload apart. */
final class RefusedEnvelopeCases {
  private static final List<String> MEMBERS =
      List.of(
          "message_type",
          "sender_key",
          "sender_endpoint",
          "recipient_key",
          "timestamp",
          "payload",
          "signature");

  private RefusedEnvelopeCases() {}

  static List<VectorFile> files() {
    CaseList cases = new CaseList("envelope", Signed.clockAndNode());
    kinds(cases);
    members(cases);
    types(cases);
    times(cases);
    keys(cases);
    endpoints(cases);
    recipients(cases);
    signatures(cases);
    return cases.files();
  }

  private static void kinds(CaseList cases) {
    JsonObject direct = Signed.direct();
    cases
        .from("PROTOCOL 5.3, step 3")
        .add("kind-of-content", "invalid-kind", "The kind of another object.", kind("content"))
        .add("kind-capital", "invalid-kind", "A capital in the kind.", kind("Envelope"))
        .add("kind-absent", "invalid-kind", "No kind: step 3 comes first.", direct.without("kind"))
        .add("kind-number", "invalid-kind", "A number.", direct.with("kind", 1))
        .add(
            "kind-before-version",
            "invalid-kind",
            "The kind is judged before the version.",
            direct.with("kind", "letter").with("version", "sbp/9"))
        .from("PROTOCOL 5.3, step 4")
        .add("version-two", "unsupported-version", "Another version.", version("sbp/2"))
        .add("version-spaced", "unsupported-version", "A space after it.", version("sbp/1 "))
        .add("version-absent", "unsupported-version", "No version.", direct.without("version"))
        .add("version-number", "unsupported-version", "A number.", direct.with("version", 1))
        .add(
            "version-before-members",
            "unsupported-version",
            "The version is judged before the members are looked for.",
            version("sbp/2").without("payload", "timestamp"));
  }

  private static JsonObject kind(String kind) {
    return Signed.directWith("kind", kind);
  }

  private static JsonObject version(String version) {
    return Signed.directWith("version", version);
  }

  private static void members(CaseList cases) {
    cases.from("PROTOCOL 5.3, step 5");
    for (String member : MEMBERS) {
      String name = member.replace('_', '-');
      cases
          .add(
              "absent-" + name,
              "missing-field",
              member + " is missing.",
              Signed.direct().without(member))
          .add(
              "wrong-type-" + name,
              "invalid-field",
              member + " is a number.",
              Signed.direct().with(member, new JsonInteger(7)));
    }
    cases
        .add(
            "wrong-type-null",
            "invalid-field",
            "Null is present and no string.",
            Signed.direct().with("message_type", JsonNull.INSTANCE))
        .add(
            "wrong-type-array",
            "invalid-field",
            "A payload that is an array.",
            Signed.direct().with("payload", JsonArray.of()))
        .add(
            "absent-before-unknown-type",
            "missing-field",
            "Members are looked for before the type of the message.",
            Signed.directWith("message_type", "like").without("timestamp"));
  }

  private static void types(CaseList cases) {
    String code = "unknown-message-type";
    cases
        .from("PROTOCOL 5.3, step 6")
        .add("type-like", code, "A type of nobody's.", Signed.directWith("message_type", "like"))
        .add("type-empty", code, "An empty type.", Signed.directWith("message_type", ""))
        .add("type-capital", code, "A capital.", Signed.directWith("message_type", "Direct"))
        .add("type-underscore", code, "peer_list.", Signed.directWith("message_type", "peer_list"))
        .add(
            "type-before-time",
            code,
            "The type is judged before the time.",
            Signed.byAlice(
                Signed.unsigned("like", Signed.body("hello"))
                    .with("timestamp", "2001-01-01T00:00:00Z")));
  }

  private static void times(CaseList cases) {
    String stale = "stale-timestamp";
    cases
        .from("PROTOCOL 5.3, step 7")
        .add("stale-one-second-ahead", stale, "10:01 minutes ahead.", at("2026-03-17T12:15:01Z"))
        .add("stale-one-second-old", stale, "48:00:01 hours old.", at("2026-03-15T12:04:59Z"))
        .add("stale-1970", stale, "The beginning of 1970.", at("1970-01-01T00:00:00Z"))
        .add("stale-9999", stale, "The end of 9999.", at("9999-12-31T23:59:59Z"))
        .add(
            "stale-before-recipient",
            stale,
            "The time is judged before the recipient.",
            Signed.byAlice(
                Signed.unsigned("direct", Signed.body("hello"))
                    .with("timestamp", "2026-01-01T00:00:00Z")
                    .with("recipient_key", Signed.key(TestKeys.eve()))))
        .from("PROTOCOL 1 and 5.3; as in the first vectors of sbp/1")
        .add("time-offset", "invalid-field", "An offset.", at("2026-03-17T13:00:00+01:00"))
        .add("time-words", "invalid-field", "Words.", at("yesterday"))
        .add("time-no-such-day", "invalid-field", "No day of a year.", at("2026-02-30T12:00:00Z"));
  }

  private static JsonObject at(String time) {
    return Signed.directWith("timestamp", time);
  }

  private static void keys(CaseList cases) {
    String code = "invalid-field";
    String alice = Signed.key(TestKeys.alice());
    String bob = Signed.key(TestKeys.bob());
    cases
        .from("PROTOCOL 1 and 5.3, step 8; as in the first vectors of sbp/1")
        .add("key-padded", code, "Padding.", Signed.direct().with("sender_key", alice + "="))
        .add("key-short", code, "42 characters.", sender(alice.substring(1)))
        .add("key-standard-base64", code, "A slash.", sender("/" + alice.substring(1)))
        .add("key-trailing-bits", code, "Non-zero trailing bits.", sender(twin(alice)))
        .add("key-empty", code, "An empty key.", sender(""))
        .add(
            "recipient-trailing-bits",
            code,
            "Another spelling of this node's key.",
            Signed.directWith("recipient_key", twin(bob)))
        .add(
            "recipient-in-hex",
            code,
            "This node's key in hexadecimal digits.",
            Signed.directWith("recipient_key", "3d".repeat(32)));
  }

  private static JsonObject sender(String key) {
    return Signed.direct().with("sender_key", key);
  }

  /** Returns the text of a key with its last bit set, which stands for no byte. */
  static String twin(String key) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char last = alphabet.charAt(alphabet.indexOf(key.charAt(key.length() - 1)) ^ 1);
    return key.substring(0, key.length() - 1) + last;
  }

  private static void endpoints(CaseList cases) {
    cases.from("PROTOCOL 7 and 5.3, step 8; as in the first vectors of sbp/1");
    Map.of(
            "ftp", "ftp://alice.example.com",
            "user", "https://alice:x@alice.example.com",
            "query", "https://alice.example.com/?a=b",
            "slash", "https://alice.example.com/",
            "relative", "/message",
            "words", "alice at example")
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            endpoint ->
                cases.add(
                    "endpoint-" + endpoint.getKey(),
                    "invalid-field",
                    "sender_endpoint is not well-formed.",
                    Signed.directWith("sender_endpoint", endpoint.getValue())));
  }

  private static void recipients(CaseList cases) {
    String code = "wrong-recipient";
    cases
        .from("PROTOCOL 5.3, step 8")
        .add("recipient-other", code, "For eve.", to(Signed.key(TestKeys.eve())))
        .add("recipient-sender", code, "For its sender.", to(Signed.key(TestKeys.alice())))
        .add("recipient-zero", code, "The key of zeros.", to("A".repeat(43)))
        .add(
            "recipient-before-payload",
            code,
            "The recipient is judged before the payload.",
            Signed.byAlice(
                Signed.unsigned("direct", JsonObject.empty())
                    .with("recipient_key", Signed.key(TestKeys.eve()))))
        .add(
            "recipient-before-signature",
            code,
            "And before the signature.",
            to(Signed.key(TestKeys.eve())).with("signature", "A".repeat(86)));
  }

  private static JsonObject to(String key) {
    return Signed.directWith("recipient_key", key);
  }

  private static void signatures(CaseList cases) {
    JsonObject direct = Signed.direct();
    String code = "invalid-signature";
    cases
        .from("PROTOCOL 2 and 5.3, step 9")
        .add("forged-payload", code, "Another text.", direct.with("payload", Signed.body("hi")))
        .add("forged-time", code, "A minute later.", direct.with("timestamp", later()))
        .add("forged-member", code, "A member added later.", direct.with("x", 1))
        .add(
            "forged-member-removed",
            code,
            "A member that was signed is gone.",
            Signed.byAlice(Signed.unsigned("direct", Signed.body("hello")).with("x", 1))
                .without("x"))
        .add(
            "forged-sender",
            code,
            "Signed with eve's key under alice's name.",
            byEve().with("sender_key", Signed.key(TestKeys.alice())))
        .add("forged-zeros", code, "A signature of zeros.", signature("A".repeat(86)))
        .add("forged-empty", code, "A signature without a character.", signature(""))
        .add("forged-short", code, "85 characters.", signature(text(direct).substring(1)))
        .add("forged-padded", code, "With padding.", signature(text(direct) + "=="))
        .add("forged-hex", code, "In hexadecimal.", signature("0f".repeat(64)))
        .add("forged-bits", code, "Trailing bits.", signature(twin(text(direct))))
        .add("forged-upper", code, "In capitals.", signature(capitals(text(direct))))
        .add("forged-s-plus-l", code, "S + L instead of S.", signature(plusOrder(text(direct))))
        .add(
            "forged-null-key",
            code,
            "The key of zeros has small order.",
            direct.with("sender_key", "A".repeat(43)))
        .add(
            "forged-with-signature-inside",
            code,
            "The signature covers the object without a signature, not with an empty one.",
            overItself());
  }

  private static String later() {
    return "2026-03-17T12:01:00Z";
  }

  private static JsonObject byEve() {
    return Signing.sign(
        Signed.unsigned("direct", Signed.body("hello"))
            .with("sender_key", Signed.key(TestKeys.eve())),
        TestKeys.eve(),
        "sender_key");
  }

  private static JsonObject signature(String text) {
    return Signed.direct().with("signature", text);
  }

  private static String text(JsonObject signed) {
    JsonValue text = signed.get("signature").orElseThrow();
    return ((JsonString) text).value();
  }

  private static String capitals(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  /** Adds the order of the group to the second half, little-endian. */
  private static String plusOrder(String text) {
    byte[] signature = Base64Url.decode(text);
    byte[] order = new byte[32];
    byte[] low = java.util.HexFormat.of().parseHex("edd3f55c1a631258d69cf7a2def9de14");
    System.arraycopy(low, 0, order, 0, low.length);
    order[31] = 0x10;
    int carry = 0;
    byte[] sum = Arrays.copyOf(signature, signature.length);
    for (int i = 0; i < order.length; i++) {
      int digit = (signature[32 + i] & 0xff) + (order[i] & 0xff) + carry;
      sum[32 + i] = (byte) digit;
      carry = digit >> 8;
    }
    return Base64Url.encode(sum);
  }

  /** Signs the form in which an empty signature stands. */
  private static JsonObject overItself() {
    JsonObject withEmpty = Signed.unsigned("direct", Signed.body("hello")).with("signature", "");
    byte[] covered = org.sovereignbook.sbp.base.json.Jcs.canonicalize(withEmpty);
    return withEmpty.with(
        "signature",
        org.sovereignbook.sbp.base.crypto.Ed25519.sign(covered, TestKeys.alice()).toString());
  }
}
