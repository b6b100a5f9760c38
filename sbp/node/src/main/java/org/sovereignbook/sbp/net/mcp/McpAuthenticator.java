package org.sovereignbook.sbp.net.mcp;

import java.util.Optional;

/** Authentication of the caller of each request. Thread-safe. */
@FunctionalInterface
public interface McpAuthenticator {
  /**
   * Authenticates a request.
   *
   * @param bearer the token of the request; empty over standard input, which belongs to one caller
   * @return the caller; empty when authentication fails
   */
  Optional<McpCaller> caller(Optional<String> bearer);
}
