package org.sovereignbook.sbp.net.httpserver;

import java.io.IOException;
import java.io.Serial;

/** Reason for refusing a request before a handler has seen it. Ends its connection. */
public final class HttpFault extends IOException {
  @Serial private static final long serialVersionUID = 1;

  private static final int BAD_REQUEST = 400;

  private final int status;
  private final String code;

  HttpFault(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Returns a fault for bytes that are no valid HTTP/1.1. */
  static HttpFault malformed(String message) {
    return new HttpFault(BAD_REQUEST, "malformed-request", message);
  }

  static HttpFault late() {
    return new HttpFault(408, "timeout", "the request did not arrive in time");
  }

  static HttpFault noCapacity() {
    return new HttpFault(503, "busy", "too many bytes are on their way at once");
  }

  public int status() {
    return status;
  }

  /** Returns the error code on the wire. */
  public String code() {
    return code;
  }

  /** Returns one sentence for the client. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
