package org.sovereignbook.sbp.plugins.a2a;

/** Errors of the protocol (A2A §5.4, §9.5), with their forms in both bindings. */
enum A2aError {
  TASK_NOT_FOUND(-32001, 404, "NOT_FOUND"),
  TASK_NOT_CANCELABLE(-32002, 400, "FAILED_PRECONDITION"),
  PUSH_NOTIFICATION_NOT_SUPPORTED(-32003, 400, "FAILED_PRECONDITION"),
  UNSUPPORTED_OPERATION(-32004, 400, "FAILED_PRECONDITION"),
  CONTENT_TYPE_NOT_SUPPORTED(-32005, 415, "INVALID_ARGUMENT"),
  VERSION_NOT_SUPPORTED(-32009, 400, "FAILED_PRECONDITION"),
  PARSE_ERROR(-32700, 400, "INVALID_ARGUMENT"),
  INVALID_REQUEST(-32600, 400, "INVALID_ARGUMENT"),
  METHOD_NOT_FOUND(-32601, 404, "NOT_FOUND"),
  INVALID_PARAMS(-32602, 400, "INVALID_ARGUMENT"),
  INTERNAL_ERROR(-32603, 500, "INTERNAL"),
  UNAUTHENTICATED(-32090, 401, "UNAUTHENTICATED"),
  RESOURCE_EXHAUSTED(-32091, 429, "RESOURCE_EXHAUSTED"),
  AGENT_NOT_FOUND(-32092, 404, "NOT_FOUND");

  private final int code;
  private final int status;
  private final String word;

  A2aError(int code, int status, String word) {
    this.code = code;
    this.status = status;
    this.word = word;
  }

  /** Returns the code in JSON-RPC. */
  int code() {
    return code;
  }

  /** Returns the status of HTTP+JSON. */
  int status() {
    return status;
  }

  /** Returns the word of {@code google.rpc.Code}. */
  String word() {
    return word;
  }

  /** Returns whether the status counts in JSON-RPC, too: errors of the transport. */
  boolean isOfTransport() {
    return this == UNAUTHENTICATED || this == RESOURCE_EXHAUSTED;
  }

  A2aException because(String message) {
    return new A2aException(this, message);
  }
}
