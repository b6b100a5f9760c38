package org.sovereignbook.sbp.peer.markdown;

import java.util.List;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Document;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Markdown of a peer: CommonMark with tables. The tree has no raw HTML, no images and no links but
 * those of {@link SafeTree}; control and invisible characters are spelled out. Nesting, table cells
 * and the length of all links together are bounded, so the HTML is at most a small multiple of the
 * text. Text beyond these bounds is shown as it is.
 */
public final class Markdown {
  private static final int MAX_CHARACTERS = 262_144;
  private static final int MAX_NESTED_BLOCKS = 16;
  private static final int MAX_NESTED_INLINES = 16;
  private static final int MAX_TABLE_CELLS = 10_000;

  private static final Set<Extension> EXTENSIONS =
      Set.of(TablesExtension.builder().maxCells(MAX_TABLE_CELLS).build());

  private static final Parser PARSER =
      Parser.builder()
          .extensions(EXTENSIONS)
          .maxOpenBlockParsers(MAX_NESTED_BLOCKS)
          .maxInlineNesting(MAX_NESTED_INLINES)
          .build();

  private static final HtmlRenderer HTML =
      HtmlRenderer.builder()
          .extensions(EXTENSIONS)
          .escapeHtml(true)
          .sanitizeUrls(true)
          .attributeProviderFactory(
              _ ->
                  (node, _, attributes) -> {
                    if (node instanceof Link) {
                      attributes.put("rel", "nofollow noopener");
                    }
                  })
          .build();

  private Markdown() {}

  /** Returns the safe tree of a text. */
  public static Node tree(String text) {
    Node tree = text.length() > MAX_CHARACTERS ? asItIs(text) : parsed(text);
    SafeTree.makeSafe(tree);
    return tree;
  }

  /**
   * Returns the text as HTML.
   *
   * @param titleLevel the level of the heading above the text; its own headings are below it
   */
  public static String html(String text, int titleLevel) {
    Node tree = tree(text);
    tree.accept(new HeadingLevels(titleLevel));
    return HTML.render(tree);
  }

  /** Returns the words of a text without its marks, for excerpts. */
  public static String plain(String text) {
    PlainText words = new PlainText();
    tree(text).accept(words);
    return words.words().strip();
  }

  private static Node parsed(String text) {
    try {
      return PARSER.parse(text);
    } catch (IllegalArgumentException e) {
      // A table has too many cells.
      return asItIs(text);
    }
  }

  private static Node asItIs(String text) {
    FencedCodeBlock block = new FencedCodeBlock();
    block.setLiteral(String.join("\n", List.of(text.split("\\R"))) + "\n");
    Document document = new Document();
    document.appendChild(block);
    return document;
  }
}
