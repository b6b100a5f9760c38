package org.sovereignbook.sbp.testkit.vectors;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Payloads that carry mail, receipts and tasks between agents (docs/protocol-mail.md). */
final class MailCases {
  private static final String ID = "5c1f0a9e33d7b284";
  private static final String MISSING = "missing-field";
  private static final String INVALID = "invalid-field";

  private final CaseList cases = new CaseList("mail", new LinkedHashMap<>());

  private MailCases() {}

  static List<VectorFile> files() {
    MailCases all = new MailCases();
    all.cases.from("docs/protocol-mail.md, The member agent_mail");
    all.messages();
    all.cases.from("docs/protocol-mail.md, Receipts");
    all.receipts();
    all.cases.from("docs/protocol-mail.md, Work across nodes");
    all.offers();
    all.results();
    return all.cases.files();
  }

  private static JsonObject mail(String type) {
    return JsonObject.builder()
        .put("version", 1)
        .put("id", ID)
        .put("type", type)
        .put("from", "planner")
        .put("seq", 7)
        .put("sent_at", Signed.TIME)
        .build();
  }

  private static JsonObject message() {
    return mail("message").with("to", "worker");
  }

  private void add(String name, String expected, String what, JsonObject member) {
    cases.add(name, expected, what, Signed.body("Please look.").with("agent_mail", member));
  }

  private void messages() {
    add("message", CaseList.ACCEPTED, "A message.", message());
    add("review", CaseList.ACCEPTED, "A request.", mail("review_request").with("to", "worker"));
    add("owner", CaseList.ACCEPTED, "From the owner.", message().with("from", "owner"));
    add("unknown-member", CaseList.ACCEPTED, "An unknown member.", message().with("x", "y"));
    add("longest-id", CaseList.ACCEPTED, "64 digits.", message().with("id", "a".repeat(64)));
    add("longest-name", CaseList.ACCEPTED, "40 letters.", message().with("to", "a".repeat(40)));
    add("answer", CaseList.ACCEPTED, "An answer.", message().with("in_reply_to", ID));
    add("epoch", CaseList.ACCEPTED, "For one incarnation.", message().with("epoch", 1));
    add("version-two", "unsupported-version", "Version 2.", message().with("version", 2));
    add("version-absent", MISSING, "No version.", message().without("version"));
    add("id-absent", MISSING, "No id.", message().without("id"));
    add("to-absent", MISSING, "No recipient.", message().without("to"));
    add("from-absent", MISSING, "No sender.", message().without("from"));
    add("seq-absent", MISSING, "No number.", message().without("seq"));
    add("sent-absent", MISSING, "No time.", message().without("sent_at"));
    add("type-absent", MISSING, "No type.", message().without("type"));
    add("id-short", INVALID, "15 digits.", message().with("id", ID.substring(1)));
    add("id-long", INVALID, "65 digits.", message().with("id", "a".repeat(65)));
    add("id-capital", INVALID, "A capital.", message().with("id", "5C1F0A9E33D7B284"));
    add("to-path", INVALID, "A path.", message().with("to", "../worker"));
    add("to-capital", INVALID, "A capital.", message().with("to", "Worker"));
    add("to-long", INVALID, "41 letters.", message().with("to", "a".repeat(41)));
    add("from-hyphen", INVALID, "A hyphen first.", message().with("from", "-planner"));
    add("seq-zero", INVALID, "It counts from 1.", message().with("seq", 0));
    add("seq-text", INVALID, "A text.", message().with("seq", "7"));
    add("sent-fraction", INVALID, "A fraction.", message().with("sent_at", "2026-03-17T12:00Z"));
    add("epoch-zero", INVALID, "It counts from 1.", message().with("epoch", 0));
    add("answer-bad", INVALID, "No id.", message().with("in_reply_to", "yes"));
    add("type-shutdown", INVALID, "Never between nodes.", mail("shutdown").with("to", "worker"));
    add("type-other", INVALID, "Another type.", mail("letter").with("to", "worker"));
    cases.add(
        "member-text",
        INVALID,
        "The member is a text.",
        Signed.body("Please look.").with("agent_mail", "hello"));
  }

  private static JsonObject receipt(String kind) {
    return JsonObject.builder().put("of", ID).put("kind", kind).put("at", Signed.TIME).build();
  }

  private static JsonObject receipts(List<JsonObject> receipts) {
    return mail("receipt").with("receipts", JsonArray.of(receipts));
  }

