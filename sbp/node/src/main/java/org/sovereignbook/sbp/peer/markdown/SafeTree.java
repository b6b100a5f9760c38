package org.sovereignbook.sbp.peer.markdown;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Makes a parsed tree safe in place: HTML becomes text, an image a link, a link to anything but
 * http, https and mailto its text and destination; text loses unsafe characters.
 */
final class SafeTree extends AbstractVisitor {
  private static final int MAX_DESTINATION_CHARACTERS = 2_000;
  private static final int MAX_ALL_DESTINATIONS_CHARACTERS = 262_144;
  private static final int MAX_SHOWN_CHARACTERS = 100;
  private static final String TAB = "    ";

  /** A reference is written once and used often: its uses multiply a long destination. */
  private int destinationCharacters;

  private SafeTree() {}

  static void makeSafe(Node tree) {
    tree.accept(new SafeTree());
  }

  @Override
  public void visit(Text text) {
    text.setLiteral(onOneLine(text.getLiteral()));
  }

  @Override
  public void visit(Code code) {
    code.setLiteral(onOneLine(code.getLiteral()));
  }

  @Override
  public void visit(FencedCodeBlock block) {
    block.setInfo("");
    block.setLiteral(onLines(block.getLiteral()));
  }

  @Override
  public void visit(IndentedCodeBlock block) {
    block.setLiteral(onLines(block.getLiteral()));
  }

  @Override
  public void visit(HtmlInline html) {
    replace(html, new Text(onOneLine(html.getLiteral())));
  }

  @Override
  public void visit(HtmlBlock html) {
    Paragraph paragraph = new Paragraph();
    html.getLiteral()
        .lines()
        .forEach(
            line -> {
              if (paragraph.getFirstChild() != null) {
                paragraph.appendChild(new SoftLineBreak());
              }
              paragraph.appendChild(new Text(onOneLine(line)));
            });
    replace(html, paragraph);
  }

  @Override
  public void visit(Heading heading) {
    visitChildren(heading);
    if (heading.getFirstChild() == null) {
      heading.unlink();
    }
  }

  @Override
  public void visit(Image image) {
    makeLink(image, image.getDestination());
  }

  @Override
  public void visit(Link link) {
    makeLink(link, link.getDestination());
  }

  /** Replaces a link or an image; its title goes, because nobody sees it. */
  private void makeLink(Node from, String destination) {
    visitChildren(from);
    String shown = onOneLine(Cut.after(destination, MAX_SHOWN_CHARACTERS));
    Optional<URI> safe = safe(destination).filter(_ -> hasRoom(destination));
    if (safe.isEmpty()) {
      Text rest = new Text(isBlank(from) || shown.isBlank() ? shown : " (" + shown + ")");
      replace(from, rest);
      moveChildren(from, rest);
      return;
    }
    Text rest = new Text(isBlank(from) ? shown : "");
    Link link = new Link();
    link.setDestination(safe.get().toASCIIString());
    link.appendChild(rest);
    moveChildren(from, rest);
    replace(from, link);
  }

  private static void moveChildren(Node from, Node before) {
    while (from.getFirstChild() != null) {
      before.insertBefore(from.getFirstChild());
    }
  }

  private boolean hasRoom(String destination) {
    destinationCharacters += destination.length();
    return destinationCharacters <= MAX_ALL_DESTINATIONS_CHARACTERS;
  }

  /** Returns where a link may lead, by a strict reading; user info would hide the host. */
  private static Optional<URI> safe(String destination) {
    if (destination.length() > MAX_DESTINATION_CHARACTERS
        || !PeerText.harmless(destination).equals(destination)) {
      return Optional.empty();
    }
    try {
      URI uri = new URI(destination);
      boolean safe =
          switch (String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT)) {
            case "http", "https" -> uri.getHost() != null && uri.getRawUserInfo() == null;
            case "mailto" -> uri.isOpaque();
            default -> false;
          };
      return safe ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static boolean isBlank(Node link) {
    for (Node node = link.getFirstChild(); node != null; node = node.getNext()) {
      if (!(node instanceof Text text) || !text.getLiteral().isBlank()) {
        return false;
      }
    }
    return true;
  }

  private static void replace(Node old, Node by) {
    old.insertAfter(by);
    old.unlink();
  }

  private static String onOneLine(String text) {
    return PeerText.harmless(text.replace('\t', ' ').replace('\n', ' '));
  }

  private static String onLines(String text) {
    return text.replace("\t", TAB)
        .lines()
        .map(PeerText::harmless)
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }
}
