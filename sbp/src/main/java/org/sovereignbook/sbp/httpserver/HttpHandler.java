package org.sovereignbook.sbp.httpserver;

import java.io.IOException;

/** What stands behind an {@link HttpServer}. Called by many threads at once. */
public interface HttpHandler {

  /**
   * Answers a request whose head is sound.
   *
   * @throws IOException what reading the body threw; passed on, it gives the client its answer
   * @throws InterruptedException when the server is being torn down
   */
  HttpAnswer answer(HttpRequest request) throws IOException, InterruptedException;

  /** The answer to what never became a request; the connection ends after it. */
  HttpAnswer refusal(HttpFault fault);
}
