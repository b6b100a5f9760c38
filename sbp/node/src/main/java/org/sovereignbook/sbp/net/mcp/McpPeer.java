package org.sovereignbook.sbp.net.mcp;

import java.io.IOException;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Client as seen by one request. Thread-safe. */
interface McpPeer {
  /**
   * Sends a notification that belongs to the request.
   *
   * @throws IOException when the client has disconnected
   */
  void sendNotification(String method, JsonObject params) throws IOException;

  /**
   * Asks the client a question, in revisions that have questions, and waits for the answer.
   *
   * @throws RpcError when the client refuses, or does not answer in time
   */
  JsonObject ask(String method, JsonObject params)
      throws RpcError, IOException, InterruptedException;

  /** Sends a keep-alive signal. */
  void pulse() throws IOException;

  /** Returns the caller, authenticated again at each use. */
  Optional<McpCaller> caller();
}
