package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.net.httpserver.HttpCases;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** What anybody may fetch, over real HTTP (PROTOCOL §4). */
class DocumentsTest {
  private static final String NO_HASH = "sha256:" + "0".repeat(64);

  @TempDir private Path folder;
  private TestNode node;
  private Served served;

  @BeforeEach
  void start() {
    node = TestNode.in(folder);
    served = Served.start(node);
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/identity", "/sbp/identity"})
  void theIdentityDocumentIsServedWithAndWithoutTheEndpointsPathPrefix(String path) {
    HttpResponse<String> response = served.get(path);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(Served.json(response)).isEqualTo(node.node().identity().json());
  }

  @Test
  void messagesAreTakenUnderThePathPrefix() {
    HttpResponse<String> response =
        served.send(
            served
                .request("/sbp/message")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(served.direct(TestKeys.alice(), "hello"))));

    assertThat(response.statusCode()).isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/identity", "/endorsements", "/spec", "/health", "content"})
  void headAnswersAsGetWithoutTheBody(String what) {
    String path = what.equals("content") ? "/content/" + published("A piece") : what;
    node.node().writeText(node.home().specBundle(), "bundle");
    node.clock().advance(Duration.ofSeconds(1));

    HttpResponse<String> get = served.get(path);
    HttpResponse<String> head = served.send(served.request(path).HEAD());

    assertThat(head.statusCode()).isEqualTo(get.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    for (String name : List.of("Content-Type", "Content-Length", "ETag", "Content-Disposition")) {
      assertThat(head.headers().firstValue(name)).isEqualTo(get.headers().firstValue(name));
    }
  }

  @Test
  void headOfNothingIs404WithoutABody() {
    HttpResponse<String> head = served.send(served.request("/nothing").HEAD());

    assertThat(head.statusCode()).isEqualTo(404);
    assertThat(head.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/identity", "/endorsements", "/spec", "content"})
  void aHeldDocumentIsNotSentAgain(String what) {
    String path = what.equals("content") ? "/content/" + published("A piece") : what;
    node.node().writeText(node.home().specBundle(), "bundle");
    node.clock().advance(Duration.ofSeconds(1));
    String etag = served.get(path).headers().firstValue("ETag").orElseThrow();
    assertThat(etag).matches("\"[^\"]+\"");

    for (String held : List.of(etag, "W/" + etag, "\"other\", " + etag, "*")) {
      HttpResponse<String> response =
          served.send(served.request(path).header("If-None-Match", held).GET());
      assertThat(response.statusCode()).as(held).isEqualTo(304);
      assertThat(response.body()).isEmpty();
      assertThat(response.headers().firstValue("ETag")).contains(etag);
    }
    HttpResponse<String> other =
        served.send(served.request(path).header("If-None-Match", "\"other\"").GET());
    assertThat(other.statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nothing",
        "/identity/",
        "/sbpx",
        "/sbp/sbp/identity",
        "/content/",
        "/content/sha256:12",
        "/content/../../../identity/keypair.json",
        "/content/%2e%2e/identity/keypair",
        "/messages"
      })
  void anyOtherPathIs404(String path) {
    HttpResponse<String> response = served.get(path);

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(Served.error(response)).isEqualTo("not-found");
    assertThat(Served.json(response).string("message")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /message, POST",
    "HEAD, /message, POST",
    "PUT, /message, POST",
    "POST, /identity, 'GET, HEAD'",
    "DELETE, /endorsements, 'GET, HEAD'",
    "PATCH, /spec, 'GET, HEAD'",
    "OPTIONS, /health, 'GET, HEAD'",
    "POST, /sbp/health, 'GET, HEAD'"
  })
  void anotherMethodIs405AndSaysWhichAreAllowed(String method, String path, String allowed) {
    HttpResponse<String> response =
        served.send(served.request(path).method(method, BodyPublishers.noBody()));

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).contains(allowed);
    if (!method.equals("HEAD")) {
      assertThat(Served.error(response)).isEqualTo("method-not-allowed");
    }
  }

  @Test
  void contentThatThisNodeHasAuthoredIsServedByItsHash() {
    ContentHash hash = published("A piece");

    HttpResponse<String> response = served.get("/content/" + hash);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(ContentHash.of(Served.json(response))).isEqualTo(hash);
    assertThat(served.get("/content/" + hash.toString().replace(":", "%3A")).statusCode())
        .isEqualTo(200);
  }

  @Test
  void contentOfOthersIsNotServed() {
    JsonObject received = node.content(TestKeys.alice(), "Hers", "text");
    node.store()
        .commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, received)));

    assertThat(served.get("/content/" + ContentHash.of(received)).statusCode()).isEqualTo(404);
    assertThat(served.get("/content/" + NO_HASH).statusCode()).isEqualTo(404);
  }

  @Test
  void theSpecIsServedOnceItIsThere() {
    assertThat(served.get("/spec").statusCode()).isEqualTo(404);
    node.node().writeText(node.home().specBundle(), "a bundle");
    node.clock().advance(Duration.ofSeconds(1));

    HttpResponse<String> response = served.get("/spec");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("a bundle");
    assertThat(response.headers().firstValue("Content-Type")).contains("application/octet-stream");
    assertThat(response.headers().firstValue("Content-Disposition"))
        .contains("attachment; filename=\"spec.bundle\"");
  }

