package org.sovereignbook.sbp.net.httpserver;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Answers what never became a request that a handler could take. */
public interface FaultHandler {

  /**
   * Sends an answer; the connection ends after it.
   *
   * @param exchange of which nothing may have been understood; nothing of it has been answered
   */
  void refuse(HttpFault fault, HttpExchange exchange) throws IOException;
}
