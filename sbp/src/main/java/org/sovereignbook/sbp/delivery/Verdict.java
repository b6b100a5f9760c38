package org.sovereignbook.sbp.delivery;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.http.PeerReply;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.PeerText;

/** What a peer's reply to an envelope means for the sender (PROTOCOL §5.4, CHOICES 4). */
sealed interface Verdict {
  /** The longest that a peer's {@code Retry-After} can hold its own post back. */
  Duration MAX_RETRY_AFTER = Duration.ofDays(1);

  /** The peer has it. */
  record Delivered() implements Verdict {}

  /** The peer will never take it. The reason is safe to print. */
  record Refused(String reason) implements Verdict {}

  /**
   * Perhaps later.
   *
   * @param inDoubt whether the peer may have taken it all the same
   * @param reason safe to print
   */
  record Failed(boolean inDoubt, String reason, Duration retryAfter) implements Verdict {}

  /** The statuses that a retry would not change (CHOICES 4). */
  Set<Integer> PERMANENT = Set.of(400, 401, 403, 404, 405, 410, 413, 415, 422);

  int SERVER_ERRORS = 500;

  /** The one server error that says that nothing was taken (PROTOCOL §5.4). */
  int UNAVAILABLE = 503;

  static Verdict of(PeerReply reply) {
    return switch (reply) {
      case PeerReply.Answered answer when answer.isSuccess() -> new Delivered();
      case PeerReply.Answered answer when PERMANENT.contains(answer.status()) ->
          new Refused(describe(answer));
      case PeerReply.Answered answer ->
          new Failed(mayHaveTaken(answer.status()), describe(answer), pause(answer));
      case PeerReply.Unreachable(String reason) ->
          new Failed(false, "unreachable: " + PeerText.plain(reason), Duration.ZERO);
      case PeerReply.Unknown(String reason) ->
          new Failed(true, PeerText.plain(reason), Duration.ZERO);
      case PeerReply.Forbidden(String reason) ->
          new Failed(false, "forbidden address: " + PeerText.plain(reason), Duration.ZERO);
    };
  }

  /** A proxy that lost its node, or a node that broke down, may have taken the envelope first. */
  private static boolean mayHaveTaken(int status) {
    return status >= SERVER_ERRORS && status != UNAVAILABLE;
  }

  private static Duration pause(PeerReply.Answered answer) {
    return answer
        .retryAfter()
        .map(asked -> asked.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : asked)
        .orElse(Duration.ZERO);
  }

  private static String describe(PeerReply.Answered answer) {
    String explained =
        explanation(answer.body()).map(text -> " " + PeerText.quote(text)).orElse("");
    return "answered " + answer.status() + explained;
  }

  /** {@code {"error":…,"message":…}} (PROTOCOL §4), if the peer was so kind. */
  private static Optional<String> explanation(byte[] body) {
    try {
      JsonObject json = JsonReader.wireObject(body);
      return json.string("error")
          .map(code -> json.string("message").map(text -> code + ": " + text).orElse(code));
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
