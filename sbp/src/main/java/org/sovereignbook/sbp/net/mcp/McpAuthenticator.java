package org.sovereignbook.sbp.net.mcp;

import java.util.Optional;

/** Knows callers by what they bring with each request. Thread-safe. */
@FunctionalInterface
public interface McpAuthenticator {
  /**
   * Whose request it is.
   *
   * @param bearer the token that came with it; none over standard input, which is one caller's
   * @return nobody, when it proves nothing
   */
  Optional<McpCaller> caller(Optional<String> bearer);
}
