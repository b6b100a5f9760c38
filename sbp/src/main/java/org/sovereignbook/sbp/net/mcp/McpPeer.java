package org.sovereignbook.sbp.net.mcp;

import java.io.IOException;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/** The client, as far as one request reaches it. Thread-safe. */
interface McpPeer {
  /**
   * Sends a notification that belongs to the request.
   *
   * @throws IOException when the client has disconnected
   */
  void tell(String method, JsonObject params) throws IOException;

  /**
   * Asks it something, where the revision knows that, and waits for the answer.
   *
   * @throws RpcError when it refuses, or does not answer in time
   */
  JsonObject ask(String method, JsonObject params)
      throws RpcError, IOException, InterruptedException;

  /** Shows that the line is still there. */
  void pulse() throws IOException;

  /** Returns the caller, authenticated again at each use. */
  Optional<McpCaller> caller();
}
