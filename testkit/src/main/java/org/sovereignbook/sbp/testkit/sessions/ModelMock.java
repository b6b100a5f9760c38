package org.sovereignbook.sbp.testkit.sessions;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service with the interface of OpenAI or of Ollama. Its model mails the mark of a message to the
 * owner once, and then says so; a stream is cut once at the byte that the mark says.
 */
final class ModelMock implements AutoCloseable {
  private static final Pattern MARK = Pattern.compile("please mail mark-([0-9]+)");
  private static final Pattern ROLE = Pattern.compile("\"role\"\\s*:\\s*\"(\\w+)\"");

  /** The interface of a service. */
  enum Wire {
    OPENAI(
        """
        data: {"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"mail_send","arguments":"{\\"address\\":\\"owner\\","}}]}}]}

        data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"text\\":\\"mark-%1$s\\"}"}}]},"finish_reason":"tool_calls"}]}

        data: [DONE]

        """,
        """
        data: {"model":"m","choices":[{"index":0,"delta":{"content":"mailed "}}]}

        data: {"choices":[{"index":0,"delta":{"content":"mark-%1$s"},"finish_reason":"stop"}]}

        data: {"choices":[],"usage":{"prompt_tokens":120,"completion_tokens":8}}

        data: [DONE]

        """),
    OLLAMA(
        """
        {"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"mail_send","arguments":{"address":"owner","text":"mark-%1$s"}}}]},"done":false}
        {"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":26,"eval_count":9}
        """,
        """
        {"model":"m","message":{"role":"assistant","content":"mailed "},"done":false}
        {"model":"m","message":{"role":"assistant","content":"mark-%1$s"},"done":true,"done_reason":"stop","prompt_eval_count":26,"eval_count":9}
        """);

    private final String call;
    private final String text;

    Wire(String call, String text) {
      this.call = call;
      this.text = text;
    }

    /** Returns the number of bytes of a call and an answer. */
    int length() {
      return call.length() + text.length();
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Wire wire;
  private final int step;
  private final BiFunction<String, String, List<String>> rules;
  private final Set<String> cuts = ConcurrentHashMap.newKeySet();
  private final Queue<String> broken = new ConcurrentLinkedQueue<>();

  /**
   * Starts a service.
   *
   * @param step the bytes between the cuts of one mark and the next
   * @param rules returns the published rules that a request breaks, by its path and its body
   */
  ModelMock(Wire wire, int step, BiFunction<String, String, List<String>> rules) {
    this.wire = wire;
    this.step = step;
    this.rules = rules;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            answer(exchange);
          }
        });
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String path = exchange.getRequestURI().getPath();
    if (!exchange.getRequestMethod().equals("POST")) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    broken.addAll(rules.apply(path, body));
    String mark = last(MARK, body);
    boolean isAnswer = last(ROLE, body).equals("tool");
    byte[] whole =
        (isAnswer ? wire.text : wire.call).formatted(mark).getBytes(StandardCharsets.UTF_8);
    int cut = Integer.parseInt(mark) * step % wire.length() - (isAnswer ? wire.call.length() : 0);
    boolean isCut = cut >= 0 && cut < whole.length && cuts.add(mark);
    byte[] sent = isCut ? Arrays.copyOf(whole, cut) : whole;
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    // One cut is the end of a connection, the next that of a stream which claims to be whole.
    exchange.sendResponseHeaders(200, isCut && cut % 2 == 0 ? whole.length : 0);
    exchange.getResponseBody().write(sent);
  }

  private static String last(Pattern pattern, String body) {
    Matcher found = pattern.matcher(body);
    return found
        .results()
        .map((MatchResult one) -> one.group(1))
        .reduce((_, next) -> next)
        .orElseThrow();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** Returns the number of streams that were cut. */
  int cuts() {
    return cuts.size();
  }

  /** Returns the published rules that requests have broken. */
  List<String> broken() {
    return List.copyOf(broken);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