  @Test
  void aHealthyNodeSaysSo() {
    HttpResponse<String> response = served.get("/health");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("{\"status\":\"ok\"}");
  }

  @Test
  void endorsementsComeNewestFirst() {
    List<JsonObject> made = endorsements(5);

    assertThat(page("/endorsements")).isEqualTo(made.reversed());
    assertThat(page("/endorsements?limit=2")).isEqualTo(made.reversed().subList(0, 2));
  }

  @Test
  void noEndorsementsAreAnEmptyArray() {
    assertThat(served.get("/endorsements").body()).isEqualTo("[]");
  }

  @Test
  void pagesFollowOneAnotherWithoutGapsOrRepetitions() {
    List<JsonObject> made = new ArrayList<>(endorsements(4));
    JsonObject sameSecond = endorse(TestKeys.named("same second"));
    made.add(sameSecond);

    List<JsonObject> walked = new ArrayList<>();
    List<JsonObject> page = page("/endorsements?limit=2");
    while (!page.isEmpty()) {
      walked.addAll(page);
      page = page("/endorsements?limit=2&before=" + ContentHash.of(page.getLast()));
    }

    assertThat(walked).containsExactlyInAnyOrderElementsOf(made).doesNotHaveDuplicates();
    assertThat(walked.subList(2, 5)).isEqualTo(made.subList(0, 3).reversed());
  }

  @Test
  void aNewEndorsementShowsUpWithoutARestart() {
    endorsements(1);
    assertThat(page("/endorsements")).hasSize(1);
    JsonObject newer = endorse(TestKeys.named("newer"));
    node.clock().advance(Duration.ofSeconds(1));

    assertThat(page("/endorsements")).hasSize(2).contains(newer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=0",
        "limit=1001",
        "limit=-1",
        "limit=many",
        "limit=",
        "limit=99999999999",
        "before=",
        "before=abc",
        "before=" + "sha256:0000"
      })
  void aQueryThatMakesNoSenseIs400(String query) {
    HttpResponse<String> response = served.get("/endorsements?" + query);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(Served.error(response)).isEqualTo("invalid-query");
  }

  @Test
  void aPageAfterAnUnknownEndorsementIs400() {
    assertThat(served.get("/endorsements?before=" + NO_HASH).statusCode()).isEqualTo(400);
  }

  @Test
  void aNewIdentityDocumentIsServedAndItsKeyObeyedWithoutARestart() {
    KeyPair next = TestKeys.named("bob's next key");
    IdentityDocument rotated =
        IdentityDocument.rotate(
            node.keys(),
            next,
            new IdentityDocument.Claims(
                "Bob", TestNode.BOB_ENDPOINT, Optional.empty(), Optional.empty()),
            node.node().now());
    node.node().writeJson(node.home().identity(), rotated.json());
    node.clock().advance(Duration.ofSeconds(1));

    assertThat(Served.json(served.get("/identity"))).isEqualTo(rotated.json());
    HttpResponse<String> toTheOldKey = served.post(served.direct(TestKeys.alice(), "hello"));
    assertThat(Served.error(toTheOldKey)).isEqualTo("wrong-recipient");
  }

  @Test
  void aDamagedIdentityDocumentIsNotServed() {
    JsonObject good = node.node().identity().json();
    node.node().writeJson(node.home().identity(), good.with("name", "Mallory"));
    node.clock().advance(Duration.ofSeconds(1));

    assertThat(Served.json(served.get("/identity"))).isEqualTo(good);
    assertThat(served.log()).anyMatch(line -> line.contains("error: still using"));
  }

  private ContentHash published(String title) {
    JsonObject content = node.content(node.keys(), title, "text");
    node.store().commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_CREATED, content)));
    return ContentHash.of(content);
  }

  private List<JsonObject> endorsements(int count) {
    List<JsonObject> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      node.clock().advance(Duration.ofSeconds(1));
      made.add(endorse(TestKeys.named("peer " + i)));
    }
    return made;
  }

  private JsonObject endorse(KeyPair peer) {
    JsonObject endorsement =
        Signing.sign(
            Endorsement.build(
                node.keys().publicKey(),
                TestNode.BOB_ENDPOINT,
                new Endorsement.Target.OfIdentity(peer.publicKey()),
                Optional.empty(),
                Optional.of("good"),
                node.node().now()),
            node.keys(),
            "endorser_key");
    node.store()
        .commit(
            new ChangeSet().add(ObjectStore.put(ObjectStore.ENDORSEMENTS_CREATED, endorsement)));
    return endorsement;
  }

  private List<JsonObject> page(String path) {
    HttpResponse<String> response = served.get(path);
    assertThat(response.statusCode()).isEqualTo(200);
    try {
      byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
      return ((JsonArray) JsonReader.file(body)).objects();
    } catch (org.sovereignbook.sbp.base.json.MalformedJson e) {
      throw new AssertionError(response.body(), e);
    }
  }

  @Test
  void publishedRawRequestsGetTheirPublishedAnswers() throws Exception {
    HttpCases.judge(served.url("/"), HttpCases.Success.FRAMED);
  }
}
