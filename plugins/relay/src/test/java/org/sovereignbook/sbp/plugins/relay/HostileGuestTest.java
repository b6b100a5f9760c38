package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest.Operation;
import org.sovereignbook.sbp.testing.TestKeys;

/** A relay that a guest, or somebody who wants to be one, attacks. */
@Timeout(300)
class HostileGuestTest {
  private static final KeyPair FRIEND = TestKeys.alice();
  private static final KeyPair NEXT = TestKeys.named("next");
  private static final KeyPair THIEF = TestKeys.named("thief");

  @TempDir private Path folder;
  private RelayNode relay;
  private HostileGuest guest;
  private HostileGuest other;

  @BeforeEach
  void make() {
    relay = RelayNode.in(folder);
    guest = new HostileGuest(relay, TestKeys.bob());
    other = new HostileGuest(relay, TestKeys.eve());
  }

  @AfterEach
  void close() {
    assertThat(relay.log()).noneMatch(line -> line.contains("failed on a request"));
    relay.close();
  }

  private static void refused(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(RelayNode.error(answer)).as(answer.body()).isEqualTo(code);
  }

  private static void taken(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 202);
  }

  private static JsonObject with(String name, JsonObject value) {
    return JsonObject.empty().with(name, value);
  }

  private byte[] letter(PublicKey to, String text) {
    return RelayNode.envelope(FRIEND, to, relay.node().now(), text);
  }

  private JsonObject content(KeyPair by, String body) {
    return Content.sign(
        Content.build(
            by.publicKey(), "title", body, List.of(), Optional.empty(), relay.node().now()),
        by);
  }

  private JsonObject endorsement(KeyPair by, String note) {
    return Endorsement.sign(
        Endorsement.build(
            by.publicKey(),
            Endpoint.parse("https://guest.example"),
            new Endorsement.Target.OfIdentity(FRIEND.publicKey()),
            Optional.empty(),
            Optional.of(note),
            relay.node().now()),
        by);
  }

  private List<JsonObject> waiting(HostileGuest who) {
    return RelayNode.json(who.fetch()).array("post").map(JsonArray::objects).orElseThrow();
  }

  private long count(String table) {
    return relay.ledger().<Long>read(tx -> tx.number("SELECT COUNT(*) FROM " + table));
  }

  @Test
  void aRequestIsTakenOnceAndOnlyFromItsSigner() {
    guest.join();
    byte[] request = guest.request(Operation.FETCH, JsonObject.empty());
    taken(guest.send(request));
    refused(guest.send(request), 409, "repeated");

    String forged = new String(request, StandardCharsets.UTF_8);
    refused(
        guest.send(
            forged
                .replace(guest.key().toString(), other.key().toString())
                .getBytes(StandardCharsets.UTF_8)),
        400,
        "invalid-signature");
    refused(
        guest.send(forged.replace("\"fetch\"", "\"leave\"").getBytes(StandardCharsets.UTF_8)),
        400,
        "invalid-signature");
    refused(other.fetch(), 403, "not-a-guest");
  }

  @Test
  void aRequestForAnotherRelayOrOfAnotherTimeIsRefused() {
    guest.join();
    for (Duration away : List.of(Duration.ofMinutes(11), Duration.ofMinutes(-11))) {
      refused(
          guest.send(
              RelayRequest.make(
                  TestKeys.bob(),
                  relay.node().identity().publicKey(),
                  Operation.LEAVE,
                  guest.at(away),
                  relay.node().randomId(),
                  JsonObject.empty())),
          400,
          "stale-timestamp");
    }
    refused(
        guest.send(
            RelayRequest.make(
                TestKeys.bob(),
                THIEF.publicKey(),
                Operation.LEAVE,
                guest.at(Duration.ZERO),
                relay.node().randomId(),
                JsonObject.empty())),
        400,
        "wrong-recipient");
  }

  @Test
  void bodiesThatAreNoRequestCostAnAnswerOnly() {
    other.join();
    String deep = "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000);
    for (String body :
        List.of(
            "", "[]", "nul", "{\"kind\":1}", "{\"a\":1,\"a\":2}", deep, "\u0000", "{\"a\":1e9}")) {
      assertThat(guest.send(body.getBytes(StandardCharsets.UTF_8)).statusCode())
          .as(body)
          .isEqualTo(400);
    }
    refused(
        guest.send(" ".repeat((1 << 20) + 1).getBytes(StandardCharsets.UTF_8)), 413, "too-large");
    guest.join();
    refused(
        guest.ask(
            Operation.FETCH,
            JsonObject.empty()
                .with(
                    "received",
                    JsonArray.ofStrings(
                        IntStream.range(0, 50_000).mapToObj(Integer::toString).toList()))),
        400,
        "invalid-field");
    taken(
        guest.ask(
            Operation.FETCH,
            JsonObject.empty()
                .with("received", JsonArray.of(JsonObject.empty()))
                .with("after", -9_007_199_254_740_991L)
                .with("wait_seconds", -1)));
  }

  @Test
  void nobodyJoinsWithATokenThatIsGuessedUsedOrExpired() {
    String used = relay.invite();
    JsonObject identity =
        with("identity", guest.identity(guest.at(Duration.ZERO), Optional.empty()));
    refused(guest.ask(Operation.JOIN, identity), 403, "not-invited");
    refused(guest.ask(Operation.JOIN, identity.with("token", "sbp-relay-x")), 403, "not-invited");
    taken(guest.ask(Operation.JOIN, identity.with("token", used)));
    JsonObject own = with("identity", other.identity(other.at(Duration.ZERO), Optional.empty()));
    refused(other.ask(Operation.JOIN, own.with("token", used)), 403, "not-invited");
    String expired = relay.invite();
    relay
        .ledger()
        .run(tx -> tx.update("UPDATE relay_invitation SET expires_ms = ?", tx.nowMs() - 1));
    refused(other.ask(Operation.JOIN, own.with("token", expired)), 403, "not-invited");
  }

  @Test
  void anIdentityDocumentIsTheGuestsOwnValidAndNeverOlder() {
    JsonObject older = guest.identity(guest.at(Duration.ofMinutes(-5)), Optional.empty());
    guest.join();
    String address = guest.address().toString();
    JsonObject newer = guest.identity(guest.at(Duration.ofMinutes(5)), Optional.empty());
    taken(guest.ask(Operation.PUBLISH, with("identity", newer)));

    taken(guest.ask(Operation.PUBLISH, with("identity", older)));
    taken(guest.ask(Operation.JOIN, with("identity", older)));
    assertThat(RelayNode.json(relay.get(Endpoint.parse(address), "/identity"))).isEqualTo(newer);

    refused(
        guest.ask(Operation.PUBLISH, with("identity", newer.with("name", "forged"))),
        400,
        "invalid-signature");
    refused(
        guest.ask(Operation.PUBLISH, with("identity", newer.without("signature"))),
        400,
        "missing-field");
    refused(
        guest.ask(
            Operation.PUBLISH,
            with("identity", other.identity(other.at(Duration.ZERO), Optional.empty()))),
        400,
        "wrong-key");
    assertThat(RelayNode.json(relay.get(Endpoint.parse(address), "/identity"))).isEqualTo(newer);
  }

  @Test
  void aThiefOfTheKeyCanNeitherRotateNorSignTheCommitmentAway() {
    guest.join(Optional.of(NEXT));
    HostileGuest thief = new HostileGuest(relay, THIEF);
    refused(
        thief.ask(
            Operation.PUBLISH, with("identity", guest.successor(THIEF, guest.at(Duration.ZERO)))),
        400,
        "commitment-mismatch");
    JsonObject without = guest.identity(guest.at(Duration.ofSeconds(5)), Optional.empty());
    refused(guest.ask(Operation.PUBLISH, with("identity", without)), 400, "commitment-changed");
    refused(guest.ask(Operation.JOIN, with("identity", without)), 400, "commitment-changed");
    refused(
        thief.ask(
            Operation.PUBLISH, with("identity", guest.successor(THIEF, guest.at(Duration.ZERO)))),
        400,
        "commitment-mismatch");

    HostileGuest owner = new HostileGuest(relay, NEXT);
    taken(
        owner.ask(
            Operation.PUBLISH, with("identity", guest.successor(NEXT, guest.at(Duration.ZERO)))));
    refused(guest.fetch(), 403, "not-a-guest");
    JsonObject again = guest.identity(guest.at(Duration.ofSeconds(9)), Optional.of(NEXT));
    refused(
        guest.ask(Operation.JOIN, with("identity", again).with("token", relay.invite())),
        403,
        "retired-key");
    assertThat(relay.run("relay", "host", guest.key().toString()).exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void aGuestThatSucceedsAnotherOneLeavesItsAddressAlone() {
    guest.join();
    other.join();
    JsonObject successor = guest.successor(TestKeys.eve(), guest.at(Duration.ofSeconds(5)));
    taken(other.ask(Operation.PUBLISH, with("identity", successor)));
    refused(guest.ask(Operation.PUBLISH, with("identity", successor)), 400, "wrong-key");
    assertThat(other.address()).isNotEqualTo(guest.address());
    assertThat(relay.get(guest.address(), "/identity").body()).contains(guest.key().toString());
    assertThat(relay.get(other.address(), "/identity").body()).contains(other.key().toString());
  }

  @Test
  void onlyTheGuestsOwnValidContentAndEndorsementsAreServed() {
    guest.join();
    Endpoint address = guest.address();
    JsonObject own = content(TestKeys.bob(), "own");
    refused(guest.publish(own, content(FRIEND, "of others")), 400, "wrong-key");
    refused(guest.publish(endorsement(TestKeys.eve(), "of others")), 400, "wrong-key");
    refused(guest.publish(own.with("title", "forged")), 400, "invalid-signature");
    refused(guest.publish(own.with("kind", "envelope")), 400, "invalid-kind");
    refused(guest.publish(own.with("kind", "rotation")), 400, "invalid-kind");
    assertThat(count("relay_object")).isZero();
    String path = "/content/" + ContentHash.of(own);
    assertThat(relay.get(address, path).statusCode()).isEqualTo(404);
    taken(guest.publish(own));
    assertThat(RelayNode.json(relay.get(address, path))).isEqualTo(own);
    assertThat(relay.get(address, "/endorsements").body()).isEqualTo("[]");
  }

  @Test
  void documentsBeyondTheMegabytesAreRefusedAndALongPageIsCut() {
    relay.done("relay", "host", guest.key().toString(), "--megabytes", "1");
    taken(
        guest.ask(
            Operation.JOIN,
            with("identity", guest.identity(guest.at(Duration.ZERO), Optional.empty()))));
    taken(guest.publish(content(TestKeys.bob(), "x".repeat(130_000))));
    JsonObject[] large =
        IntStream.range(0, 7)
            .mapToObj(i -> content(TestKeys.bob(), i + "x".repeat(130_000)))
            .toArray(JsonObject[]::new);
    refused(guest.publish(large), 507, "documents-full");
    assertThat(count("relay_object")).isEqualTo(1);

    relay.done("relay", "host", guest.key().toString(), "--megabytes", "100");
    for (int i = 0; i < 6; i++) {
      JsonObject wide = endorsement(TestKeys.bob(), "n" + i).with("more", "x".repeat(250_000));
      taken(guest.publish(Endorsement.sign(wide.without("signature"), TestKeys.bob())));
    }
    String page = relay.get(guest.address(), "/endorsements").body();
    assertThat(page.length()).isBetween(700_000, 1 << 20);
  }

  @Test
  void postOfAnotherGuestIsNeitherReadNorAcknowledged() {
    guest.join();
    other.join();
    taken(relay.message(other.address(), letter(other.key(), "private")));
    String id = waiting(other).getFirst().string("id").orElseThrow();
    taken(guest.fetch(id, id));
    assertThat(waiting(guest)).isEmpty();
    assertThat(waiting(other)).hasSize(1);
    taken(other.fetch(id, id));
    assertThat(waiting(other)).isEmpty();
    assertThat(
            relay
                .ledger()
                .<Long>read(tx -> tx.number("SELECT SUM(waiting_bytes) FROM relay_guest")))
        .isZero();
  }

  @Test
  void anEndedGuestHasNothingHereAndAnAwayOneIsToldToTryAgain() {
    guest.join();
    Endpoint address = guest.address();
    relay
        .ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE relay_guest SET heard_ms = ?",
                    tx.nowMs() - Duration.ofDays(8).toMillis()));
    HttpResponse<String> away = relay.message(address, letter(guest.key(), "hello"));
    refused(away, 503, "guest-away");
    assertThat(away.headers().firstValue("retry-after")).isPresent();
    refused(relay.get(address, "/health"), 503, "guest-away");
    relay
        .ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE relay_guest SET heard_ms = ?",
                    tx.nowMs() - Duration.ofDays(15).toMillis()));
    refused(relay.message(address, letter(guest.key(), "hello")), 404, "not-found");
    refused(relay.get(address, "/identity"), 404, "not-found");
    refused(guest.fetch(), 403, "not-a-guest");
    refused(
        guest.ask(
            Operation.JOIN,
            with("identity", guest.identity(guest.at(Duration.ZERO), Optional.empty()))),
        403,
        "not-invited");
  }

  @Test
  void rememberedRequestsHaveALimitAndAreForgotten() {
    guest.join();
    relay
        .ledger()
        .run(
            tx ->
                tx.update(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <"
                        + " 100000) INSERT INTO relay_nonce (guest, nonce, at_ms) SELECT"
                        + " (SELECT id FROM relay_guest), 'n' || i, ? FROM n",
                    tx.nowMs()));
    refused(guest.fetch(), 429, "too-many-requests");
    assertThat(count("relay_nonce")).isBetween(100_000L, 100_002L);
    other.join();
    taken(other.fetch());
    relay
        .ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE relay_nonce SET at_ms = ?",
                    tx.nowMs() - Duration.ofMinutes(22).toMillis()));
    taken(guest.fetch());
    relay
        .ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE relay_nonce SET at_ms = ?",
                    tx.nowMs() - Duration.ofMinutes(22).toMillis()));
    new RelayFeature().retention().forEach(one -> one.forget(relay.ledger()));
    assertThat(count("relay_nonce")).isZero();
  }

  @Test
  void noTrickOfAPathLeadsToAnAddress() {
    guest.join();
    String address = guest.address().toString();
    String root = relay.endpoint() + "/x/relay/";
    String id = address.substring(root.length());
    for (String path :
        List.of(
            root + "guest/../" + id,
            root + "%2e%2e/relay/" + id,
            root + ".%2fx" + id,
            root + id.toUpperCase(Locale.ROOT),
            root + "other:" + id,
            root + id + "/.",
            root + "/" + id,
            root + id + "%00",
            root + "%27%20OR%201=1",
            root)) {
      assertThat(relay.send(HttpRequest.newBuilder(URI.create(path + "/identity"))).statusCode())
          .as(path)
          .isEqualTo(404);
    }
    taken(relay.get(Endpoint.parse(address), "/identity"));
    for (String path : List.of("/content/..%2f..%2fidentity", "/content/", "/content/sha256:00")) {
      assertThat(relay.get(Endpoint.parse(address), path).statusCode()).as(path).isEqualTo(404);
    }
  }

  @Test
  void aStrangerThatFloodsOneGuestTakesNothingFromAnother() {
    relay.done("relay", "host", guest.key().toString(), "--megabytes", "1");
    taken(
        guest.ask(
            Operation.JOIN,
            with("identity", guest.identity(guest.at(Duration.ZERO), Optional.empty()))));
    other.join();
    Endpoint flooded = guest.address();
    int refusals = 0;
    for (int i = 0; i < 70; i++) {
      refusals +=
          relay.message(flooded, letter(guest.key(), i + "x".repeat(30_000))).statusCode() == 202
              ? 0
              : 1;
    }
    assertThat(refusals).isGreaterThan(9);
    refused(relay.message(other.address(), letter(guest.key(), "astray")), 400, "wrong-recipient");
    taken(relay.message(other.address(), letter(other.key(), "hello")));
    assertThat(waiting(other)).hasSize(1);
    HttpResponse<String> full =
        relay.message(
            flooded,
            RelayNode.envelope(THIEF, guest.key(), relay.node().now(), "x".repeat(32_000)));
    refused(full, 503, "inbox-full");
  }

  @Test
  void whatWaitsIsGivenInAnswersThatFitHoweverMuchItIs() {
    guest.join();
    relay
        .ledger()
        .run(
            tx -> {
              for (int i = 1; i <= 12; i++) {
                tx.update(
                    "INSERT INTO relay_post (guest, id, number, hash, sender, address, bytes,"
                        + " waits, body, received_ms) VALUES ((SELECT id FROM relay_guest), ?, ?,"
                        + " ?, 's', 'a', ?, 1, ?, ?)",
                    "id" + i,
                    i,
                    "h" + i,
                    250_000,
                    "\"".repeat(250_000),
                    tx.nowMs());
              }
            });
    HttpResponse<String> answer = guest.fetch();
    taken(answer);
    assertThat(answer.body().length()).isBetween(400_000, 1 << 20);
    assertThat(waiting(guest).stream().map(one -> one.integer("number").orElseThrow()).toList())
        .startsWith(1L);
  }

  @Test
  void aGuestThatCallsItselfAsAnotherOneIsNotEndedInItsPlace() {
    guest.join();
    other.join();
    assertThat(relay.run("relay", "end", "guest").exit()).isEqualTo(ExitCode.NOT_FOUND);
    relay
        .ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE relay_guest SET name = ? WHERE public_key = ?",
                    guest.key().toString().substring(0, 6),
                    other.key().toString()));
    assertThat(relay.run("relay", "end", guest.key().toString().substring(0, 6)).exit())
        .isEqualTo(ExitCode.NOT_FOUND);
    relay.done("relay", "end", guest.key().toString());
    refused(guest.fetch(), 403, "not-a-guest");
    taken(other.fetch());
  }

  @Test
  void textOfAGuestIsPrintedEscaped() {
    guest.join();
    relay.ledger().run(tx -> tx.update("UPDATE relay_guest SET name = ?", "\u001b[31mred\nrow"));
    assertThat(relay.done("relay", "list").out()).doesNotContain("\u001b").contains("red");
    assertThat(relay.done("status").out()).doesNotContain("\u001b");
  }
}
