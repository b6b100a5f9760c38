package org.sovereignbook.sbp.net.httpserver;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Handler of malformed requests. */
public interface FaultHandler {

  /**
   * Sends an answer; the connection ends after it.
   *
   * @param exchange the exchange, whose request may be unknown; it has no answer yet
   */
  void refuse(HttpFault fault, HttpExchange exchange) throws IOException;
}
