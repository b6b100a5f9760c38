package org.sovereignbook.sbp.net.http;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Fetcher of the documents that peers serve (PROTOCOL §4). It checks each of them. A peer's fault
 * is a value. Thread-safe.
 *
 * @param deadline the time after which calls fail at once
 */
public record PeerFetch(Node node, PeerClient client, Instant deadline) {
  private static final int OK = 200;

  /** Result of a fetch: a value, or the reason for the failure in words that are safe to log. */
  public sealed interface Answer<T> {

    /** Valid answer of the peer. */
    record Valid<T>(T value) implements Answer<T> {}

    /**
     * Failure to get a valid answer.
     *
     * @param answered whether the peer answered at all
     */
    record Failed<T>(boolean answered, String why) implements Answer<T> {}

    /** Applies the next step to the value, or keeps the failure. */
    default <R> Answer<R> then(Function<? super T, Answer<R>> next) {
      return switch (this) {
        case Valid<T>(T value) -> next.apply(value);
        case Failed<T>(boolean answered, String why) -> new Failed<>(answered, why);
      };
    }
  }

  /** Fetches {@code GET /identity}, with the whole procedure of IDENTITY §Validation. */
  public Answer<IdentityDocument> identity(Endpoint endpoint) throws InterruptedException {
    return get(endpoint, "/identity").then(this::identityDocument);
  }

  /** Fetches one page of {@code GET /endorsements}; its elements are not checked yet. */
  public Answer<List<JsonValue>> endorsements(
      Endpoint endpoint, int limit, Optional<ContentHash> before) throws InterruptedException {
    String page = before.map(hash -> "&before=" + hash).orElse("");
    return get(endpoint, "/endorsements?limit=" + limit + page).then(PeerFetch::array);
  }

  private Answer<byte[]> get(Endpoint endpoint, String path) throws InterruptedException {
    if (node.clock().instant().isAfter(deadline)) {
      return new Answer.Failed<>(false, "not asked, because run_limit_seconds had passed");
    }
    return switch (client.get(endpoint, path)) {
      case PeerReply.Answered answer when answer.status() == OK ->
          new Answer.Valid<>(answer.body());
      case PeerReply.Answered answer ->
          new Answer.Failed<>(
              false,
              (answer.isRefusalByOthers() ? "a web page in front of the peer" : "the peer")
                  + " answered "
                  + answer.status());
      case PeerReply.Unreachable(String reason, _) ->
          new Answer.Failed<>(false, PeerText.plain(reason));
      case PeerReply.Unknown(String reason) -> new Answer.Failed<>(false, PeerText.plain(reason));
      case PeerReply.Forbidden(String reason) -> new Answer.Failed<>(false, PeerText.plain(reason));
    };
  }

  private Answer<IdentityDocument> identityDocument(byte[] body) {
    try {
      return switch (IdentityDocument.validate(
          JsonReader.wireObject(body), node.clock().instant())) {
        case Checked.Valid<IdentityDocument>(IdentityDocument document) ->
            new Answer.Valid<>(document);
        case Checked.Rejected<IdentityDocument>(var why) ->
            new Answer.Failed<>(true, PeerText.plain(why.toString()));
      };
    } catch (MalformedJson e) {
      return malformed(e);
    }
  }

  private static Answer<List<JsonValue>> array(byte[] body) {
    try {
      return JsonReader.file(body) instanceof JsonArray array
          ? new Answer.Valid<>(array.values())
          : new Answer.Failed<>(true, "the answer is not a JSON array");
    } catch (MalformedJson e) {
      return malformed(e);
    }
  }

  private static <T> Answer<T> malformed(MalformedJson e) {
    return new Answer.Failed<>(true, "the answer is malformed: " + PeerText.plain(e.getMessage()));
  }
}
