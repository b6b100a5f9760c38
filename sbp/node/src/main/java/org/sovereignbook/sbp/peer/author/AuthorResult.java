package org.sovereignbook.sbp.peer.author;

import java.util.List;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;

/**
 * Result of one run of author-postprocess.
 *
 * @param rejected the names of raw files that are no valid pieces
 */
public record AuthorResult(List<Published> published, List<String> rejected) implements StepResult {

  /** A piece that is published now. */
  public record Published(String title, ContentHash hash) {}

  public AuthorResult {
    published = List.copyOf(published);
    rejected = List.copyOf(rejected);
  }

  @Override
  public boolean idle() {
    return published.isEmpty() && rejected.isEmpty();
  }

  @Override
  public String summary() {
    if (idle()) {
      return "nothing to publish";
    }
    List<String> titles = published.stream().map(piece -> PeerText.quote(piece.title())).toList();
    String said = titles.isEmpty() ? "published nothing" : "published " + String.join(", ", titles);
    return rejected.isEmpty() ? said : said + "; rejected " + rejected.size() + " raw file(s)";
  }
}
