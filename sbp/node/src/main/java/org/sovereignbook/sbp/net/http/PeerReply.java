package org.sovereignbook.sbp.net.http;

import java.time.Duration;
import java.util.Optional;

/** Result of a request to a peer. */
public sealed interface PeerReply {

  /**
   * Answer of the peer, with any status. The body is not copied, since answers are never compared.
   *
   * @param clockAhead how far the peer's clock is ahead of ours, negative when behind, by the
   *     header {@code Date}
   * @param isHtml whether it is a page for people: peers answer with JSON, so something in front of
   *     the peer has answered, such as a proxy
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Answered(
      int status,
      byte[] body,
      Optional<Duration> retryAfter,
      Optional<Duration> clockAhead,
      boolean isHtml)
      implements PeerReply {
    /** Creates an answer without information about the peer's clock. */
    public Answered(int status, byte[] body, Optional<Duration> retryAfter) {
      this(status, body, retryAfter, Optional.empty(), false);
    }

    /** Returns whether this is a refusal by something in front of the peer (PROTOCOL §5.4). */
    public boolean isRefusalByOthers() {
      return isHtml && status / 100 == 4;
    }

    /** Creates an answer that is no page for people. */
    public Answered(
        int status, byte[] body, Optional<Duration> retryAfter, Optional<Duration> clockAhead) {
      this(status, body, retryAfter, clockAhead, false);
    }

    public boolean isSuccess() {
      return status / 100 == 2;
    }
  }

  /**
   * Failure to reach the peer.
   *
   * @param silent whether there was no response: no address for the name, no route, no connection
   *     in time; this machine itself may be offline. Otherwise a machine responded: a connection
   *     was refused, or a TLS handshake failed
   */
  record Unreachable(String reason, boolean silent) implements PeerReply {}

  /** Failure or time-out after the request was sent: the peer may have processed it. */
  record Unknown(String reason) implements PeerReply {}

  /** Refusal to connect, because the endpoint leads to a forbidden address (PROTOCOL §7). */
  record Forbidden(String reason) implements PeerReply {}
}
