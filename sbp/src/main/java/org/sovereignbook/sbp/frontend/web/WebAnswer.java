package org.sovereignbook.sbp.frontend.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;

/** Answers to a browser, each with the headers that bound what the page may do. */
record WebAnswer(HttpExchange exchange) {
  static final int FORBIDDEN = 403;
  static final int UNAUTHORIZED = 401;

  /** Nothing but this program's own files; no script from text, and no frame around the page. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src"
          + " 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

  private static final long NO_BODY = -1;
  private static final String JSON = "application/json";

  static Optional<String> header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  private Headers headers(String type, String caching) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Cache-Control", caching);
    headers.set("Content-Security-Policy", POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    return headers;
  }

  void bytes(int status, String type, byte[] body) throws IOException {
    Headers _ = headers(type, "no-store");
    send(status, body);
  }

  private void send(int status, byte[] body) throws IOException {
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, isHead || body.length == 0 ? NO_BODY : body.length);
    if (!isHead && body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  void json(int status, JsonObject document) throws IOException {
    bytes(status, JSON, JsonWriter.compact(document).getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a file, or only that it is unchanged. */
  void file(WebFiles.Served file) throws IOException {
    headers(file.type(), "no-cache").set("ETag", file.tag());
    boolean isKnown =
        header(exchange, "If-None-Match").filter(tag -> tag.equals(file.tag())).isPresent();
    send(isKnown ? 304 : 200, isKnown ? new byte[0] : file.bytes());
  }

  /** Sends a command's document; the status is that of its exit code. */
  void ended(WebRun.Ended ended) throws IOException {
    boolean isSilent = ended.document().length == 0;
    bytes(
        status(ended.exit()),
        JSON,
        isSilent ? "{}\n".getBytes(StandardCharsets.UTF_8) : ended.document());
  }

  static int status(ExitCode exit) {
    return switch (exit) {
      case DONE, NOTHING_TO_DO -> 200;
      case WRONG_COMMAND_LINE -> 400;
      case NOT_FOUND -> 404;
      case REFUSED -> 409;
      case NOT_VALID -> 422;
      case BUSY -> 503;
      case FAILED, INTERRUPTED -> 500;
    };
  }

  /** Sends an error in the form of {@code --json}. */
  void error(int status, ExitCode exit, String code, String message, String... hints)
      throws IOException {
    error(
        status,
        exit,
        message,
        List.of(hints),
        new Output.Details(Optional.of(code), Optional.empty()));
  }

  /** Sends a refusal in the form of {@code --json}. */
  void refused(CapabilityDenied denied) throws IOException {
    error(
        409,
        ExitCode.REFUSED,
        denied.getMessage(),
        denied.hints(),
        new Output.Details(Optional.of(denied.code()), denied.remedies()));
  }

  private void error(
      int status, ExitCode exit, String message, List<String> hints, Output.Details details)
      throws IOException {
    json(status, Shape.write(Output.Failure.of(exit, message, hints, details)));
  }

  /** Begins a stream of events. */
  OutputStream stream() throws IOException {
    return stream("text/event-stream");
  }

  /** Begins a stream of lines, each a JSON object. */
  OutputStream lines() throws IOException {
    return stream("application/x-ndjson");
  }

  private OutputStream stream(String type) throws IOException {
    headers(type, "no-store").set("X-Accel-Buffering", "no");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    out.flush();
    return out;
  }
}
