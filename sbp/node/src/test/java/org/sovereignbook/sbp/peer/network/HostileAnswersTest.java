package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Whatever one peer answers: no exception, no stranger, a line in ops-log, the others go on. */
class HostileAnswersTest {
  private static final int MEBIBYTE = 1 << 20;

  @TempDir Path folder;

  final FakePeer eve = FakePeer.named("eve");
  final FakePeer ada = FakePeer.named("ada");
  final FakePeer carl = FakePeer.named("carl");
  final FakePeer honest = FakePeer.named("honest");

  private Scene scene;

  @BeforeEach
  void eveIsKnownAndAdaIsHonest() {
    scene = Scene.in(folder, eve, ada.endorses(honest), honest, carl);
    scene.knows(eve, TrustState.KNOWN);
    scene.knows(ada, TrustState.KNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "\"text\"",
        "[",
        "[1,]",
        "[]trailing",
        "[{\"a\":1,\"a\":2}]",
        "<html>502</html>",
        "\uFEFF[]",
        "[\"\\ud800\"]"
      })
  void anAnswerThatIsNoJsonArrayIsSkipped(String body) {
    eveServes(ScriptedPeers.answered(200, body));

    skipsEveOnly();
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 301, 302, 304, 400, 404, 429, 500, 503})
  void anAnswerWithAnotherStatusIsSkippedAndNoRedirectFollowed(int status) {
    eveServes(ScriptedPeers.answered(status, "[]"));

    skipsEveOnly();
  }

  @Test
  void aPeerThatCannotBeReachedIsSkipped() {
    eveServes(new PeerReply.Unreachable("connection refused", false));

    skipsEveOnly();
  }

  @Test
  void aPeerThatTimesOutIsSkipped() {
    eveServes(new PeerReply.Unknown("timed out after 30 s"));

    skipsEveOnly();
  }

  @Test
  void aPeerAtAForbiddenAddressIsSkipped() {
    eveServes(new PeerReply.Forbidden("10.0.0.1 is a private address"));

    skipsEveOnly();
  }

  @Test
  void aMebibyteOfNestedJunkIsSkipped() {
    eveServes(ScriptedPeers.answered(200, "[".repeat(MEBIBYTE)));

    skipsEveOnly();
  }

  @Test
  void aMebibyteOfJunkElementsIsCutAtThePage() {
    eveServes(ScriptedPeers.answered(200, "[" + "{},".repeat(MEBIBYTE / 3 - 10) + "{}]"));

    NetworkResult result = scene.run();

    assertThat(result.endorsementsRefused()).isEqualTo(EndorsementFetch.PAGE);
    assertThat(result.added()).containsExactly(honest.key());
  }

  @Test
  void elementsThatAreNoEndorsementsAreCountedAndTheValidOnesKept() {
    JsonObject valid = eve.endorsementOf(carl.key(), Optional.of(carl.endpoint));
    eveServes(
        ScriptedPeers.json(
            new JsonArray(
                List.of(
                    JsonObject.empty(),
                    new org.sovereignbook.sbp.base.json.JsonString("text"),
                    eve.identity().json(),
                    valid.with("number", 1L << 60),
                    valid))));

    NetworkResult result = scene.run();

    assertThat(result.endorsementsRefused()).isEqualTo(4);
    assertThat(scene.holds(valid)).isTrue();
    assertThat(result.added()).containsExactlyInAnyOrder(carl.key(), honest.key());
    assertThat(scene.ops()).anyMatch(line -> line.contains("refused 4 endorsements"));
  }

  @Test
  void aDecimalInAnEndorsementIsRefusedNotStumbledOver() {
    eveServes(ScriptedPeers.answered(200, "[{\"kind\":\"endorsement\",\"a\":1.5}]"));

    assertThat(scene.run().endorsementsRefused()).isEqualTo(1);
  }

  @Test
  void aForgedEndorsementCountsForNothing() {
    JsonObject forged =
        ada.endorsementOf(carl.key(), Optional.of(carl.endpoint)).with("note", "forged");
    eveServes(ScriptedPeers.page(forged));

    NetworkResult result = scene.run();

    assertThat(result.endorsementsRefused()).isEqualTo(1);
    assertThat(scene.holds(forged)).isFalse();
    assertThat(scene.row(carl)).isEmpty();
  }

  @Test
  void anEndorsementOfOneselfIsVoid() {
    JsonObject self = carl.endorsementOf(carl.key(), Optional.of(carl.endpoint));
    eveServes(ScriptedPeers.page(self));

    assertThat(scene.run().endorsementsRefused()).isEqualTo(1);
    assertThat(scene.holds(self)).isFalse();
    assertThat(scene.row(carl)).isEmpty();
  }

  @Test
  void endlessPagesEndAtTheLimitForOnePeer() {
    scene.configure(JsonObject.builder().put("max_endorsements_per_peer", 250).build());
    eveServesEndlessly();

    NetworkResult result = scene.run();

    assertThat(scene.peers().requests())
        .filteredOn(url -> url.startsWith(eve.endpoint.toString()))
        .hasSize(3)
        .last()
        .asString()
        .contains("limit=50&before=sha256:");
    assertThat(result.endorsementsStored()).isEqualTo(251);
  }

  @Test
  void theSamePageAgainAndAgainIsReadTwiceAtMost() {
    JsonObject[] page = new JsonObject[EndorsementFetch.PAGE];
    for (int i = 0; i < page.length; i++) {
      page[i] = eve.endorsementOf(TestKeys.named("p" + i).publicKey(), Optional.empty());
    }
    eveServes(ScriptedPeers.page(page));

    NetworkResult result = scene.run();

    assertThat(scene.peers().requests())
        .filteredOn(url -> url.startsWith(eve.endpoint.toString()))
        .hasSize(2);
    assertThat(result.endorsementsStored()).isEqualTo(page.length + 1);
  }

  @Test
  void oneRunStoresNoMoreNewEndorsementsThanAllowed() {
    scene.configure(JsonObject.builder().put("max_new_endorsements_per_run", 30).build());
    eveServesEndlessly();

    scene.run();

    assertThat(scene.bob().store().objects().count(ObjectStore.ENDORSEMENTS_RECEIVED))
        .isEqualTo(30);
  }

  @Test
  void pagesBeforeAFailureAreKept() {
    JsonObject[] page = new JsonObject[EndorsementFetch.PAGE];
    for (int i = 0; i < page.length; i++) {
      page[i] = eve.endorsementOf(TestKeys.named("p" + i).publicKey(), Optional.empty());
    }
    scene
        .peers()
        .answer(
            eve.endpoint,
            "/endorsements",
            path ->
                path.contains("before")
                    ? new PeerReply.Unknown("timed out")
                    : ScriptedPeers.page(page));

    NetworkResult result = scene.run();

    assertThat(result.failedFetches()).isEqualTo(1);
    assertThat(scene.holds(page[0])).isTrue();
  }

  @Test
  void anIdentityOfAnotherKeyThanTheTargetIsNotAdded() {
    eve.endorses(carl);
    carlIs(eveIdentityAt("https://carl.example.net"));

    isNotAdded("another key");
  }

  @Test
  void anIdentityWithABrokenSignatureIsNotAdded() {
    eve.endorses(carl);
    carlIs(carl.identity().json().with("name", "Mallory"));

    isNotAdded("invalid-signature");
  }

  @Test
  void anIdentityFromTheFutureIsNotAdded() {
    eve.endorses(carl);
    Timestamp future = new Timestamp(scene.bob().clock().instant().plus(Duration.ofHours(1)));
    carlIs(IdentityDocument.create(carl.keys, carl.claims(), future).json());

    isNotAdded("future-timestamp");
  }

  @Test
  void anIdentityThatClaimsOurEndpointIsNotAdded() {
    eve.endorses(carl);
    carlIs(
        IdentityDocument.create(
                carl.keys,
                new IdentityDocument.Claims(
                    "carl", TestNode.BOB_ENDPOINT, Optional.empty(), Optional.empty()),
                FakePeer.SIGNED)
            .json());

    isNotAdded("endpoint of this node");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{", "{\"kind\":\"identity\"}", "{\"a\":1.5}"})
  void junkInsteadOfAnIdentityIsNotAdded(String body) {
    eve.endorses(carl);
    scene.peers().answer(carl.endpoint, "/identity", ScriptedPeers.answered(200, body));

    isNotAdded("cannot add");
  }

  @Test
  void aRedirectInsteadOfAnIdentityIsNotFollowed() {
    eve.endorses(carl);
    scene.peers().answer(carl.endpoint, "/identity", ScriptedPeers.answered(302, ""));

    isNotAdded("302");
  }

  @Test
  void peerTextInLogsStaysOnItsLineAndHarmless() {
    FakePeer evil = FakePeer.named("evil");
    IdentityDocument document =
        IdentityDocument.create(
            evil.keys,
            new IdentityDocument.Claims(
                "x\n[network] 2026-01-01T00:00:00Z forged\u001b[31m | y",
                evil.endpoint,
                Optional.empty(),
                Optional.empty()),
            FakePeer.SIGNED);
    scene.peers().answer(evil.endpoint, "/identity", ScriptedPeers.json(document.json()));
    eve.endorses(evil);

    assertThat(scene.run().added()).contains(evil.key());

    assertThat(scene.ops()).noneMatch(line -> line.startsWith("[network] 2026-01-01"));
    assertThat(String.join("", scene.ops())).doesNotContain("\u001b");
    assertThat(scene.row(evil).orElseThrow().name()).isEqualTo(document.name());
  }

  @Test
  void thousandsOfNamedStrangersDoNotKeepAnotherPeersStrangersOut() {
    scene.configure(JsonObject.builder().put("discovery_per_run", 2).build());
    List<JsonObject> many = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      FakePeer nobody = FakePeer.named("nobody-" + i);
      many.add(eve.endorsementOf(nobody.key(), Optional.of(nobody.endpoint)));
    }
    eveServes(ScriptedPeers.page(many.toArray(JsonObject[]::new)));

    assertThat(scene.run().added()).containsExactly(honest.key());
  }

  private void eveServes(PeerReply reply) {
    scene.peers().answer(eve.endpoint, "/endorsements", reply);
  }

  private void eveServesEndlessly() {
    int[] made = {0};
    scene
        .peers()
        .answer(
            eve.endpoint,
            "/endorsements",
            path -> {
              JsonObject[] page =
                  new JsonObject[Integer.parseInt(path.replaceFirst(".*limit=(\\d+).*", "$1"))];
              for (int i = 0; i < page.length; i++) {
                page[i] =
                    eve.endorsementOf(
                        new Endorsement.Target.OfIdentity(
                            TestKeys.named("endless " + made[0]++).publicKey()),
                        Optional.empty(),
                        FakePeer.SIGNED);
              }
              return ScriptedPeers.page(page);
            });
  }

  private JsonObject eveIdentityAt(String endpoint) {
    return IdentityDocument.create(
            eve.keys,
            new IdentityDocument.Claims(
                "eve",
                org.sovereignbook.sbp.base.protocol.Endpoint.parse(endpoint),
                Optional.empty(),
                Optional.empty()),
            FakePeer.SIGNED)
        .json();
  }

  private void carlIs(JsonObject document) {
    scene.peers().answer(carl.endpoint, "/identity", ScriptedPeers.json(document));
  }

  private void skipsEveOnly() {
    NetworkResult result = scene.run();

    assertThat(result.asked()).isEqualTo(2);
    assertThat(result.failedFetches()).isEqualTo(1);
    assertThat(result.added()).containsExactly(honest.key());
    assertThat(scene.ops())
        .filteredOn(line -> line.contains("error: cannot fetch the endorsements of \"eve\""))
        .hasSize(1);
  }

  private void isNotAdded(String why) {
    assertThat(scene.run().added()).containsExactly(honest.key());
    assertThat(scene.row(carl)).isEmpty();
    assertThat(scene.ops())
        .anyMatch(line -> line.contains(carl.endpoint.toString()) && line.contains(why));
  }
}
