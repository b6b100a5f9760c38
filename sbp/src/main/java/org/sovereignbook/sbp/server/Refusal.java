package org.sovereignbook.sbp.server;

import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.protocol.Code;
import org.sovereignbook.sbp.protocol.Rejection;

/**
 * Why a request got no success (PROTOCOL §5.4): the status, the code on the wire, one sentence.
 *
 * @param retryAfter when it makes sense to come again; empty for permanent faults
 */
record Refusal(int status, String code, String message, Optional<Duration> retryAfter) {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final Duration LATER = Duration.ofMinutes(1);

  /** The envelope's own fault. */
  static Refusal of(Rejection why) {
    return permanent(why.code().httpStatus(), why.code().toString(), why.message());
  }

  static Refusal of(Code code, String message) {
    return of(new Rejection(code, message));
  }

  static Refusal permanent(int status, String code, String message) {
    return new Refusal(status, code, message, Optional.empty());
  }

  static Refusal tooMany(String message, Duration wait) {
    return new Refusal(TOO_MANY_REQUESTS, "rate-limited", message, Optional.of(wait));
  }

  /** The server is about to stop. */
  static Refusal stopping(Duration wait) {
    return new Refusal(
        HttpURLConnection.HTTP_UNAVAILABLE,
        "shutting-down",
        "this node is restarting",
        Optional.of(wait));
  }

  static Refusal unavailable(String code, String message) {
    return new Refusal(HttpURLConnection.HTTP_UNAVAILABLE, code, message, Optional.of(LATER));
  }
}
