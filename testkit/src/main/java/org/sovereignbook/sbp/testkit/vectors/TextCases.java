package org.sovereignbook.sbp.testkit.vectors;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.testing.TestKeys;

/** Short texts by themselves: keys, times, endpoints, canonical forms and hashes. */
final class TextCases {
  private static final String GOOD = CaseList.ACCEPTED;
  private static final String BAD = CaseList.REFUSED;

  private TextCases() {}

  static List<VectorFile> files() {
    return Stream.of(keys(), fingerprints(), times(), endpoints(), forms(), hashes())
        .flatMap(cases -> cases.files().stream())
        .toList();
  }

  private static CaseList cases(String check) {
    return new CaseList(check, new LinkedHashMap<>());
  }

  private static CaseList keys() {
    String alice = Signed.key(TestKeys.alice());
    return cases("key")
        .from("PROTOCOL 1, Encodings")
        .add("plain", GOOD, "43 characters.", alice)
        .add("zeros", GOOD, "Zeros are well-formed; they verify nothing.", "A".repeat(43))
        .add("padded", BAD, "Padding.", alice + "=")
        .add("short", BAD, "42 characters.", alice.substring(1))
        .add("long", BAD, "44 characters.", alice + "A")
        .add("empty", BAD, "No character.", "")
        .add("plus", BAD, "The other alphabet.", "+" + alice.substring(1))
        .add("space", BAD, "A space before it.", " " + alice.substring(1))
        .add("line-feed", BAD, "A line feed after it.", alice + "\n")
        .add("trailing-bits", BAD, "Non-zero trailing bits.", RefusedEnvelopeCases.twin(alice))
        .add("wide", BAD, "A letter of another script.", "\u0410" + alice.substring(1));
  }

  private static CaseList fingerprints() {
    return cases("fingerprint")
        .from("IDENTITY, Fingerprint Derivation")
        .add("alice", "sbp1:eh7ddx5bksrgcytl7bkai36se4nxx3kl", "Alice's.", key("alice"))
        .add("bob", "sbp1:hh3rhufgiqst6bcssqq3t5i3tmejphii", "Bob's.", key("bob"))
        .add("eve", "sbp1:7ffzwe3bjnfw2ei3tojinxilueinxo7s", "Eve's.", key("eve"));
  }

  private static String key(String name) {
    return Signed.key(
        switch (name) {
          case "alice" -> TestKeys.alice();
          case "bob" -> TestKeys.bob();
          default -> TestKeys.eve();
        });
  }

  private static CaseList times() {
    return cases("time")
        .from("PROTOCOL 1: RFC 3339 UTC with seconds and a literal Z")
        .add("plain", GOOD, "A time.", "2026-03-17T12:00:00Z")
        .add("leap-day", GOOD, "A day of a leap year.", "2028-02-29T00:00:00Z")
        .add("leap-day-2000", GOOD, "2000 was a leap year.", "2000-02-29T23:59:59Z")
        .add("no-leap-day", BAD, "2026 has no such day.", "2026-02-29T00:00:00Z")
        .add("no-leap-day-2100", BAD, "Nor has 2100.", "2100-02-29T00:00:00Z")
        .add("april-31", BAD, "April has 30 days.", "2026-04-31T00:00:00Z")
        .add("month-13", BAD, "No month.", "2026-13-01T00:00:00Z")
        .add("day-0", BAD, "No day.", "2026-03-00T00:00:00Z")
        .add("hour-24", BAD, "No hour.", "2026-03-17T24:00:00Z")
        .add("minute-60", BAD, "No minute.", "2026-03-17T12:60:00Z")
        .add("offset", BAD, "An offset.", "2026-03-17T12:00:00+00:00")
        .add("small-z", BAD, "A small z.", "2026-03-17T12:00:00z")
        .add("small-t", BAD, "A small t.", "2026-03-17t12:00:00Z")
        .add("space", BAD, "A space for T.", "2026-03-17 12:00:00Z")
        .add("fraction", BAD, "Fractions of a second.", "2026-03-17T12:00:00.000Z")
        .add("no-seconds", BAD, "No seconds.", "2026-03-17T12:00Z")
        .add("no-zone", BAD, "No Z.", "2026-03-17T12:00:00")
        .add("week", BAD, "A week.", "2026-W12-2T12:00:00Z")
        .add("five-digits", BAD, "A year of five digits.", "12026-03-17T12:00:00Z")
        .add("other-digits", BAD, "Digits of another script.", "\uff12026-03-17T12:00:00Z")
        .add("line-feed", BAD, "A line feed after it.", "2026-03-17T12:00:00Z\n");
  }

