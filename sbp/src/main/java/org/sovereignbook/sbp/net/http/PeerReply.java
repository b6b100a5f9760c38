package org.sovereignbook.sbp.net.http;

import java.time.Duration;
import java.util.Optional;

/** What came of a request to a peer. */
public sealed interface PeerReply {

  /**
   * The peer answered, with whatever status. The body is not copied; nobody compares answers.
   *
   * @param clockAhead how far the peer's clock is ahead of ours, negative when behind, as the
   *     header {@code Date} tells
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Answered(
      int status, byte[] body, Optional<Duration> retryAfter, Optional<Duration> clockAhead)
      implements PeerReply {
    /** An answer that tells nothing of the peer's clock. */
    public Answered(int status, byte[] body, Optional<Duration> retryAfter) {
      this(status, body, retryAfter, Optional.empty());
    }

    /** Whether the status is 2xx. */
    public boolean isSuccess() {
      return status / 100 == 2;
    }
  }

  /**
   * Nothing reached the peer.
   *
   * @param silent nobody was heard on the way: no address for the name, no route, no connection in
   *     time; it may be this machine that is offline. Else somebody was there: a connection was
   *     refused, a TLS handshake failed
   */
  record Unreachable(String reason, boolean silent) implements PeerReply {}

  /** The request was on its way when it failed or timed out: the peer may have taken it. */
  record Unknown(String reason) implements PeerReply {}

  /** The endpoint leads to an address that this node refuses to connect to (PROTOCOL §7). */
  record Forbidden(String reason) implements PeerReply {}
}
