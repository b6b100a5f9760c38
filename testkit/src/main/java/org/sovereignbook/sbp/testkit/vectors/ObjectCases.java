package org.sovereignbook.sbp.testkit.vectors;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestKeys;

/** Pieces of content and endorsements by themselves (PROTOCOL §8, §9). */
final class ObjectCases {
  private static final String GOOD = CaseList.ACCEPTED;
  private static final String BAD = CaseList.REFUSED;

  private ObjectCases() {}

  static List<VectorFile> files() {
    CaseList contents = new CaseList("content", new LinkedHashMap<>());
    contents(contents);
    tags(contents);
    CaseList endorsements = new CaseList("endorsement", new LinkedHashMap<>());
    endorsements(endorsements);
    return Stream.of(contents, endorsements).flatMap(cases -> cases.files().stream()).toList();
  }

  private static JsonObject content(String member, String value) {
    return Signed.content(Signed.unsignedContent().with(member, value));
  }

  private static void contents(CaseList cases) {
    JsonObject plain = Signed.content(Signed.unsignedContent());
    cases
        .from("PROTOCOL 8 and 5.2")
        .add("plain", GOOD, "A piece.", plain)
        .add("reply", GOOD, "An answer.", content("in_reply_to", Signed.HASH))
        .add("unknown-member", GOOD, "An unknown member.", content("x", "y"))
        .add("years-ahead", GOOD, "Its time is the author's.", content("created_at", far()))
        .add("longest-title", GOOD, "300 characters.", content("title", "é".repeat(300)))
        .add("long-title", BAD, "301.", content("title", "t".repeat(301)))
        .add("longest-body", GOOD, "131,072 bytes.", content("body", "b".repeat(131_072)))
        .add("long-body", BAD, "Two bytes more.", content("body", "é".repeat(65_537)))
        .add("plain-text", BAD, "Another type.", content("content_type", "text/plain"))
        .add("capital-type", BAD, "A capital.", content("content_type", "text/Markdown"))
        .add("no-type", BAD, "No type.", without("content_type"))
        .add("no-title", BAD, "No title.", without("title"))
        .add("no-body", BAD, "No body.", without("body"))
        .add("no-time", BAD, "No time.", without("created_at"))
        .add("bad-time", BAD, "A time with fractions.", content("created_at", fraction()))
        .add("bad-reply", BAD, "No hash.", content("in_reply_to", "boats"))
        .add("no-signature", BAD, "Not signed.", Signed.unsignedContent())
        .add("changed", BAD, "Another body.", plain.with("body", "Ten of them."))
        .add("others-name", BAD, "Eve's name.", plain.with("author_key", key()))
        .add("other-kind", BAD, "An essay.", content("kind", "essay"))
        .add("other-version", BAD, "sbp/2.", content("version", "sbp/2"))
        .add("body-number", BAD, "A number.", signed(new JsonInteger(1), "body"));
  }

  private static String far() {
    return "2099-01-01T00:00:00Z";
  }

  private static String fraction() {
    return "2026-03-17T12:00:00.5Z";
  }

  private static String key() {
    return Signed.key(TestKeys.eve());
  }

  private static JsonObject without(String member) {
    return Signed.content(Signed.unsignedContent().without(member));
  }

  private static JsonObject signed(org.sovereignbook.sbp.base.json.JsonValue value, String member) {
    return Signed.content(Signed.unsignedContent().with(member, value));
  }

  private static void tags(CaseList cases) {
    cases
        .add("tags-most", GOOD, "16 tags.", tags(Collections.nCopies(16, "boats")))
        .add("tags-many", BAD, "17 tags.", tags(Collections.nCopies(17, "boats")))
        .add("tags-longest", GOOD, "64 characters.", tags(List.of("\ud83d\udea4".repeat(64))))
        .add("tags-long", BAD, "65 characters.", tags(List.of("b".repeat(65))))
        .add("tags-absent", BAD, "No tags: they may be empty only.", without("tags"))
        .add("tags-text", BAD, "A text for tags.", content("tags", "boats"))
        .add("tags-number", BAD, "A number among them.", signed(number(), "tags"));
  }

  private static JsonArray number() {
    return JsonArray.of(new JsonInteger(1));
  }

  private static JsonObject tags(List<String> tags) {
    return signed(JsonArray.ofStrings(tags), "tags");
  }

  private static JsonObject endorsement(String member, String value) {
    return Signed.endorsement(Signed.unsignedEndorsement().with(member, value));
  }

  private static JsonObject ofIdentity(String key) {
    return Signed.endorsement(
        Signed.unsignedEndorsement().with("target_kind", "identity").with("target_ref", key));
  }

  private static JsonObject lacking(String member) {
    return Signed.endorsement(Signed.unsignedEndorsement().without(member));
  }

  private static void endorsements(CaseList cases) {
    JsonObject plain = Signed.endorsement(Signed.unsignedEndorsement());
    cases
        .from("PROTOCOL 9 and 5.2")
        .add("of-content", GOOD, "Of a piece.", plain)
        .add("of-identity", GOOD, "Of eve.", ofIdentity(key()))
        .add("endpoint", GOOD, "With hers.", endorsement("target_endpoint", "https://eve.example"))
        .add("unknown-member", GOOD, "An unknown member.", endorsement("x", "y"))
        .add("longest-note", GOOD, "2,000 characters.", endorsement("note", "é".repeat(2_000)))
        .add("long-note", BAD, "2,001.", endorsement("note", "n".repeat(2_001)))
        .add("of-itself", BAD, "Void.", ofIdentity(Signed.key(TestKeys.alice())))
        .add("of-a-hash-as-key", BAD, "A hash for a key.", ofIdentity(Signed.HASH))
        .add("of-a-key-as-hash", BAD, "A key for a hash.", endorsement("target_ref", key()))
        .add("of-a-place", BAD, "Another kind of target.", endorsement("target_kind", "place"))
        .add("no-kind-of-target", BAD, "None.", lacking("target_kind"))
        .add("no-target", BAD, "No target.", lacking("target_ref"))
        .add("no-endpoint", BAD, "No endpoint of its own.", lacking("endorser_endpoint"))
        .add("no-time", BAD, "No time.", lacking("created_at"))
        .add("bad-endpoint", BAD, "A query.", endorsement("target_endpoint", "https://e.example?a"))
        .add("bad-time", BAD, "A day.", endorsement("created_at", "2026-03-17"))
        .add("no-signature", BAD, "Not signed.", Signed.unsignedEndorsement())
        .add("changed", BAD, "A note added later.", plain.with("note", "Great."))
        .add("other-version", BAD, "sbp/2.", endorsement("version", "sbp/2"))
        .add("by-another", BAD, "Signed by eve.", byEve());
  }

  private static JsonObject byEve() {
    JsonObject eves =
        Signing.sign(
            Signed.unsignedEndorsement().with("endorser_key", key()),
            TestKeys.eve(),
            "endorser_key");
    return eves.with("endorser_key", Signed.key(TestKeys.alice()));
  }
}
