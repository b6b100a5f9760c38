package org.sovereignbook.sbp.protocol;

import java.net.HttpURLConnection;

/**
 * Why an object was refused, as it is spelled on the wire (PROTOCOL §5.3, IDENTITY §Validation).
 */
public enum Code {
  TOO_LARGE("too-large", HttpURLConnection.HTTP_ENTITY_TOO_LARGE),
  MALFORMED_JSON("malformed-json"),
  INVALID_NUMBER("invalid-number"),
  INVALID_KIND("invalid-kind"),
  UNSUPPORTED_VERSION("unsupported-version"),
  MISSING_FIELD("missing-field"),
  INVALID_FIELD("invalid-field"),
  UNKNOWN_MESSAGE_TYPE("unknown-message-type"),
  STALE_TIMESTAMP("stale-timestamp"),
  WRONG_RECIPIENT("wrong-recipient"),
  INVALID_PAYLOAD("invalid-payload"),
  INVALID_SIGNATURE("invalid-signature"),
  FINGERPRINT_MISMATCH("fingerprint-mismatch"),
  INVALID_ENDPOINT("invalid-endpoint"),
  FUTURE_TIMESTAMP("future-timestamp"),
  INCOMPLETE_ROTATION("incomplete-rotation"),
  INVALID_ROTATION("invalid-rotation"),
  UNCOMMITTED_KEY("uncommitted-key"),
  OLDER_DOCUMENT("older-document"),
  VOID_ENDORSEMENT("void-endorsement"),
  BLOCKED("blocked", HttpURLConnection.HTTP_FORBIDDEN);

  private final String wire;
  private final int httpStatus;

  Code(String wire) {
    this(wire, HttpURLConnection.HTTP_BAD_REQUEST);
  }

  Code(String wire, int httpStatus) {
    this.wire = wire;
    this.httpStatus = httpStatus;
  }

  /** The status with which {@code POST /message} answers this code. */
  public int httpStatus() {
    return httpStatus;
  }

  /** The code as peers see it. */
  @Override
  public String toString() {
    return wire;
  }
}
