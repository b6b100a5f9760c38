package org.sovereignbook.sbp.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import org.sovereignbook.sbp.protocol.Limits;
import org.sovereignbook.sbp.server.Answer.Refusal;

/** Sends one answer over HTTP. */
final class AnswerWriter {
  private static final int LINGER_BYTES = 4 * Limits.MAX_ENVELOPE_BYTES;
  private static final int BUFFER_BYTES = 8_192;
  private static final long NO_BODY = -1;

  private final HttpExchange exchange;
  private final Requests requests;

  AnswerWriter(HttpExchange exchange, Requests requests) {
    this.exchange = exchange;
    this.requests = requests;
  }

  /** Sends the answer and lets the client finish what it is sending. */
  void send(Answer answer) throws IOException {
    requests.current().answer(requests.answerDeadlineNanos());
    write(answer);
    if (drain()) {
      exchange.close();
    }
  }

  /** Tells a client that it is too slow; the connection is closed right after. */
  void late() {
    try {
      exchange.getResponseHeaders().set("Connection", "close");
      write(
          Answer.error(
              Refusal.permanent(
                  HttpURLConnection.HTTP_CLIENT_TIMEOUT,
                  "timeout",
                  "the request did not arrive in time")));
    } catch (IOException e) {
      // It is gone already.
    }
  }

  private void write(Answer answer) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    answer.headers().forEach(headers::set);
    headers.set("X-Content-Type-Options", "nosniff");
    if (exchange.getRequestMethod().equals("HEAD")
        || answer.status() == HttpURLConnection.HTTP_NOT_MODIFIED) {
      if (answer.body().length > 0) {
        headers.set("Content-Length", Integer.toString(answer.body().length));
      }
      exchange.sendResponseHeaders(answer.status(), NO_BODY);
      return;
    }
    exchange.sendResponseHeaders(
        answer.status(), answer.body().length == 0 ? NO_BODY : answer.body().length);
    OutputStream out = exchange.getResponseBody();
    out.write(answer.body());
    out.flush();
  }

  /**
   * Reads on for a while, since a client that is still sending would miss the answer if the
   * connection were closed under it.
   *
   * @return whether the request has ended
   */
  private boolean drain() throws IOException {
    requests.current().linger(requests.lingerDeadlineNanos());
    InputStream in = exchange.getRequestBody();
    byte[] buffer = new byte[BUFFER_BYTES];
    int left = LINGER_BYTES;
    while (left > 0) {
      int read = in.read(buffer);
      if (read < 0) {
        return true;
      }
      left -= read;
    }
    throw new IOException("the client sends without end");
  }
}
