package org.sovereignbook.sbp.peer.markdown;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Target for fuzzing: a text of a peer as HTML. It is well-formed, and has safe elements only. */
public final class MarkdownFuzz {
  private static final Set<String> ELEMENTS =
      Set.of(
          "x",
          "p",
          "em",
          "strong",
          "code",
          "pre",
          "a",
          "ul",
          "ol",
          "li",
          "blockquote",
          "hr",
          "br",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "table",
          "thead",
          "tbody",
          "tr",
          "th",
          "td");
  private static final Set<String> ATTRIBUTES = Set.of("href", "rel", "start", "align", "class");

  private MarkdownFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    String html = Markdown.html(text, 1);
    try {
      SAXParserFactory.newInstance()
          .newSAXParser()
          .parse(new InputSource(new StringReader("<x>" + html + "</x>")), new Safe());
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new AssertionError(html, e);
    }
    String _ = Markdown.plain(text);
  }

  /** Refuses what a page must not have. */
  private static final class Safe extends DefaultHandler {
    @Override
    public void startElement(String uri, String local, String name, Attributes attributes) {
      require(ELEMENTS.contains(name), name);
      for (int i = 0; i < attributes.getLength(); i++) {
        String value = attributes.getValue(i);
        require(ATTRIBUTES.contains(attributes.getQName(i)), attributes.getQName(i));
        require(
            !attributes.getQName(i).equals("href") || value.matches("(?is)(https?:|mailto:).*"),
            value);
      }
    }

    private static void require(boolean holds, String what) {
      if (!holds) {
        throw new AssertionError(what);
      }
    }
  }
}
