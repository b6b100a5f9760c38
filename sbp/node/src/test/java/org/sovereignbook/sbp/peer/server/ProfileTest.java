package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ProfileTest {
  private static final String HOSTILE = "</bdi><script>alert(1)</script>\u202e\u001b[2J\"' & <b>";

  @TempDir private Path folder;
  private TestNode node;
  private Served served;

  @BeforeEach
  void aNodeThatHasPublished() {
    node = TestNode.in(folder);
    node.node()
        .writeJson(
            node.home().identity(),
            IdentityDocument.create(
                    node.keys(),
                    new IdentityDocument.Claims(
                        "Bob <i>", TestNode.BOB_ENDPOINT, Optional.of(HOSTILE), Optional.empty()),
                    node.node().now())
                .json());
    publish("A \"first\" piece", "with text");
    JsonObject received = node.content(TestKeys.alice(), "of somebody else", "not ours");
    node.store()
        .commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, received)));
    served = Served.start(node);
  }

  @AfterEach
  void stop() {
    served.close();
  }

  private ContentHash publish(String title, String body) {
    JsonObject content = node.content(node.keys(), title, body, "fog");
    node.store().commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_CREATED, content)));
    node.clock().advance(Duration.ofSeconds(1));
    return ContentHash.of(content);
  }

  private HttpResponse<String> get(String path, String accept) {
    return served.send(served.request(path).header("Accept", accept).GET());
  }

  /** The page read strictly: what is not well-formed fails. */
  private static Document page(HttpResponse<String> response) throws Exception {
    String page = response.body().replaceFirst("<!doctype html>", "");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({"/", "/sbp", "/sbp/"})
  void thePageTellsWhoThisIsWhatIsNewAndHowToFollow(String path) throws Exception {
    HttpResponse<String> response = served.get(path);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
    Element page = page(response).getDocumentElement();
    assertThat(page.getTextContent())
        .contains(
            "Bob <i>",
            node.node().identity().fingerprint().toString(),
            "sbp follow " + TestNode.BOB_ENDPOINT,
            "A \"first\" piece",
            "with text",
            "fog")
        .doesNotContain("of somebody else");
  }

  @Test
  void aPieceLinksToItsSignedObjectUnderThePrefix() throws Exception {
    ContentHash hash = publish("Linked", "text");

    NodeList links = page(served.get("/")).getElementsByTagName("a");
    String all = "";
    for (int i = 0; i < links.getLength(); i++) {
      all += links.item(i).getAttributes().getNamedItem("href").getNodeValue() + "\n";
    }
    assertThat(all).contains("/sbp/content/" + hash + "\n", "/sbp/identity\n");
    assertThat(served.get("/sbp/content/" + hash).statusCode()).isEqualTo(200);
  }

  @Test
  void hostileTextIsTextAndNothingElse() throws Exception {
    publish(HOSTILE, HOSTILE);

    HttpResponse<String> response = served.get("/");

    assertThat(response.body()).doesNotContain("<script", "<b>", "\u202e", "\u001b");
    assertThat(page(response).getDocumentElement().getTextContent())
        .contains("<script>alert(1)</script>\\u202e\\u001b[2J\"' & <b>");
  }

  @Test
  void thePolicyAllowsTheStyleOfThePageAndNothingElse() {
    HttpResponse<String> response = served.get("/");

    String style = Resources.text("templates/page.css");
    assertThat(response.body()).contains("<style>" + style + "</style>");
    String hash =
        Base64.getEncoder()
            .encodeToString(
                HexFormat.of()
                    .parseHex(ContentHash.ofBytes(style.getBytes(StandardCharsets.UTF_8)).hex()));
    assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
        .isEqualTo(
            "default-src 'none'; style-src 'sha256-"
                + hash
                + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(response.headers().firstValue("Vary")).contains("Accept");
  }

  @Test
  void aProgramThatAsksForItGetsJson() {
    HttpResponse<String> response = get("/", "application/json");

    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    JsonObject profile = Served.json(response);
    assertThat(profile.string("name")).contains("Bob <i>");
    assertThat(profile.string("description")).contains(HOSTILE);
    assertThat(profile.array("pieces").orElseThrow().objects())
        .singleElement()
        .satisfies(piece -> assertThat(piece.string("title")).contains("A \"first\" piece"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/*|html",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8|html",
        "application/json;q=0.5, text/html|html",
        "text/html;q=0.5, application/json|json",
        "APPLICATION/JSON|json",
        "application/json;q=0|html",
        "text/html;q=x,;;,|html",
      })
  void peopleGetThePage(String accept, String what) {
    assertThat(get("/", accept).headers().firstValue("Content-Type").orElseThrow()).contains(what);
  }

  @Test
  void aHeldPageIsNotSentAgain() {
    String etag = served.get("/").headers().firstValue("ETag").orElseThrow();

    assertThat(served.send(served.request("/").header("If-None-Match", etag).GET()).statusCode())
        .isEqualTo(304);
  }
}
