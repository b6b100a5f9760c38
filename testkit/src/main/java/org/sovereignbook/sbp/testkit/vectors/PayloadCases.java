package org.sovereignbook.sbp.testkit.vectors;

import java.util.Collections;
import java.util.List;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestKeys;

/** Payloads of every type of message (PROTOCOL §6), in envelopes that are right otherwise. */
final class PayloadCases {
  private static final int MOST_PEERS = 100;

  private final CaseList cases = new CaseList("envelope", Signed.clockAndNode());

  private PayloadCases() {}

  static List<VectorFile> files() {
    PayloadCases all = new PayloadCases();
    all.cases.from("PROTOCOL 6");
    all.directs();
    all.announces();
    all.shares();
    all.peerLists();
    all.others();
    return all.cases.files();
  }

  private void taken(String name, String what, String type, JsonObject payload) {
    cases.add("payload-" + name, CaseList.ACCEPTED, what, Signed.envelope(type, payload));
  }

  private void refused(String name, String what, String type, JsonObject payload) {
    cases.add("payload-" + name, "invalid-payload", what, Signed.envelope(type, payload));
  }

  private void directs() {
    JsonObject hello = Signed.body("hello");
    taken("direct-empty", "An empty body is a body.", "direct", Signed.body(""));
    taken(
        "direct-references",
        "With both references.",
        "direct",
        hello.with("content_ref", Signed.HASH).with("in_reply_to", Signed.HASH));
    taken("direct-longest", "32,768 bytes of two each.", "direct", Signed.body("é".repeat(16_384)));
    refused("direct-long", "One byte more.", "direct", Signed.body("é".repeat(16_384) + "x"));
    refused("direct-without-body", "No body.", "direct", JsonObject.empty());
    refused("direct-number", "A number for a body.", "direct", hello.with("body", 7));
    refused("direct-bad-hash", "No hash.", "direct", hello.with("content_ref", "sha256:00"));
    refused(
        "direct-capital-hash",
        "A hash in capitals.",
        "direct",
        hello.with("in_reply_to", "sha256:" + "AB".repeat(32)));
    cases.add(
        "payload-before-signature",
        "invalid-payload",
        "The payload is judged before the signature.",
        Signed.envelope("direct", JsonObject.empty()).with("signature", "A".repeat(86)));
  }

  private void announces() {
    JsonObject alice = Signed.identity(TestKeys.alice());
    taken("announce", "Its sender's identity.", "announce", identity(alice));
    refused("announce-empty", "No identity.", "announce", JsonObject.empty());
    refused(
        "announce-text",
        "A text for an identity.",
        "announce",
        JsonObject.builder().put("identity", "alice").build());
    refused(
        "announce-other",
        "The identity of somebody else.",
        "announce",
        identity(Signed.identity(TestKeys.eve())));
    refused(
        "announce-content",
        "Another object for an identity.",
        "announce",
        identity(Signed.content(Signed.unsignedContent())));
    refused(
        "announce-without-key",
        "Without a key.",
        "announce",
        identity(alice.without("public_key")));
  }

  private static JsonObject identity(JsonObject identity) {
    return JsonObject.builder().put("identity", identity).build();
  }

  private void shares() {
    JsonObject content = Signed.content(Signed.unsignedContent());
    taken("share-content", "A piece of its sender.", "share", content);
    taken(
        "share-of-others",
        "A piece of eve.",
        "share",
        Signing.sign(
            Signed.unsignedContent().with("author_key", Signed.key(TestKeys.eve())),
            TestKeys.eve(),
            "author_key"));
    taken(
        "share-endorsement",
        "An endorsement.",
        "share",
        Signed.endorsement(Signed.unsignedEndorsement()));
    refused("share-empty", "Nothing.", "share", JsonObject.empty());
    refused("share-identity", "An identity.", "share", Signed.identity(TestKeys.alice()));
    refused("share-envelope", "An envelope.", "share", Signed.direct());
    refused("share-without-title", "No title.", "share", content.without("title"));
    refused("share-unsigned", "No signature.", "share", Signed.unsignedContent());
  }

  private void peerLists() {
    JsonObject eve = peer(Signed.key(TestKeys.eve()), "https://eve.example.com");
    taken("peer-list-empty", "Nobody.", "peer-list", peers(List.of()));
    taken("peer-list", "Somebody by name.", "peer-list", peers(List.of(eve.with("name", "Eve"))));
    taken(
        "peer-list-longest",
        "A hundred.",
        "peer-list",
        peers(Collections.nCopies(MOST_PEERS, eve)));
    refused(
        "peer-list-long",
        "A hundred and one.",
        "peer-list",
        peers(Collections.nCopies(MOST_PEERS + 1, eve)));
    refused("peer-list-absent", "No list.", "peer-list", JsonObject.empty());
    refused(
        "peer-list-texts",
        "Texts.",
        "peer-list",
        JsonObject.builder().put("peers", JsonArray.ofStrings(List.of("eve"))).build());
    refused(
        "peer-list-no-endpoint",
        "A peer without an endpoint.",
        "peer-list",
        peers(List.of(eve.without("endpoint"))));
    refused(
        "peer-list-bad-key",
        "A key with non-zero trailing bits.",
        "peer-list",
        peers(List.of(eve.with("public_key", RefusedEnvelopeCases.twin(eveKey())))));
    refused(
        "peer-list-long-name",
        "A name of 101 characters.",
        "peer-list",
        peers(List.of(eve.with("name", "e".repeat(101)))));
    taken(
        "peer-list-longest-name",
        "A name of 100 characters outside of the first plane.",
        "peer-list",
        peers(List.of(eve.with("name", "\ud83d\ude00".repeat(100)))));
  }

  private static String eveKey() {
    return Signed.key(TestKeys.eve());
  }

  private static JsonObject peer(String key, String endpoint) {
    return JsonObject.builder().put("public_key", key).put("endpoint", endpoint).build();
  }

  private static JsonObject peers(List<JsonObject> peers) {
    return JsonObject.builder().put("peers", JsonArray.of(peers)).build();
  }

  private void others() {
    taken("subscribe", "No member.", "subscribe", JsonObject.empty());
    taken("unsubscribe", "No member.", "unsubscribe", JsonObject.empty());
    taken("subscribe-more", "An unknown member.", "subscribe", JsonObject.empty().with("x", 1));
    for (String status : List.of("accepted", "rejected", "received")) {
      taken("ack-" + status, "The status " + status + ".", "ack", ack(status));
    }
    taken("ack-reason", "With a reason.", "ack", ack("rejected").with("reason", "no room"));
    refused("ack-maybe", "An unknown status.", "ack", ack("maybe"));
    refused("ack-capital", "A capital.", "ack", ack("Accepted"));
    refused("ack-without-ref", "No ref.", "ack", ack("accepted").without("ref"));
    refused("ack-reason-number", "No text.", "ack", ack("accepted").with("reason", 1));
    JsonObject error = JsonObject.builder().put("code", "x").put("message", "y").build();
    taken("error", "An error.", "error", error);
    taken("error-ref", "An error about a message.", "error", error.with("ref", Signed.HASH));
    refused("error-without-code", "No code.", "error", error.without("code"));
    refused("error-without-message", "No message.", "error", error.without("message"));
    refused("error-bad-ref", "A ref that is no hash.", "error", error.with("ref", "hello"));
  }

  private static JsonObject ack(String status) {
    return JsonObject.builder().put("ref", Signed.HASH).put("status", status).build();
  }
}
