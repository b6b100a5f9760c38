package org.sovereignbook.sbp.base.protocol;

import java.net.HttpURLConnection;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Why an object was refused, as it is spelled on the wire (PROTOCOL §5.3, IDENTITY §Validation).
 */
public enum Code {
  TOO_LARGE(HttpURLConnection.HTTP_ENTITY_TOO_LARGE),
  MALFORMED_JSON,
  INVALID_NUMBER,
  INVALID_KIND,
  UNSUPPORTED_VERSION,
  MISSING_FIELD,
  INVALID_FIELD,
  UNKNOWN_MESSAGE_TYPE,
  STALE_TIMESTAMP,
  WRONG_RECIPIENT,
  INVALID_PAYLOAD,
  INVALID_SIGNATURE,
  FINGERPRINT_MISMATCH,
  INVALID_ENDPOINT,
  FUTURE_TIMESTAMP,
  INCOMPLETE_ROTATION,
  INVALID_ROTATION,
  COMMITMENT_MISMATCH,
  COMMITMENT_CHANGED,
  RETIRED_KEY,
  OLDER_DOCUMENT,
  VOID_ENDORSEMENT,
  BLOCKED(HttpURLConnection.HTTP_FORBIDDEN);

  private final int httpStatus;

  Code() {
    this(HttpURLConnection.HTTP_BAD_REQUEST);
  }

  Code(int httpStatus) {
    this.httpStatus = httpStatus;
  }

  /** Returns the status with which {@code POST /message} answers this code. */
  public int httpStatus() {
    return httpStatus;
  }

  /** Returns the code as peers see it. */
  @Override
  public String toString() {
    return Words.hyphenated(this);
  }
}
