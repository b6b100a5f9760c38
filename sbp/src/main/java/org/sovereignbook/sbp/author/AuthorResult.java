package org.sovereignbook.sbp.author;

import java.util.List;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;

/**
 * What author-postprocess did.
 *
 * @param rejected the names of raw files that are no valid pieces
 */
public record AuthorResult(List<Publication> published, List<String> rejected)
    implements StepResult {

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
    List<String> titles =
        published.stream().map(piece -> PeerText.quote(piece.content().title())).toList();
    String said = titles.isEmpty() ? "published nothing" : "published " + String.join(", ", titles);
    return rejected.isEmpty() ? said : said + "; rejected " + rejected.size() + " raw file(s)";
  }

  @Override
  public JsonObject toJson() {
    List<JsonObject> pieces =
        published.stream()
            .map(
                piece ->
                    JsonObject.builder()
                        .put("title", piece.content().title())
                        .put("hash", piece.content().hash().toString())
                        .build())
            .toList();
    return JsonObject.builder()
        .put("published", JsonArray.of(pieces))
        .put("rejected", JsonArray.ofStrings(rejected))
        .build();
  }
}
