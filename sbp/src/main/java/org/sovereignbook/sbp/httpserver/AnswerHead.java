package org.sovereignbook.sbp.httpserver;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;

/**
 * How one answer goes over the wire.
 *
 * @param method what was asked by: a {@code HEAD} gets no body
 * @param isCurrent whether the client speaks HTTP/1.1, so that going on needs no word
 * @param goesOn whether the connection is kept for another request
 */
record AnswerHead(String method, boolean isCurrent, boolean goesOn) {
  /** For what never became a request. */
  static final AnswerHead LAST = new AnswerHead("", true, false);

  private static final int NOT_MODIFIED = 304;

  /** A body up to this goes out in one piece with the head. */
  private static final int SMALL_BYTES = 8_192;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  void send(HttpAnswer answer, Instant now, OutputStream out) throws IOException {
    byte[] head = head(answer, now).getBytes(StandardCharsets.ISO_8859_1);
    byte[] body = answer.body();
    if (method.equals("HEAD") || body.length == 0) {
      out.write(head);
    } else if (body.length <= SMALL_BYTES) {
      byte[] whole = Arrays.copyOf(head, head.length + body.length);
      System.arraycopy(body, 0, whole, head.length, body.length);
      out.write(whole);
    } else {
      out.write(head);
      out.write(body);
    }
    out.flush();
  }

  private String head(HttpAnswer answer, Instant now) {
    StringBuilder head = new StringBuilder("HTTP/1.1 ").append(answer.status());
    head.append(' ').append(reason(answer.status())).append("\r\n");
    add(head, "Date", DATE.format(now));
    answer.headers().forEach((name, value) -> add(head, name, value));
    add(head, "X-Content-Type-Options", "nosniff");
    if (answer.status() != NOT_MODIFIED) {
      add(head, "Content-Length", Integer.toString(answer.body().length));
    }
    if (!goesOn) {
      add(head, "Connection", "close");
    } else if (!isCurrent) {
      add(head, "Connection", "keep-alive");
    }
    return head.append("\r\n").toString();
  }

  private static void add(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }

  /** For people; programs read the number. */
  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 202 -> "Accepted";
      case 304 -> "Not Modified";
      case 400 -> "Bad Request";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 413 -> "Content Too Large";
      case 415 -> "Unsupported Media Type";
      case 429 -> "Too Many Requests";
      case 503 -> "Service Unavailable";
      default -> "";
    };
  }
}
