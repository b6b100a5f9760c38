package org.sovereignbook.sbp.peer.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.w3c.dom.Document;

class MarkdownTest {
  /** Processor time, so that other programs on the machine do not count. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int SMALL_STACK_BYTES = 512 * 1024;

  private static String html(String text) {
    return Markdown.html(text, 1).strip();
  }

  private static Document strictly(String html) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(("<x>" + html + "</x>").getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*a* **b** `c`|<p><em>a</em> <strong>b</strong> <code>c</code></p>",
        "- a|<ul> <li>a</li> </ul>",
        "3. a|<ol start=\"3\"> <li>a</li> </ol>",
        "> a|<blockquote> <p>a</p> </blockquote>",
        "***|<hr />",
        "# a|<h2>a</h2>",
        "#|''",
      })
  void markdownBecomesHtml(String text, String html) {
    assertThat(html(text).replaceAll("\\s+", " ")).isEqualTo(html);
  }

  @Test
  void aTableIsATable() {
    assertThat(html("|a|b|\n|-|-|\n|1|2|")).contains("<th>a</th>", "<td>2</td>");
  }

  @Test
  void headingsAreBelowTheTitleAndSkipNoLevel() {
    assertThat(html("### deep\n\n###### deeper\n\n# top"))
        .contains("<h2>deep</h2>", "<h3>deeper</h3>", "<h2>top</h2>");
    assertThat(html("## one\n\n## two\n\n#### below\n\n## three"))
        .contains("<h2>one</h2>", "<h2>two</h2>", "<h3>below</h3>", "<h2>three</h2>");
    assertThat(Markdown.html("# a", 6)).contains("<h6>a</h6>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/a?b=c&d#e",
        "http://[::1]:8460/x",
        "HTTPS://EXAMPLE.COM",
        "mailto:ada@example.com"
      })
  void aLinkThatIsSafeIsOneWithoutBlessing(String url) throws Exception {
    Document page = strictly(html("[there](" + url + " \"a title\")"));

    var link = page.getElementsByTagName("a").item(0).getAttributes();
    assertThat(link.getLength()).isEqualTo(2);
    assertThat(link.getNamedItem("href").getNodeValue()).isEqualTo(url);
    assertThat(link.getNamedItem("rel").getNodeValue()).isEqualTo("nofollow noopener");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "&#106;avascript:alert(1)",
        "java\u0000script:alert(1)",
        "data:text/html;base64,PHNjcmlwdD4=",
        "vbscript:x",
        "file:///etc/passwd",
        "//example.com",
        "/identity",
        "#top",
        "https:",
        "https://good.example@evil.example/",
        "https://example.com/\u202egpj",
        "ftp://example.com"
      })
  void aLinkElsewhereIsTextThatNamesIt(String url) {
    for (String link : new String[] {"[there](<" + url + ">)", "![there](<" + url + ">)"}) {
      assertThat(html(link)).doesNotContain("<a", "href", "src=").contains("there");
    }
  }

  @Test
  void anImageIsALink() {
    assertThat(html("![a cat](https://example.com/cat.png)"))
        .isEqualTo(
            "<p><a rel=\"nofollow noopener\" href=\"https://example.com/cat.png\">a cat</a></p>");
    assertThat(html("![](https://example.com/cat.png)"))
        .contains(">https://example.com/cat.png</a>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "a <script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "a <b onclick=alert(1)>b</b>",
        "<!-- --><iframe src=//evil>",
        "<style>*{display:none}</style>",
        "</div></main><form action=//evil>",
        "```\"><script>x\n```",
        "`<script>`",
        "    <script>",
        "[a](https://example.com/\"onmouseover=\"x)",
        "[a]: https://e.example \"<script>\"\n\n[a]",
        "<https://example.com/<script>>",
        "| <script> |\n|-|\n| <img> |",
        "&lt;script&gt; &#60;script&#62;",
        "<![CDATA[<script>]]>",
        "<?php <script> ?>"
      })
  void rawHtmlIsText(String text) throws Exception {
    var all = strictly(html(text)).getElementsByTagName("*");

    for (int i = 1; i < all.getLength(); i++) {
      assertThat(all.item(i).getNodeName())
          .isIn("p", "pre", "code", "a", "table", "thead", "tbody", "tr", "th", "td");
      assertThat(all.item(i).getAttributes().getLength())
          .isEqualTo(all.item(i).getNodeName().equals("a") ? 2 : 0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\u202eb",
        "a&#x202e;b",
        "a&#8238;b",
        "`a\u202eb`",
        "    a\u202eb",
        "```\na\u202eb\n```",
        "| a\u202eb |\n|-|",
        "[a\u202eb](https://example.com)",
        "![a\u202eb](https://example.com)",
        "<b>a\u202eb</b>",
        "<p>\na\u202eb\n</p>",
        "# a\u202eb"
      })
  void aCharacterThatTurnsTheLineIsSpelledOut(String text) {
    assertThat(html(text)).doesNotContain("\u202e").contains("a\\u202eb");
  }

  @Test
  void controlCharactersOfATerminalAreSpelledOut() {
    assertThat(html("a\u001b[2Jb\u0007")).contains("\\u001b[2Jb\\u0007");
    assertThat(html("&#x1b;[2J")).doesNotContain("\u001b");
    assertThat(html("a\u2028b")).contains("a\\u2028b");
  }

  private static Map<String, String> bombs() {
    Map<String, String> bombs = new LinkedHashMap<>();
    bombs.put("nested quotes", full(">"));
    bombs.put("nested lists", full("- "));
    bombs.put("nested emphasis", half("**a _") + half("_** "));
    bombs.put("unclosed emphasis", full("*a **a "));
    bombs.put("nested images", half("![") + "a" + half("](b)"));
    bombs.put("brackets", full("["));
    bombs.put("links", full("[a]("));
    bombs.put("angles", full("<a "));
    bombs.put("one reference used often", "[a]: " + reference(1_900) + "\n\n" + half("[a]"));
    bombs.put("one long reference", "[a]: " + reference(60_000) + "\n\n" + half("[a]"));
    bombs.put(
        "a table that grows",
        "|a".repeat(5_000) + "|\n" + "|-".repeat(5_000) + "|\n" + half("a\n"));
    bombs.put("a table of bars", "|a|\n|-|\n" + full("|"));
    bombs.put("entities", full("&lt;"));
    bombs.put("invisible characters", full("\u202e"));
    bombs.put("too long", full("a ").repeat(4));
    return bombs;
  }

  private static String full(String part) {
    return part.repeat(Limits.MAX_BODY_BYTES / part.length());
  }

  private static String half(String part) {
    return part.repeat(Limits.MAX_BODY_BYTES / 2 / part.length());
  }

  private static String reference(int characters) {
    return "https://example.com/" + "x".repeat(characters);
  }

  /** On a thread with the stack of the server's. */
  @TestFactory
  Stream<DynamicTest> noTextTakesMoreThanItsSizeAllows() {
    return bombs().entrySet().stream()
        .map(
            bomb ->
                DynamicTest.dynamicTest(
                    bomb.getKey(),
                    () -> {
                      AtomicReference<String> html = new AtomicReference<>("");
                      AtomicLong spent = new AtomicLong();
                      Thread thread =
                          new Thread(
                              null,
                              () -> {
                                html.set(html(bomb.getValue()));
                                spent.set(THREADS.getCurrentThreadCpuTime());
                              },
                              "render",
                              SMALL_STACK_BYTES);
                      thread.start();
                      thread.join();
                      assertThat(Duration.ofNanos(spent.get())).isLessThan(LIMIT);
                      assertThat(html.get().length()).isBetween(1, 12 * Limits.MAX_BODY_BYTES);
                    }));
  }
}