  private void receipts() {
    for (String kind : List.of("delivered", "read", "handled", "expired", "refused")) {
      add("receipt-" + kind, CaseList.ACCEPTED, "It is " + kind + ".", one(receipt(kind)));
    }
    JsonObject refused = receipt("refused");
    JsonObject read = receipt("read");
    add("receipt-reason", CaseList.ACCEPTED, "A word.", one(refused.with("reason", "epoch")));
    add("receipt-most", CaseList.ACCEPTED, "64.", receipts(Collections.nCopies(64, read)));
    add("receipt-many", INVALID, "65.", receipts(Collections.nCopies(65, read)));
    add("receipt-none", INVALID, "None.", receipts(List.of()));
    add("receipt-absent", MISSING, "No list.", mail("receipt"));
    add("receipt-kind", INVALID, "Another kind.", one(receipt("lost")));
    add("receipt-of", MISSING, "Of nothing.", one(read.without("of")));
    add("receipt-bad-id", INVALID, "Of no id.", one(read.with("of", "..")));
    add("receipt-at", MISSING, "No time.", one(read.without("at")));
    add("receipt-long-reason", INVALID, "101.", one(read.with("reason", "r".repeat(101))));
    add("receipt-text", INVALID, "No object.", mail("receipt").with("receipts", texts()));
  }

  private static JsonArray texts() {
    return JsonArray.ofStrings(List.of("read"));
  }

  private static JsonObject one(JsonObject receipt) {
    return receipts(List.of(receipt));
  }

  private static JsonObject offer() {
    return JsonObject.builder().put("id", ID).put("state", "offered").put("title", "t").build();
  }

  private static JsonObject offered(JsonObject offer) {
    return mail("task_offer").with("offer", offer).with("expires_at", "2026-03-24T12:00:00Z");
  }

  private void offers() {
    JsonObject offer = offer();
    JsonObject whole = offer.with("description", "d").with("priority", 5);
    add("offer", CaseList.ACCEPTED, "An offer.", offered(whole));
    add("offer-short", CaseList.ACCEPTED, "Without what is optional.", offered(offer));
    add("offer-negative", CaseList.ACCEPTED, "Less urgent.", offered(offer.with("priority", -5)));
    add(
        "offer-withdrawn",
        CaseList.ACCEPTED,
        "A withdrawal needs no end.",
        mail("task_offer").with("offer", offer.with("state", "withdrawn")));
    add(
        "offer-longest-label",
        CaseList.ACCEPTED,
        "64 characters outside of the first plane.",
        offered(offer.with("labels", JsonArray.ofStrings(List.of("\ud83d\udea4".repeat(64))))));
    add("offer-endless", MISSING, "No end.", offered(offer).without("expires_at"));
    add("offer-absent", MISSING, "No offer.", offered(offer).without("offer"));
    add("offer-no-id", MISSING, "No id.", offered(offer.without("id")));
    add("offer-no-title", MISSING, "No title.", offered(offer.without("title")));
    add("offer-state", INVALID, "Another state.", offered(offer.with("state", "gone")));
    add("offer-title", INVALID, "301.", offered(offer.with("title", "t".repeat(301))));
    add("offer-text", INVALID, "65,537.", offered(offer.with("description", "d".repeat(65_537))));
    add("offer-labels", INVALID, "17.", offered(offer.with("labels", labels(17, "c"))));
    add("offer-label", INVALID, "65.", offered(offer.with("labels", labels(1, "c".repeat(65)))));
    add("offer-priority", INVALID, "A text.", offered(offer.with("priority", "high")));
  }

  private static JsonArray labels(int count, String label) {
    return JsonArray.ofStrings(Collections.nCopies(count, label));
  }

  private static JsonObject result(String state) {
    return JsonObject.builder().put("offer", ID).put("state", state).put("text", "x").build();
  }

  private void results() {
    for (String state : List.of("accepted", "refused", "completed", "failed")) {
      add("result-" + state, CaseList.ACCEPTED, "It is " + state + ".", ended(result(state)));
    }
    JsonObject done = result("completed");
    add("result-absent", MISSING, "No result.", mail("task_result"));
    add("result-offer", MISSING, "Of no offer.", ended(done.without("offer")));
    add("result-state", INVALID, "Another state.", ended(result("done")));
    add("result-text", INVALID, "65,537.", ended(done.with("text", "x".repeat(65_537))));
    add("result-number", INVALID, "A number.", ended(done.with("text", new JsonInteger(1))));
  }

  private static JsonObject ended(JsonObject result) {
    return mail("task_result").with("result", result);
  }
}
