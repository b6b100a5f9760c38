///usr/bin/env jbang "$0" "$@" ; exit $?
// Turns a saved RSS or Atom feed, or a folder of Markdown files, into drafts of a node.
//
//   scripts/jbang scripts/ImportDrafts.java SOURCE NODE [--most N]
//
// Drafts go to runtime/drafts/ and are published by the author's next runs; look at them before. An entry
// that has been imported once, published or not, is not imported again. At most N, 20 by default, the
// newest first as the feed has them. Reads local files only, and of XML no external entities.
//JAVA 25+
//SOURCES ../sbp/Sources.java

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.sovereignbook.sbp.peer.author.Draft;
import org.sovereignbook.sbp.peer.author.Draft.DraftException;
import org.sovereignbook.sbp.node.NodeHome;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** See the first lines. */
class ImportDrafts {
  private static final int MAX_FEED_BYTES = 20 * 1_048_576;
  private static final int MAX_NAME_CHARACTERS = 60;
  private static final int MAX_TITLE_CHARACTERS = 200;

  private ImportDrafts() {}

  /** A draft to be, and the name of its file without suffix. */
  record Found(String name, String text) {}

  public static void main(String[] arguments) throws Exception {
    boolean withMost = arguments.length == 4 && arguments[2].equals("--most");
    if (arguments.length != 2 && !withMost) {
      System.err.println("usage: ImportDrafts SOURCE NODE [--most N]");
      System.exit(2);
    }
    Path source = Path.of(arguments[0]);
    NodeHome home = new NodeHome(Path.of(arguments[1]));
    if (!Files.exists(source) || !Files.exists(home.identity())) {
      System.err.println("ImportDrafts: no such source, or no node: " + source + ", " + home.root());
      System.exit(7);
    }
    List<Found> found = Files.isDirectory(source) ? markdown(source) : feed(source);
    int most = withMost ? Integer.parseInt(arguments[3]) : 20;
    System.exit(write(home, found.subList(0, Math.min(most, found.size()))) > 0 ? 0 : 3);
  }

  private static int write(NodeHome home, List<Found> found) throws IOException {
    Files.createDirectories(home.draftsPublished());
    int written = 0;
    for (Found one : found) {
      String file = one.name() + ".md";
      if (!Files.exists(home.drafts().resolve(file)) && !isPublished(home, one.name())) {
        try {
          Draft.parse(file, one.text()).toPiece(Optional.empty());
          Files.writeString(home.drafts().resolve(file), one.text());
          System.out.println(home.drafts().resolve(file));
          written++;
        } catch (DraftException e) {
          System.err.println("ImportDrafts: left out " + file + ": " + e.getMessage());
        }
      }
    }
    System.out.println(written + " of " + found.size() + " imported");
    return written;
  }

  private static boolean isPublished(NodeHome home, String name) throws IOException {
    try (Stream<Path> files = Files.list(home.draftsPublished())) {
      return files.anyMatch(file -> file.getFileName().toString().contains(name));
    }
  }

  private static List<Found> markdown(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Found> found = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
        String name = file.getFileName().toString();
        found.add(new Found(safe(name.substring(0, name.length() - 3)), Files.readString(file)));
      }
      return found;
    }
  }

  private static List<Found> feed(Path file) throws Exception {
    if (Files.size(file) > MAX_FEED_BYTES) {
      throw new IOException(file + " is larger than " + MAX_FEED_BYTES + " bytes");
    }
    Document document = parse(Files.readAllBytes(file));
    NodeList items = document.getElementsByTagNameNS("*", "item");
    NodeList entries = items.getLength() > 0 ? items : document.getElementsByTagNameNS("*", "entry");
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < entries.getLength(); i++) {
      Element entry = (Element) entries.item(i);
      String title = plain(text(entry, "title"));
      String body =
          Stream.of("encoded", "content", "description", "summary")
              .map(name -> plain(text(entry, name)))
              .filter(words -> !words.isBlank())
              .findFirst()
              .orElse("");
      if (!title.isBlank() && !body.isBlank()) {
        String oneLine = title.replaceAll("\\s+", " ").strip();
        int length = oneLine.offsetByCodePoints(0, Math.min(MAX_TITLE_CHARACTERS, oneLine.codePointCount(0, oneLine.length())));
        found.add(new Found(safe(oneLine), "# " + oneLine.substring(0, length) + "\n\n" + body + "\n"));
      }
    }
    return found;
  }

  /** A stranger wrote the feed: no document type, hence no entities, and nothing is fetched. */
  private static Document parse(byte[] bytes)
      throws ParserConfigurationException, SAXException, IOException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    factory.setXIncludeAware(false);
    factory.setExpandEntityReferences(false);
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
  }

  private static String text(Element entry, String name) {
    for (Node child = entry.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (name.equals(child.getLocalName())) {
        return child.getTextContent();
      }
    }
    return "";
  }

  /** HTML as the little Markdown that a piece needs: paragraphs, headings, entries, links' words. */
  static String plain(String html) {
    return html.replaceAll("(?is)<(script|style)\\b.*?</\\1>", "")
        .replaceAll("\\s+", " ")
        .replaceAll("(?i)<h[1-6][^>]*>", "\n\n## ")
        .replaceAll("(?i)<li[^>]*>", "\n- ")
        .replaceAll("(?i)<br[^>]*>", "\n")
        .replaceAll("(?i)</?(p|div|h[1-6]|ul|ol|blockquote|pre|table|tr)\\b[^>]*>", "\n\n")
        .replaceAll("<[^>]*>", "")
        .replace("&nbsp;", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
        .replaceAll("(?m)^[ \\t]+|[ \\t]+$", "")
        .replaceAll("\n{3,}", "\n\n")
        .strip();
  }

  /** A name that is a file's on every system, whatever a title holds. */
  static String safe(String title) {
    String words =
        title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "-").replaceAll("^-|-$", "");
    String cut = words.substring(0, Math.min(MAX_NAME_CHARACTERS, words.length()));
    return cut.isEmpty() ? "untitled-" + Integer.toHexString(title.hashCode()) : cut;
  }
}
