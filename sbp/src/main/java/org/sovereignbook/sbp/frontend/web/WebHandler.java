package org.sovereignbook.sbp.frontend.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.net.httpserver.FaultHandler;
import org.sovereignbook.sbp.net.httpserver.HttpFault;

/**
 * Handler of the page's requests. Refuses foreign hosts and origins first, then requests of the API
 * without a token. Thread-safe.
 */
record WebHandler(
    Ledger ledger,
    WebRun commands,
    LiveCommands table,
    WebTokens tokens,
    WebEvents events,
    WebOwner owner,
    WebFiles files,
    int maxPages,
    Function<OpenMetrics.Format, String> metrics,
    Consumer<String> log)
    implements HttpHandler, FaultHandler {
  private static final String API = "/api/";
  private static final int MAX_BODY_BYTES = 1_048_576;
  private static final Duration PULSE = Duration.ofSeconds(10);
  private static final String BEARER = "bearer ";

  @Override
  public void refuse(HttpFault fault, HttpExchange exchange) throws IOException {
    new WebAnswer(exchange)
        .error(fault.status(), ExitCode.WRONG_COMMAND_LINE, fault.code(), fault.reason());
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    WebAnswer answer = new WebAnswer(exchange);
    try {
      if (!isOwn(exchange)) {
        answer.error(
            WebAnswer.FORBIDDEN,
            ExitCode.REFUSED,
            "foreign-origin",
            "only pages of this server on this machine are served");
      } else {
        answered(exchange, answer);
      }
    } catch (CapabilityDenied e) {
      answer.refused(e);
    } catch (CliException e) {
      answer.error(
          WebAnswer.status(e.exitCode()),
          e.exitCode(),
          "wrong-request",
          String.valueOf(e.getMessage()),
          e.hints().toArray(String[]::new));
    } catch (RuntimeException e) {
      log.accept("web: a request failed: " + e);
      answer.error(500, ExitCode.FAILED, "failed", "this request failed; see the log of sbp web");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void answered(HttpExchange exchange, WebAnswer answer)
      throws IOException, InterruptedException {
    String path = exchange.getRequestURI().getPath();
    String method = exchange.getRequestMethod();
    if (path.equals(WebOwner.PATH) && method.equals("POST")) {
      opened(exchange, answer);
    } else if (path.startsWith(API)) {
      admitted(path.substring(API.length()), method, exchange, answer);
    } else if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      answer.error(405, ExitCode.WRONG_COMMAND_LINE, "wrong-method", "this address takes GET");
    } else if (path.equals("/metrics")) {
      OpenMetrics.Format format = OpenMetrics.Format.of(WebAnswer.header(exchange, "Accept"));
      exchange.getResponseHeaders().set("Vary", "Accept");
      answer.bytes(200, format.type(), metrics.apply(format).getBytes(StandardCharsets.UTF_8));
    } else {
      Optional<WebFiles.Served> file = files.at(path).or(() -> table.get().module(path));
      if (file.isPresent()) {
        answer.file(file.get());
      } else {
        answer.error(404, ExitCode.NOT_FOUND, "not-found", "there is nothing at this address");
      }
    }
  }

  /**
   * Returns whether the request was made to this machine by name, and by a page of this very server
   * if by any: a name that leads here from elsewhere, or another page, is refused.
   */
  private static boolean isOwn(HttpExchange exchange) {
    Optional<String> host = WebAnswer.header(exchange, "Host").filter(WebHandler::isLoopback);
    Optional<String> site = WebAnswer.header(exchange, "Sec-Fetch-Site");
    boolean isForeign =
        site.filter(from -> !from.equals("same-origin") && !from.equals("none")).isPresent()
            && !isOpening(exchange);
    return host.isPresent()
        && !isForeign
        && WebAnswer.header(exchange, "Origin")
            .filter(origin -> !origin.equals("http://" + host.get()))
            .isEmpty();
  }

  /**
   * Returns whether a browser opens the page itself, as a whole: it is led here by a private file
   * of the owner's ({@link Browser}), and has no token before its own script reads that of the
   * address.
   */
  private static boolean isOpening(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("GET")
        && exchange.getRequestURI().getPath().equals("/")
        && WebAnswer.header(exchange, "Sec-Fetch-Mode").equals(Optional.of("navigate"))
        && WebAnswer.header(exchange, "Sec-Fetch-Dest").equals(Optional.of("document"));
  }

  private static boolean isLoopback(String host) {
    try {
      String name = Optional.ofNullable(URI.create("http://" + host).getHost()).orElse("");
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "localhost", "127.0.0.1", "[::1]" -> true;
        default -> false;
      };
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Optional<String> bearer(HttpExchange exchange) {
    return WebAnswer.header(exchange, "Authorization")
        .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(BEARER))
        .map(value -> value.substring(BEARER.length()).strip());
  }

  private void admitted(String name, String method, HttpExchange exchange, WebAnswer answer)
      throws IOException, InterruptedException {
    Optional<String> token = bearer(exchange).filter(tokens::isGood);
    if (token.isEmpty()) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      if (bearer(exchange).filter(tokens::isExchanged).isPresent()) {
        usedBefore(answer);
        return;
      }
      answer.error(
          WebAnswer.UNAUTHORIZED,
          ExitCode.REFUSED,
          "no-token",
          "this page has no token, or its token has ended",
          "a new one:  sbp web open");
      return;
    }
    switch (method + " " + name) {
      case "POST session" -> exchange(token.get(), answer);
      case "GET commands" -> answer.json(200, table.get().described(owner.isAsked()));
      case "GET events" -> stream(exchange, answer, token.get());
      case "POST do" -> act(body(exchange), answer, token.get());
      default -> look(name, method, exchange, answer);
    }
  }

  /** Replaces the token of an address, which no browser needs to be led to any more. */
  private void exchange(String token, WebAnswer answer) throws IOException {
    String other = tokens.exchange(token).orElse(token);
    ledger.node().disk().delete(WebPlace.page(ledger.node()));
    answer.json(200, JsonObject.empty().with("token", other));
  }

  /** Tells that somebody else may have opened the page with the token of its address. */
  private void usedBefore(WebAnswer answer) throws IOException {
    log.accept("web: an address that had opened a page was used once more");
    answer.error(
        WebAnswer.UNAUTHORIZED,
        ExitCode.REFUSED,
        "address-used",
        "this address has opened a page before, and opens one only once. If that was not you,"
            + " another user or program of this machine has read it, and sees and does what this"
            + " page may",
        "to end every page: Ctrl-C where sbp web or sbp up runs, or sbp stop; then start it again",
        "what was done since:  sbp audit list");
  }

  private void look(String name, String method, HttpExchange exchange, WebAnswer answer)
      throws IOException {
    Optional<WebCommands.Row> view = table.get().view(name);
    Optional<SocietyException> off = view.isPresent() ? Optional.empty() : table.off(name);
    if (off.isPresent()) {
      SocietyException why = off.get();
      answer.error(
          WebAnswer.status(ExitCode.REFUSED),
          ExitCode.REFUSED,
          why.code(),
          why.getMessage(),
          why.hints().toArray(String[]::new));
    } else if (view.isEmpty()) {
      answer.error(404, ExitCode.NOT_FOUND, "not-found", "there is no view of this name");
    } else if (!method.equals("GET")) {
      exchange.getResponseHeaders().set("Allow", "GET");
      answer.error(405, ExitCode.WRONG_COMMAND_LINE, "wrong-method", "a view takes GET");
    } else {
      JsonObject given = query(exchange.getRequestURI().getRawQuery());
      answer.ended(commands.run(view.get().words(given), false));
    }
  }

  /** Returns the parameters of an address; one that is repeated becomes a list. */
  private static JsonObject query(@Nullable String raw) {
    SequencedMap<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : raw == null || raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
      int at = pair.indexOf('=');
      String name = at < 0 ? pair : pair.substring(0, at);
      String value = at < 0 ? "true" : pair.substring(at + 1);
      try {
        values
            .computeIfAbsent(
                URLDecoder.decode(name, StandardCharsets.UTF_8), _ -> new ArrayList<>())
            .add(URLDecoder.decode(value, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        throw CliException.wrong("the address has a malformed parameter");
      }
    }
    JsonObject.Builder made = JsonObject.builder();
    for (Map.Entry<String, List<String>> each : values.entrySet()) {
      made.put(each.getKey(), JsonArray.ofStrings(each.getValue()));
    }
    return made.build();
  }

  private void act(JsonObject asked, WebAnswer answer, String token) throws IOException {
    Optional<WebCommands.Row> action = asked.string("command").flatMap(table.get()::action);
    if (action.isEmpty()) {
      answer.error(404, ExitCode.NOT_FOUND, "not-found", "there is no action of this name");
      return;
    }
    List<String> words = action.get().words(asked.object("arguments").orElseGet(JsonObject::empty));
    if (action.get().needsProof()) {
      owner.requireProof(
          action.get().command().toolName(),
          words,
          asked.string("passphrase"),
          asked.string("proof"));
    }
    if (action.get().isStreamed()) {
      try (OutputStream out = tokens.whileGood(token, answer.lines())) {
        var _ = commands.stream(words, out);
      }
    } else {
      answer.ended(commands.run(words, action.get().needsProof()));
    }
  }

  /** Hands a token to {@code sbp web open}, which has proven to be the owner's. */
  private void opened(HttpExchange exchange, WebAnswer answer) throws IOException {
    JsonObject asked = body(exchange);
    owner.requireOpener(
        asked.string("secret").orElse(""), asked.string("passphrase"), asked.string("proof"));
    answer.json(200, JsonObject.empty().with("token", tokens.issue()));
  }

  private static JsonObject body(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (bytes.length > MAX_BODY_BYTES) {
      throw CliException.wrong("the request is longer than " + MAX_BODY_BYTES + " bytes");
    }
    try {
      JsonValue value = JsonReader.file(bytes);
      return value instanceof JsonObject object ? object : JsonObject.empty();
    } catch (MalformedJson e) {
      throw CliException.wrong("the request is no JSON object: " + e.getMessage());
    }
  }

  /** Sends events until the page leaves, its token ends, or the server does. */
  private void stream(HttpExchange exchange, WebAnswer answer, String token)
      throws IOException, InterruptedException {
    Optional<Long> from = lastId(exchange);
    ToolCall call =
        new ToolCall(
            "event_tail", JsonObject.empty(), WebRun.CHANNEL, Optional.empty(), Optional.empty());
    boolean _ = Permissions.run(ledger, call, (_, _) -> true);
    if (!events.enter(maxPages)) {
      answer.error(
          503, ExitCode.BUSY, "too-many-pages", "too many pages are open", "close another page");
      return;
    }
    try (OutputStream out = answer.stream()) {
      long newest = events.newest();
      // The page knows events that a restored older database does not have.
      boolean isAhead = from.filter(id -> id > newest).isPresent();
      long position = isAhead ? newest : from.orElse(newest);
      // A new page reads everything behind this answer; one that returns may have missed a change.
      long changes = from.isEmpty() ? events.changes() : -1;
      write(
          out,
          "retry: 1000\nid: %d\nevent: hello\ndata: %s\n\n"
              .formatted(position, isAhead ? "{\"restarted\":true}" : "{}"));
      while (tokens.isGood(token)) {
        WebEvents.News news = events.await(position, changes, PULSE);
        if (!tokens.isGood(token)) {
          break;
        }
        for (StoredEvent event : news.events()) {
          write(
              out,
              "id: %d\nevent: ledger\ndata: %s\n\n"
                  .formatted(event.seq(), JsonWriter.compact(Shape.write(event))));
          position = event.seq();
        }
        if (news.changes() != changes) {
          changes = news.changes();
          write(out, "event: node\ndata: {}\n\n");
        } else if (news.events().isEmpty()) {
          if (events.isClosed()) {
            return;
          }
          write(out, ": still here\n\n");
        }
      }
      write(out, "event: end\ndata: {}\n\n");
    } finally {
      events.leave();
    }
  }

  /** Returns the number of the last event that the page has, from its header or address. */
  private static Optional<Long> lastId(HttpExchange exchange) {
    return WebAnswer.header(exchange, "Last-Event-ID")
        .or(
            () ->
                query(exchange.getRequestURI().getRawQuery())
                    .array("after")
                    .flatMap(all -> all.strings())
                    .map(List::getFirst))
        .filter(text -> text.matches("[0-9]{1,18}"))
        .map(Long::valueOf);
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
