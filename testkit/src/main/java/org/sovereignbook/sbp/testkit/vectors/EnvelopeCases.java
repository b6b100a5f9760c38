package org.sovereignbook.sbp.testkit.vectors;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** Envelopes that a node takes, and those that the first steps of PROTOCOL §5.3 refuse. */
final class EnvelopeCases {
  private static final int MOST_BYTES = 262_144;

  private EnvelopeCases() {}

  static List<VectorFile> files() {
    CaseList cases = new CaseList("envelope", Signed.clockAndNode());
    accepted(cases);
    sizes(cases);
    malformed(cases);
    odd(cases);
    numbers(cases);
    return cases.files();
  }

  private static void accepted(CaseList cases) {
    String direct = JsonWriter.compact(Signed.direct());
    cases
        .from("PROTOCOL 5.1")
        .add("accepted-direct", CaseList.ACCEPTED, "A direct message.", direct)
        .add(
            "accepted-indented",
            CaseList.ACCEPTED,
            "The signature covers the canonical form, so spaces and line breaks do not matter.",
            JsonWriter.pretty(Signed.direct()))
        .add(
            "accepted-escaped",
            CaseList.ACCEPTED,
            "Escapes in names and texts are another spelling of the same object.",
            direct
                .replace("\"kind\"", "\"\\u006bind\"")
                .replace("\"hello\"", "\"h\\u0065ll\\u006F\""))
        .add(
            "accepted-unknown-members",
            CaseList.ACCEPTED,
            "Unknown members are allowed and covered by the signature.",
            Signed.byAlice(
                Signed.unsigned("direct", Signed.body("hello").with("mood", "good"))
                    .with("x_thread", JsonArray.ofStrings(List.of("a", "b")))))
        .add(
            "accepted-largest-integers",
            CaseList.ACCEPTED,
            "The largest and the smallest integer that the protocol has.",
            Signed.byAlice(
                Signed.unsigned("direct", Signed.body("hello"))
                    .with("most", JsonInteger.MAX_WIRE_INTEGER)
                    .with("least", -JsonInteger.MAX_WIRE_INTEGER)))
        .add(
            "accepted-local-endpoint",
            CaseList.ACCEPTED,
            "http:// with a port and a path is well-formed.",
            Signed.directWith("sender_endpoint", "http://127.0.0.1:8460/nodes/alice"))
        .add(
            "accepted-surrogate-pair",
            CaseList.ACCEPTED,
            "A pair of escaped surrogates is one character.",
            JsonWriter.compact(Signed.envelope("direct", Signed.body("\ud83d\ude00")))
                .replace("\ud83d\ude00", "\\ud83d\\ude00"))
        .add(
            "accepted-depth-of-ten",
            CaseList.ACCEPTED,
            "Nesting well below the limit.",
            Signed.byAlice(Signed.unsigned("direct", Signed.body("hello")).with("x", nested(9))))
        .from("PROTOCOL 5.3, step 7")
        .add(
            "accepted-ten-minutes-ahead",
            CaseList.ACCEPTED,
            "Exactly ten minutes in the future is not more than ten minutes.",
            Signed.directWith("timestamp", "2026-03-17T12:15:00Z"))
        .add(
            "accepted-48-hours-old",
            CaseList.ACCEPTED,
            "Exactly 48 hours in the past is not more than 48 hours.",
            Signed.directWith("timestamp", "2026-03-15T12:05:00Z"));
  }

  private static JsonValue nested(int depth) {
    JsonValue value = JsonArray.of();
    for (int i = 1; i < depth; i++) {
      value = JsonArray.of(value);
    }
    return value;
  }

  private static void sizes(CaseList cases) {
    String direct = JsonWriter.compact(Signed.direct());
    cases
        .from("PROTOCOL 5.2, 5.3, step 1")
        .add(
            "accepted-largest",
            CaseList.ACCEPTED,
            "262,144 bytes as received, most of them spaces.",
            direct + " ".repeat(MOST_BYTES - direct.length()))
        .add(
            "too-large-by-one-space",
            "too-large",
            "One byte more than the limit, also where it is a space.",
            direct + " ".repeat(MOST_BYTES + 1 - direct.length()))
        .add(
            "too-large-junk",
            "too-large",
            "The size comes before the question whether it is JSON.",
            "x".repeat(MOST_BYTES + 1))
        .add(
            "too-large-body",
            "too-large",
            "The size of the whole comes before the limit of a body.",
            Signed.envelope("direct", Signed.body("x".repeat(MOST_BYTES))));
  }