  private static CaseList endpoints() {
    String host = "https://a.example";
    return cases("endpoint")
        .from("PROTOCOL 7 and 5.2")
        .add("https", GOOD, "https.", host)
        .add("http", GOOD, "http.", "http://localhost:8460")
        .add("port", GOOD, "A port.", host + ":8443")
        .add("path", GOOD, "A path.", host + "/nodes/alice")
        .add("ipv4", GOOD, "An address.", "http://192.0.2.1:80")
        .add("ipv6", GOOD, "An address of version 6.", "https://[2001:db8::1]:8443")
        .add("longest", GOOD, "512 characters.", host + "/" + "a".repeat(511 - host.length()))
        .add("long", BAD, "513 characters.", host + "/" + "a".repeat(512 - host.length()))
        .add("slash", BAD, "A slash at its end.", host + "/")
        .add("path-slash", BAD, "A slash after the path.", host + "/nodes/")
        .add("query", BAD, "A query.", host + "/?a=b")
        .add("empty-query", BAD, "An empty query.", host + "?")
        .add("fragment", BAD, "A fragment.", host + "#a")
        .add("empty-fragment", BAD, "An empty fragment.", host + "#")
        .add("user", BAD, "A user.", "https://a:b@a.example")
        .add("empty-user", BAD, "An empty user.", "https://@a.example")
        .add("no-host", BAD, "No host.", "https:///nodes")
        .add("no-scheme", BAD, "No scheme.", "//a.example")
        .add("other-scheme", BAD, "Another scheme.", "wss://a.example")
        .add("file", BAD, "A file.", "file:///etc/passwd")
        .add("port-of-letters", BAD, "A port of letters.", host + ":http")
        .add("port-too-large", BAD, "A port above 65,535.", host + ":65536")
        .add("space", BAD, "A space.", "https://a .example")
        .add("line-feed", BAD, "A line feed after it.", host + "\n")
        .add("words", BAD, "No URL.", "a.example")
        .add("empty", BAD, "No character.", "");
  }

  private static CaseList forms() {
    return cases("canonical")
        .from("PROTOCOL 2: RFC 8785")
        .add("order", "{\"a\":1,\"b\":2}", "By name.", "{ \"b\" : 2,\n\"a\" :1 }")
        .add("empty", "{}", "No members.", "{ }")
        .add(
            "prefix",
            "{\"\":0,\"a\":1,\"aa\":2,\"b\":3}",
            "A shorter name comes first.",
            "{\"b\":3,\"aa\":2,\"\":0,\"a\":1}")
        .add(
            "utf-16-order",
            "{\"\u20ac\":1,\"\ud83d\ude00\":2,\"\ufb33\":3}",
            "By units of UTF-16, not by characters: the surrogates of U+1F600 come before U+FB33.",
            "{\"\\ufb33\":3,\"\\ud83d\\ude00\":2,\"\\u20ac\":1}")
        .add(
            "digits-in-names",
            "{\"1\":1,\"10\":2,\"2\":3}",
            "Names are no numbers.",
            "{\"2\":3,\"10\":2,\"1\":1}")
        .add(
            "escapes",
            "{\"a\":\"\\b\\t\\n\\f\\r\\\"\\\\/\\u0000\\u001f\"}",
            "Seven short escapes; other controls in small letters; a slash as it is.",
            "{\"a\":\"\\u0008\\u0009\\u000A\\u000C\\u000D\\u0022\\u005C\\/\\u0000\\u001F\"}")
        .add(
            "other-characters",
            "{\"a\":\"\u007f\u0080\u2028\ufeff\u00e9\"}",
            "Everything else stays as it is, also what looks like a control.",
            "{\"a\":\"\\u007f\\u0080\\u2028\\ufeff\\u00e9\"}")
        .add(
            "not-composed", "{\"a\":\"e\u0301\"}", "Characters stay apart.", "{\"a\":\"e\\u0301\"}")
        .add(
            "numbers",
            "{\"a\":[0,-1,9007199254740991,-9007199254740991]}",
            "Integers as they are.",
            "{\"a\":[0, -1, 9007199254740991, -9007199254740991]}")
        .add(
            "values",
            "{\"a\":[true,false,null,{},[]],\"b\":{\"c\":{\"d\":[]}}}",
            "Arrays keep their order.",
            "{\"b\":{\"c\":{\"d\":[]}},\"a\":[true, false, null, {}, []]}")
        .add("repeated", "malformed-json", "A repeated name.", "{\"a\":1,\"a\":1}")
        .add("fraction", "invalid-number", "A fraction.", "{\"a\":0.1}")
        .add("surrogate", "malformed-json", "A lone surrogate in a name.", "{\"\\ud800\":1}");
  }

  private static CaseList hashes() {
    return cases("hash")
        .from("PROTOCOL 2: SHA-256 over the canonical form")
        .add(
            "signature",
            Signed.HASH,
            "The signature is covered.",
            "{ \"b\": 2, \"a\": 1, \"signature\": \"x\" }")
        .add(
            "empty",
            "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
            "No member.",
            "{}")
        .add(
            "values",
            "sha256:993bd5417b4fea19bc9c1a7123cf3120cfb302bd70428993aa8a0df074ea9fdb",
            "All values.",
            "{\"n\":[0,-1,9007199254740991,-9007199254740991,true,false,null,{},[]]}");
  }
}
