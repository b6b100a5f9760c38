package org.sovereignbook.sbp.network;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.http.PeerReply;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;

/**
 * Fetches the documents that peers serve (PROTOCOL §4) and believes none of them unchecked. A
 * peer's fault is a value. Thread-safe.
 */
public final class PeerFetch {
  private static final int OK = 200;

  private final Node node;
  private final PeerClient client;
  private final Instant deadline;

  /** Fetches until the deadline; later calls answer at once that time is up. */
  public PeerFetch(Node node, PeerClient client, Instant deadline) {
    this.node = node;
    this.client = client;
    this.deadline = deadline;
  }

  /** {@code GET /identity}, with the whole procedure of IDENTITY §Validation. */
  public Fetched<IdentityDocument> identity(Endpoint endpoint) throws InterruptedException {
    return get(endpoint, "/identity").then(this::identityDocument);
  }

  /** One page of {@code GET /endorsements}; its elements are not checked yet. */
  Fetched<List<JsonValue>> endorsements(Endpoint endpoint, int limit, Optional<ContentHash> before)
      throws InterruptedException {
    String page = before.map(hash -> "&before=" + hash).orElse("");
    return get(endpoint, "/endorsements?limit=" + limit + page).then(PeerFetch::array);
  }

  private Fetched<byte[]> get(Endpoint endpoint, String path) throws InterruptedException {
    if (node.clock().instant().isAfter(deadline)) {
      return new Fetched.NoAnswer<>("not asked, because run_limit_seconds had passed");
    }
    return switch (client.get(endpoint, path)) {
      case PeerReply.Answered answer when answer.status() == OK -> new Fetched.Got<>(answer.body());
      case PeerReply.Answered answer ->
          new Fetched.NoAnswer<>("the peer answered " + answer.status());
      case PeerReply.Unreachable(String reason) -> new Fetched.NoAnswer<>(PeerText.plain(reason));
      case PeerReply.Unknown(String reason) -> new Fetched.NoAnswer<>(PeerText.plain(reason));
      case PeerReply.Forbidden(String reason) -> new Fetched.NoAnswer<>(PeerText.plain(reason));
    };
  }

  private Fetched<IdentityDocument> identityDocument(byte[] body) {
    try {
      return switch (IdentityDocument.validate(
          JsonReader.wireObject(body), node.clock().instant())) {
        case Checked.Valid<IdentityDocument>(IdentityDocument document) ->
            new Fetched.Got<>(document);
        case Checked.Rejected<IdentityDocument>(var why) ->
            new Fetched.BadAnswer<>(PeerText.plain(why.toString()));
      };
    } catch (MalformedJson e) {
      return malformed(e);
    }
  }

  private static Fetched<List<JsonValue>> array(byte[] body) {
    try {
      return JsonReader.file(body) instanceof JsonArray array
          ? new Fetched.Got<>(array.values())
          : new Fetched.BadAnswer<>("the answer is not a JSON array");
    } catch (MalformedJson e) {
      return malformed(e);
    }
  }

  private static <T> Fetched<T> malformed(MalformedJson e) {
    return new Fetched.BadAnswer<>(
        "the answer is malformed: " + PeerText.plain(String.valueOf(e.getMessage())));
  }
}