  private static void malformed(CaseList cases) {
    String direct = JsonWriter.compact(Signed.direct());
    String code = "malformed-json";
    cases
        .from("PROTOCOL 1, 5.3, step 2")
        .add("malformed-empty", code, "No bytes at all.", "")
        .add("malformed-page", code, "A page for a browser.", "<html><body>hello</body></html>")
        .add("malformed-cut", code, "The last byte is missing.", cut(direct))
        .add("malformed-mark", code, "A byte order mark before the object.", "\ufeff" + direct)
        .add("malformed-trailing-text", code, "Bytes after the object.", direct + "x")
        .add("malformed-two-objects", code, "Two objects, one after another.", direct + direct)
        .add("malformed-trailing-nul", code, "A zero byte after the object.", direct + "\0")
        .add("malformed-array", code, "An array at the top.", "[" + direct + "]")
        .add("malformed-text", code, "A text at the top.", "\"envelope\"")
        .add("malformed-null", code, "Null at the top.", "null")
        .add(
            "malformed-repeated-member",
            code,
            "A member that comes twice, with the same value.",
            "{\"kind\":\"envelope\"," + direct.substring(1))
        .add(
            "malformed-repeated-by-escape",
            code,
            "The same member, once spelled with an escape.",
            "{\"\\u006bind\":\"envelope\"," + direct.substring(1))
        .add(
            "malformed-repeated-in-payload",
            code,
            "A repeated member inside of the payload.",
            direct.replace("{\"body\"", "{\"body\":\"hello\",\"body\""))
        .add(
            "malformed-lone-high-surrogate",
            code,
            "Half of a character, as an escape.",
            direct.replace("hello", "\\ud83d"))
        .add(
            "malformed-lone-low-surrogate",
            code,
            "The other half of a character.",
            direct.replace("hello", "\\ude00"))
        .add(
            "malformed-surrogates-turned-round",
            code,
            "Two halves in the wrong order are no character.",
            direct.replace("hello", "\\ude00\\ud83d"))
        .add("malformed-ff-byte", code, "A byte that UTF-8 never has.", with(direct, 0xff))
        .add("malformed-overlong", code, "A longer spelling than needed.", with(direct, 0xc0, 0xaf))
        .add(
            "malformed-encoded-surrogate",
            code,
            "A surrogate encoded by itself as three bytes.",
            with(direct, 0xed, 0xa0, 0x80))
        .add("malformed-cut-character", code, "An unfinished character.", with(direct, 0xe2, 0x82));
  }

  private static void odd(CaseList cases) {
    String direct = JsonWriter.compact(Signed.direct());
    String code = "malformed-json";
    cases
        .from("RFC 8259, PROTOCOL 5.3, step 2")
        .add("malformed-nan", code, "NaN is no JSON.", member(direct, "NaN"))
        .add("malformed-infinity", code, "Nor is Infinity.", member(direct, "-Infinity"))
        .add("malformed-plus", code, "A plus before a number.", member(direct, "+1"))
        .add("malformed-leading-zero", code, "A number with a leading zero.", member(direct, "01"))
        .add("malformed-hexadecimal", code, "A hexadecimal number.", member(direct, "0x10"))
        .add("malformed-word", code, "A word of another spelling.", member(direct, "True"))
        .add("malformed-single-quotes", code, "A text in single quotes.", member(direct, "'a'"))
        .add("malformed-bare-name", code, "A member without quotes.", "{x:1," + direct.substring(1))
        .add("malformed-comment", code, "A comment.", "/* hello */" + direct)
        .add("malformed-trailing-comma", code, "A comma after the last.", cut(direct) + ",}")
        .add("malformed-raw-line-feed", code, "A line feed in a text.", member(direct, "\"a\nb\""))
        .add("malformed-raw-nul", code, "A zero byte in a text.", member(direct, "\"a\0b\""))
        .add("malformed-escape", code, "An escape that JSON lacks.", member(direct, "\"\\x41\""))
        .add("malformed-form-feed", code, "A form feed is no space of JSON.", "\f" + direct)
        .from("PROTOCOL 1: nesting depth at most 32")
        .add(
            "malformed-depth-of-forty",
            code,
            "Deeper than 32 however one counts.",
            member(direct, "[".repeat(40) + "]".repeat(40)))
        .add(
            "malformed-depth-of-thousands",
            code,
            "So deep that a reader which calls itself runs out of stack.",
            member(direct, "[".repeat(20_000) + "]".repeat(20_000)))
        .from("PROTOCOL 1: member names match [a-z0-9_]+")
        .add(
            "malformed-capital-name",
            code,
            "A capital in the name of a member.",
            Signed.byAlice(Signed.unsigned("direct", Signed.body("hello")).with("Mood", "good")))
        .add(
            "malformed-empty-name",
            code,
            "A member without a name.",
            Signed.byAlice(Signed.unsigned("direct", Signed.body("hello")).with("", "good")))
        .add(
            "malformed-hyphen-in-name",
            code,
            "A hyphen in the name of a member.",
            Signed.byAlice(Signed.unsigned("direct", Signed.body("hello")).with("in-re", "good")));
  }

  private static void numbers(CaseList cases) {
    String direct = JsonWriter.compact(Signed.direct());
    String code = "invalid-number";
    cases
        .from("PROTOCOL 1: integers within ±(2^53 − 1)")
        .add("number-fraction", code, "A fraction.", member(direct, "1.5"))
        .add("number-small-fraction", code, "A small fraction.", member(direct, "1e-7"))
        .add("number-too-large", code, "2^53.", member(direct, "9007199254740992"))
        .add("number-too-small", code, "-2^53.", member(direct, "-9007199254740992"))
        .add("number-of-long", code, "2^64.", member(direct, "18446744073709551616"))
        .add("number-huge", code, "A number with a huge exponent.", member(direct, "1e999999999"))
        .add(
            "number-nested",
            code,
            "A fraction deep in an unknown member.",
            member(direct, "[{\"x\":[0.5]}]"))
        .add(
            "number-before-kind",
            code,
            "Numbers are judged before the kind.",
            "{\"kind\":\"letter\",\"n\":0.5}");
  }

  private static String cut(String text) {
    return text.substring(0, text.length() - 1);
  }

  /** Returns the text with one more member of this raw value. */
  private static String member(String object, String value) {
    return "{\"x\":" + value + "," + object.substring(1);
  }

  /** Returns the bytes with others in place of the message. */
  private static byte[] with(String direct, int... odd) {
    byte[] bytes = direct.replace("hello", "h".repeat(odd.length)).getBytes(StandardCharsets.UTF_8);
    int at = direct.indexOf("hello");
    for (int i = 0; i < odd.length; i++) {
      bytes[at + i] = (byte) odd[i];
    }
    return bytes;
  }
}
