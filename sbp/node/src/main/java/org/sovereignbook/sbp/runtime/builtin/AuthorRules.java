package org.sovereignbook.sbp.runtime.builtin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.author.AuthorJob;
import org.sovereignbook.sbp.peer.author.Draft;
import org.sovereignbook.sbp.peer.author.Draft.DraftException;
import org.sovereignbook.sbp.peer.author.ReceivedTitles;

/** Built-in rules for writing: publish the operator's next draft. Used for one request. */
final class AuthorRules {
  private final LlmRequest request;
  private final List<JsonValue> pieces = new ArrayList<>();
  private final List<String> used = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  AuthorRules(LlmRequest request) {
    this.request = request;
  }

  LlmAnswer answer() {
    JsonObject titles = ReaderRules.json(request, AuthorJob.RECEIVED_TITLES);
    int most = request.settings().get(BuiltinSettings.DRAFTS_PER_RUN);
    for (LlmRequest.Input input : request.inputs()) {
      if (pieces.size() < most && input.name().startsWith(AuthorJob.DRAFTS)) {
        take(input, titles);
      }
    }
    String output = pieces.isEmpty() ? "" : JsonWriter.pretty(new JsonArray(pieces));
    return new LlmAnswer(output, String.join("; ", notes), used);
  }

  private void take(LlmRequest.Input input, JsonObject titles) {
    try {
      Draft draft = Draft.parse(input.name(), input.text());
      Optional<ContentHash> reply =
          draft.inReplyTo().flatMap(reference -> ReceivedTitles.resolve(reference, titles));
      if (draft.inReplyTo().isPresent() && reply.isEmpty()) {
        notes.add(input.name() + " waits for " + PeerText.quote(draft.inReplyTo().get()));
        return;
      }
      pieces.add(draft.toPiece(reply).toJson());
      used.add(input.name());
      notes.add("published " + input.name());
    } catch (DraftException e) {
      notes.add("skipped " + e.getMessage());
    }
  }
}
