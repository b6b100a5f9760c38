package org.sovereignbook.sbp.peer.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Rejection;

/**
 * Answer of the server, before its conversion to HTTP. The body is shared, never changed.
 *
 * @param source what the body comes from, piece by piece; closed when the answer was sent
 */
@SuppressWarnings("ArrayRecordComponent")
record Answer(
    int status, SequencedMap<String, String> headers, byte[] body, Optional<Source> source) {
  private static final String JSON = "application/json";
  private static final byte[] NOTHING = {};
  private static final long NO_BODY = -1;
  private static final int PIECE_BYTES = 8_192;

  /**
   * Why a request got no success (PROTOCOL §5.4): the status, the code on the wire, one sentence.
   *
   * @param retryAfter when it makes sense to come again; empty for permanent faults
   */
  record Refusal(int status, String code, String message, Optional<Duration> retryAfter) {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final Duration LATER = Duration.ofMinutes(1);

    /** Returns the refusal of a faulty envelope. */
    static Refusal of(Rejection why) {
      return permanent(why.code().httpStatus(), why.code().toString(), why.message());
    }

    static Refusal of(Code code, String message) {
      return of(new Rejection(code, message));
    }

    static Refusal permanent(int status, String code, String message) {
      return new Refusal(status, code, message, Optional.empty());
    }

    static Refusal tooMany(String message, Duration wait) {
      return new Refusal(TOO_MANY_REQUESTS, "rate-limited", message, Optional.of(wait));
    }

    /** Returns the refusal of a server that is about to stop. */
    static Refusal stopping(Duration wait) {
      return new Refusal(
          HttpURLConnection.HTTP_UNAVAILABLE,
          "shutting-down",
          "this node is restarting",
          Optional.of(wait));
    }

    static Refusal unavailable(String code, String message) {
      return new Refusal(HttpURLConnection.HTTP_UNAVAILABLE, code, message, Optional.of(LATER));
    }
  }

  /**
   * Source of a body whose end is not known yet.
   *
   * @param place closed with it
   * @param failed told when it ends half way
   */
  record Source(InputStream from, Closeable place, Consumer<IOException> failed) {
    /** Reads into a piece; returns how many bytes, or -1 at the end. */
    private int read(byte[] piece) throws IOException {
      try {
        return from.read(piece);
      } catch (IOException e) {
        failed.accept(e);
        throw e;
      }
    }
  }

  Answer(int status, SequencedMap<String, String> headers, byte[] body) {
    this(status, headers, body, Optional.empty());
  }

  /** Returns an answer with the same head, whose body comes from elsewhere. */
  Answer from(Source other) {
    return new Answer(status, headers, NOTHING, Optional.of(other));
  }

  Answer {
    headers = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(headers));
  }

  static Answer json(int status, JsonObject body) {
    return of(status, JSON, JsonWriter.compact(body).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a document with its {@code ETag}. */
  static Answer document(byte[] json) {
    return document(JSON, json);
  }

  static Answer document(String contentType, byte[] body) {
    return of(HttpURLConnection.HTTP_OK, contentType, body)
        .with("ETag", '"' + ContentHash.ofBytes(body).hex() + '"');
  }

  static Answer error(Refusal why) {
    Answer answer =
        json(
            why.status(),
            JsonObject.builder().put("error", why.code()).put("message", why.message()).build());
    return why.retryAfter()
        .map(wait -> answer.with("Retry-After", Long.toString(seconds(wait))))
        .orElse(answer);
  }

  Answer with(String name, String value) {
    SequencedMap<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Answer(status, more, body, source);
  }

  /** Returns the document itself, or 304 when the client has it already (RFC 9110 §13.1.2). */
  Answer unlessHeld(Optional<String> ifNoneMatch) {
    String etag = headers.getOrDefault("ETag", "");
    boolean held = !etag.isEmpty() && ifNoneMatch.filter(tags -> matches(tags, etag)).isPresent();
    return held ? new Answer(HttpURLConnection.HTTP_NOT_MODIFIED, headers, NOTHING) : this;
  }

  /** Sends it, and ends the exchange. */
  void send(HttpExchange exchange) throws IOException {
    Headers sent = exchange.getResponseHeaders();
    headers.forEach(sent::set);
    sent.set("X-Content-Type-Options", "nosniff");
    if (source.isPresent()) {
      stream(exchange, source.get());
    } else if (exchange.getRequestMethod().equals("HEAD") && body.length > 0) {
      sent.set("Content-Length", Integer.toString(body.length));
      exchange.sendResponseHeaders(status, NO_BODY);
    } else {
      exchange.sendResponseHeaders(status, body.length == 0 ? NO_BODY : body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  /** Sends what comes; a failure leaves the answer without its end, so that its client notices. */
  private void stream(HttpExchange exchange, Source source) throws IOException {
    try (Closeable _ = source.place();
        InputStream _ = source.from()) {
      exchange.sendResponseHeaders(status, 0);
      OutputStream out = exchange.getResponseBody();
      out.flush();
      byte[] piece = new byte[PIECE_BYTES];
      for (int count = source.read(piece); count >= 0; count = source.read(piece)) {
        out.write(piece, 0, count);
        out.flush();
      }
    }
  }

  private static boolean matches(String tags, String etag) {
    for (String tag : tags.split(",")) {
      String plain = tag.strip();
      if (plain.equals("*") || plain.equals(etag) || plain.equals("W/" + etag)) {
        return true;
      }
    }
    return false;
  }

  private static Answer of(int status, String contentType, byte[] body) {
    SequencedMap<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", contentType);
    return new Answer(status, headers, body);
  }

  private static long seconds(Duration wait) {
    return Math.max(1, wait.plusMillis(999).toSeconds());
  }
}
