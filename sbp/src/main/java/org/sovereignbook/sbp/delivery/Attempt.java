package org.sovereignbook.sbp.delivery;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.http.PeerReply;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.PeerText;

/** How an attempt to deliver ended: what the peer's reply means for the sender (PROTOCOL §5.4). */
sealed interface Attempt {
  /** The peer has it. */
  record Delivered() implements Attempt {}

  /** The peer will never take it. The reason is safe to print. */
  record Refused(String reason) implements Attempt {}

  /**
   * Perhaps later.
   *
   * @param inDoubt whether the peer may have taken it all the same
   * @param reason safe to print
   */
  record Failed(boolean inDoubt, String reason, Duration retryAfter) implements Attempt {}

  /** What a peer answered, in words that are safe to print. */
  static String describe(PeerReply.Answered answer) {
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
