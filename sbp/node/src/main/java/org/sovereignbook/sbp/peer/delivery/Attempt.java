package org.sovereignbook.sbp.peer.delivery;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Outcome of one delivery attempt: the meaning of the peer's reply for the sender (PROTOCOL §5.4).
 */
sealed interface Attempt {
  record Delivered() implements Attempt {}

  /**
   * The peer will never take it.
   *
   * @param wrongRecipient it says that it does not have the key that the envelope names
   * @param reason safe to print
   */
  record Refused(boolean wrongRecipient, String reason) implements Attempt {}

  /**
   * Perhaps later.
   *
   * @param reason safe to print
   * @param byOthers whether something in front of the peer has refused it, such as a proxy
   */
  record Failed(Reach reach, String reason, Duration retryAfter, boolean byOthers)
      implements Attempt {
    Failed(Reach reach, String reason, Duration retryAfter) {
      this(reach, reason, retryAfter, false);
    }

    /** Returns whether the envelope certainly did not reach the peer. */
    boolean isUnreached() {
      return reach == Reach.UNREACHED || reach == Reach.SILENCE;
    }
  }

  /** Progress of an envelope that the peer did not accept. */
  enum Reach {
    /** The peer answered, and has not taken it. */
    HEARD,
    /** The peer may have taken it all the same. */
    IN_DOUBT,
    /** It did not reach the peer; an earlier attempt in doubt still is. */
    UNREACHED,
    /** Like {@link #UNREACHED}, and no machine answered: perhaps this machine is offline. */
    SILENCE
  }

  /** Returns whether nothing answered: neither the peer, nor a machine refusing the connection. */
  default boolean isSilent() {
    return this instanceof Failed(Reach reach, _, _, _) && reach == Reach.SILENCE;
  }

  /** Describes a peer's answer in words that are safe to print. */
  static String describe(PeerReply.Answered answer) {
    String explained =
        explanation(answer.body()).map(text -> " " + PeerText.quote(text)).orElse("");
    return "answered " + answer.status() + explained;
  }

  /** Returns whether the {@code error} of the answer, if there is one, is this code. */
  static boolean isAbout(Code code, PeerReply.Answered answer) {
    return error(answer.body()).string("error").equals(Optional.of(code.toString()));
  }

  private static Optional<String> explanation(byte[] body) {
    JsonObject json = error(body);
    return json.string("error")
        .map(code -> json.string("message").map(text -> code + ": " + text).orElse(code));
  }

  /** Parses {@code {"error":…,"message":…}} (PROTOCOL §4); empty for anything else. */
  private static JsonObject error(byte[] body) {
    try {
      return JsonReader.wireObject(body);
    } catch (MalformedJson e) {
      return JsonObject.empty();
    }
  }
}
