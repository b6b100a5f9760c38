package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The pages of a piece, a thread and the node in Chromium, on a phone and a screen, light and dark:
 * no violation of axe-core's rules, nothing to scroll sideways. Skipped where no Chromium is.
 * Pictures go to the folder named by the system property {@code sbp.pictures}.
 */
@Tag("trial")
@Order(0)
class PagesInBrowserTest {
  private static final List<Integer> WIDTHS = List.of(360, 1_280);
  private static final String BODY =
      """
      # Three kinds of fog

      Some **bold** words, `code`, and a [link](https://example.com/%s).

      - one
      - two

      > quoted

      | kind | depth |
      |---|---|
      | sea | 200 m |

      ```
      a line of code that is long enough to be wider than a phone is, by far, and then some more
      ```
      """
          .formatted("long".repeat(40));

  @TempDir private Path folder;

  private static ContentHash put(
      TestNode node, Keyed kind, KeyPair author, String title, Optional<ContentHash> answers) {
    JsonObject content =
        Content.sign(
            Content.build(
                author.publicKey(), title, BODY, List.of("fog"), answers, node.node().now()),
            author);
    node.store().commit(new ChangeSet().add(ObjectStore.put(kind, content)));
    node.clock().advance(Duration.ofMinutes(1));
    return ContentHash.of(content);
  }

  @Test
  void everyPageIsReadableByEverybodyAtEachWidthInBothThemes() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    TestNode node = TestNode.in(folder.resolve("node"));
    node.addPeer("Alice & co", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
    ContentHash piece =
        put(node, ObjectStore.CONTENT_CREATED, node.keys(), "Fog", Optional.empty());
    put(node, ObjectStore.CONTENT_RECEIVED, TestKeys.alice(), "An answer", Optional.of(piece));
    Map<String, String> pages =
        new TreeMap<>(
            Map.of("piece", "/content/" + piece, "thread", "/thread/" + piece, "profile", "/"));
    Map<String, String> backgrounds = new TreeMap<>();
    try (Served served = Served.start(node);
        Chromium browser =
            Chromium.start(Chromium.find().orElseThrow(), folder.resolve("profile"))) {
      for (var page : pages.entrySet()) {
        for (int width : WIDTHS) {
          for (boolean isDark : List.of(false, true)) {
            String what = page.getKey() + "-" + width + (isDark ? "-dark" : "-light");
            browser.open(served.url(page.getValue()), width, isDark);

            assertThat(browser.evaluate("document.contentType")).as(what).isEqualTo("text/html");
            assertThat(browser.evaluate("document.querySelectorAll('h1').length"))
                .as(what)
                .isEqualTo("1");
            assertThat(browser.violations()).as(what).isEmpty();
            assertThat(browser.scrollsSideways()).as(what).isFalse();
            backgrounds.put(
                what, browser.evaluate("getComputedStyle(document.body).backgroundColor"));
            keep(what, browser);
          }
        }
        assertThat(backgrounds.get(page.getKey() + "-360-dark"))
            .isNotEqualTo(backgrounds.get(page.getKey() + "-360-light"));
      }
    }
  }

  private static void keep(String name, Chromium browser) throws Exception {
    String pictures = System.getProperty("sbp.pictures", "");
    if (!pictures.isEmpty()) {
      Files.write(Path.of(pictures, name + ".png"), browser.picture());
    }
  }
}
