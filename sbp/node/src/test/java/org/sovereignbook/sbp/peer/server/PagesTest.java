package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PagesTest {
  private static final String BROWSER =
      "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  private static final String HOSTILE =
      "</bdi></title></content><script>alert(1)</script>\u202e\u001b[2J\"' ]]> & <b>";
  private static final KeyPair FRIEND = TestKeys.alice();
  private static final KeyPair STRANGER = TestKeys.named("stranger");

  @TempDir private Path folder;
  private TestNode node;
  private Served served;

  @BeforeEach
  void aNodeWithAFriend() {
    node = TestNode.in(folder);
    node.addPeer("Alice & co", FRIEND, TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
    served = Served.start(node);
  }

  @AfterEach
  void stop() {
    served.close();
  }

  private ContentHash put(
      Keyed kind, KeyPair author, String title, String body, Optional<ContentHash> answers) {
    JsonObject content =
        Content.sign(
            Content.build(
                author.publicKey(), title, body, List.of("fog", "<i>"), answers, node.node().now()),
            author);
    node.store().commit(new ChangeSet().add(ObjectStore.put(kind, content)));
    node.clock().advance(Duration.ofMinutes(1));
    return ContentHash.of(content);
  }

  private ContentHash publish(String title, String body) {
    return put(ObjectStore.CONTENT_CREATED, node.keys(), title, body, Optional.empty());
  }

  private ContentHash answer(KeyPair author, String title, String body, ContentHash to) {
    return put(
        author.equals(node.keys()) ? ObjectStore.CONTENT_CREATED : ObjectStore.CONTENT_RECEIVED,
        author,
        title,
        body,
        Optional.of(to));
  }

  private HttpResponse<String> get(String path, String accept) {
    return served.send(served.request(path).header("Accept", accept).GET());
  }

  private HttpResponse<String> page(String path) {
    HttpResponse<String> response = get(path, BROWSER);
    assertThat(response.statusCode()).as(path).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
    return response;
  }

  /** The page or feed read strictly: what is not well-formed fails. */
  private static Document strictly(HttpResponse<String> response) throws Exception {
    String page = response.body().replaceFirst("<!doctype html>", "");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Element> elements(Document document, String name) {
    NodeList found = document.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  private static String meta(Document page, String property) {
    return elements(page, "meta").stream()
        .filter(one -> one.getAttribute("property").equals(property))
        .map(one -> one.getAttribute("content"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> texts(Document page, String... names) {
    List<String> texts = new ArrayList<>();
    for (Element element : elements(page, "*")) {
      if (Arrays.asList(names).contains(element.getTagName())) {
        texts.add(element.getTextContent());
      }
    }
    return texts;
  }

  @Test
  void aPieceIsAPageInABrowser() throws Exception {
    ContentHash hash = publish("On fog", "# Why\n\nBecause of *dew*.");

    Document page = strictly(page("/content/" + hash));

    assertThat(texts(page, "title", "h1", "h2", "em"))
        .containsExactly("On fog", "On fog", "Why", "dew");
    assertThat(page.getDocumentElement().getTextContent()).contains("by Bob", "17 March 2026");
    assertThat(meta(page, "og:title")).isEqualTo("On fog");
    assertThat(meta(page, "og:type")).isEqualTo("article");
    assertThat(meta(page, "og:url")).isEqualTo(TestNode.BOB_ENDPOINT + "/content/" + hash);
    assertThat(meta(page, "article:published_time")).isEqualTo("2026-03-17T12:05:00Z");
    assertThat(
            elements(page, "link").stream()
                .filter(link -> link.getAttribute("rel").equals("alternate"))
                .map(link -> link.getAttribute("type") + " " + link.getAttribute("href")))
        .containsExactly(
            "application/json /sbp/content/" + hash + "?format=json",
            "application/atom+xml /sbp/feed.atom");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "application/json", "application/json, text/html", "text/plain"})
  void aProgramGetsTheSignedObjectAsBefore(String accept) {
    ContentHash hash = publish("On fog", "text");

    HttpResponse<String> response = get("/content/" + hash, accept);

    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(response.headers().firstValue("Vary")).contains("Accept");
    assertThat(ContentHash.of(Served.json(response))).isEqualTo(hash);
    assertThat(served.get("/content/" + hash).body()).isEqualTo(response.body());
    assertThat(get("/content/" + hash + "?format=json", BROWSER).body()).isEqualTo(response.body());
  }

  @Test
  void theAnswersOfFriendsAreShownAndThoseOfStrangersCounted() throws Exception {
    ContentHash hash = publish("On fog", "text");
    ContentHash first = answer(FRIEND, "I agree", "with **that**", hash);
    answer(STRANGER, "Buy pills", "cheap", hash);
    ContentHash own = answer(node.keys(), "Thanks", "indeed", first);

    Document piece = strictly(page("/content/" + hash));
    Document thread = strictly(page("/thread/" + hash));

    assertThat(texts(piece, "h2", "h3")).containsExactly("Answers", "I agree");
    assertThat(texts(thread, "h1", "h2")).containsExactly("On fog", "I agree", "Thanks");
    assertThat(texts(thread, "strong")).containsExactly("that");
    for (Document page : List.of(piece, thread)) {
      assertThat(page.getDocumentElement().getTextContent())
          .contains("Alice & co", "1 more answer is not shown")
          .doesNotContain("pills", "cheap");
    }
    assertThat(texts(strictly(page("/thread/" + own)), "h1", "h2"))
        .containsExactly("On fog", "I agree", "Thanks");
    assertThat(page("/content/" + own).body())
        .contains("in answer to <a href=\"/sbp/thread/" + own + "#piece-");
  }

  @Test
  void aStrangersAnswerIsShownOnceThisNodeHasEndorsedIt() throws Exception {
    ContentHash hash = publish("On fog", "text");
    ContentHash answer = answer(STRANGER, "A stranger's thought", "text", hash);
    JsonObject endorsement =
        Endorsement.sign(
            Endorsement.build(
                node.keys().publicKey(),
                TestNode.BOB_ENDPOINT,
                new Endorsement.Target.OfContent(answer),
                Optional.empty(),
                Optional.empty(),
                node.node().now()),
            node.keys());
    node.store()
        .commit(
            new ChangeSet().add(ObjectStore.put(ObjectStore.ENDORSEMENTS_CREATED, endorsement)));

    assertThat(texts(strictly(page("/thread/" + hash)), "h2"))
        .containsExactly("A stranger's thought");

    node.addPeer("Spam", STRANGER, TestNode.ALICE_ENDPOINT, TrustState.BLOCKED);
    node.clock().advance(Duration.ofMinutes(1));
    assertThat(texts(strictly(page("/thread/" + hash)), "h2")).isEmpty();
  }

  @Test
  void aThreadIsADocumentForPrograms() {
    ContentHash hash = publish("On fog", "text");
    ContentHash answer = answer(FRIEND, "I agree", "b".repeat(5_000), hash);

    JsonObject thread = Served.json(get("/thread/" + hash, "*/*"));

    assertThat(thread.array("pieces").orElseThrow().objects())
        .satisfiesExactly(
            one -> assertThat(one.string("hash")).contains(hash.toString()),
            one -> {
              assertThat(one.string("hash")).contains(answer.toString());
              assertThat(one.string("in_reply_to")).contains(hash.toString());
              assertThat(one.integer("depth")).hasValue(1);
              assertThat(one.string("excerpt").orElseThrow()).hasSizeLessThan(300);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"/content/", "/thread/"})
  void onlyPiecesOfThisNodeHavePages(String path) {
    ContentHash received =
        put(ObjectStore.CONTENT_RECEIVED, FRIEND, "Hers", "text", Optional.empty());

    assertThat(get(path + received, BROWSER).statusCode()).isEqualTo(404);
    assertThat(get(path + "sha256:" + "0".repeat(64), BROWSER).statusCode()).isEqualTo(404);
    assertThat(get(path + "%3Cscript%3E", BROWSER).body()).doesNotContain("<script");
  }

  @Test
  void hostileTextIsTextOnEveryPageAndInTheFeed() throws Exception {
    node.addPeer(HOSTILE.replace("|", ""), STRANGER, TestNode.ALICE_ENDPOINT, TrustState.TRUSTED);
    ContentHash hash = publish(HOSTILE, HOSTILE);
    answer(STRANGER, HOSTILE, HOSTILE, hash);

    for (String path : List.of("/", "/content/" + hash, "/thread/" + hash, "/feed.atom")) {
      HttpResponse<String> response = get(path, BROWSER);
      assertThat(response.body()).doesNotContain("<script", "<b>", "<i>", "\u202e", "\u001b");
      assertThat(strictly(response).getDocumentElement().getTextContent())
          .contains("<script>alert(1)</script>", "\\u202e\\u001b[2J");
    }
  }

  @Test
  void everyPageForbidsScriptsAndWhateverComesFromElsewhere() {
    ContentHash hash = publish("On fog", "text");

    for (String path : List.of("/", "/content/" + hash, "/thread/" + hash)) {
      HttpResponse<String> response = page(path);
      assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
          .matches(
              "default-src 'none'; style-src 'sha256-[^ ]{44}'; base-uri 'none';"
                  + " form-action 'none'; frame-ancestors 'none'");
      assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(response.headers().firstValue("Referrer-Policy")).contains("no-referrer");
      assertThat(response.body()).doesNotContain(" style=", "<script", "<img");
    }
  }

  @ParameterizedTest
  @CsvSource({"/content/,text/html", "/content/,*/*", "/thread/,text/html", "/thread/,*/*"})
  void aHeldDocumentIsNotSentAgain(String path, String accept) {
    String whole = path + publish("On fog", "text");
    HttpResponse<String> response = get(whole, accept);
    String etag = response.headers().firstValue("ETag").orElseThrow();

    assertThat(response.headers().firstValue("Vary")).contains("Accept");
    HttpResponse<String> again =
        served.send(
            served.request(whole).header("Accept", accept).header("If-None-Match", etag).GET());
    assertThat(again.statusCode()).isEqualTo(304);
    String other = accept.equals("*/*") ? "text/html" : "*/*";
    assertThat(
            served
                .send(
                    served
                        .request(whole)
                        .header("Accept", other)
                        .header("If-None-Match", etag)
                        .GET())
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void theFeedHasTheNewestPiecesWithTheirTexts() throws Exception {
    publish("Older", "a");
    ContentHash newer = publish("On fog", "```\na\n  b\n```\n\n[x](https://example.com)");

    HttpResponse<String> response = get("/feed.atom", "*/*");
    Document feed = strictly(response);

    assertThat(response.headers().firstValue("Content-Type"))
        .contains("application/atom+xml; charset=utf-8");
    assertThat(texts(feed, "title")).containsExactly("Bob", "On fog", "Older");
    assertThat(texts(feed, "updated").getFirst()).isEqualTo("2026-03-17T12:06:00Z");
    assertThat(texts(feed, "id")).doesNotHaveDuplicates().allMatch(id -> id.startsWith("ni:///"));
    assertThat(texts(feed, "content").getFirst())
        .contains("<pre><code>a\n  b\n</code></pre>", "rel=\"nofollow noopener\"");
    assertThat(
            elements(feed, "link").stream()
                .map(link -> link.getAttribute("rel") + " " + link.getAttribute("href")))
        .contains(
            "self " + TestNode.BOB_ENDPOINT + "/feed.atom",
            "alternate " + TestNode.BOB_ENDPOINT + "/content/" + newer);
  }

  @Test
  void aNodeWithoutPiecesHasAFeed() throws Exception {
    assertThat(texts(strictly(get("/feed.atom", "*/*")), "title")).containsExactly("Bob");
  }

  @Test
  void longTextsAreBounded() {
    String longest = "<".repeat(Limits.MAX_BODY_BYTES);
    ContentHash hash = publish("Long", longest);
    for (int i = 0; i < 5; i++) {
      answer(FRIEND, "Answer " + i, i + longest.substring(1), hash);
    }
    for (int i = 0; i < 12; i++) {
      publish("More " + i, longest);
    }

    assertThat(page("/thread/" + hash).body().length()).isLessThan(10 * Limits.MAX_BODY_BYTES);
    assertThat(get("/feed.atom", "*/*").body().length()).isLessThan(Limits.MAX_BODY_BYTES);
  }

  @Test
  void aLongThreadIsCutAndSaysSo() {
    ContentHash hash = publish("On fog", "text");
    ContentHash last = hash;
    for (int i = 0; i < 60; i++) {
      last = answer(FRIEND, "Deep " + i, "text", last);
    }
    for (int i = 0; i < 250; i++) {
      answer(FRIEND, "Wide " + i, "text", hash);
    }

    String page = page("/thread/" + hash).body();

    assertThat(page.split("<article")).hasSizeBetween(100, 202);
    assertThat(page).contains("more answers are not shown");
  }
}
