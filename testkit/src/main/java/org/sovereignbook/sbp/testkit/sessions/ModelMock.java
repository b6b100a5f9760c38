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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * A service with the interface of OpenAI or of Ollama. Its model answers by the last message, and a
 * stream is cut once at the byte that the mark of the message says.
 */
final class ModelMock implements AutoCloseable {
  private static final Pattern MARK = Pattern.compile("mark-([0-9]+)");

  /** Answer of a model. */
  sealed interface Said {
    record Call(String tool, JsonObject arguments) implements Said {}

    record Text(String text) implements Said {}
  }

  /** A model. */
  @FunctionalInterface
  interface Model {
    /**
     * Returns its answer.
     *
     * @param message the newest message that is no result of a tool
     * @param isAfterTool whether the newest message is the result of a tool
     */
    Said answer(String message, boolean isAfterTool);
  }

  /** Returns the mark in a message, or an empty text. */
  static String mark(String message) {
    Matcher found = MARK.matcher(message);
    return found.find() ? found.group() : "";
  }

  /** A model that mails the mark of a message to the owner, and then says so. */
  static final Model MAILING =
      (message, isAfterTool) ->
          isAfterTool
              ? new Said.Text("mailed " + mark(message))
              : new Said.Call(
                  "mail_send",
                  JsonObject.builder().put("address", "owner").put("text", mark(message)).build());

  /** The interface of a service. */
  enum Wire {
    OPENAI {
      @Override
      String stream(Said said) {
        return switch (said) {
          case Said.Call(String tool, JsonObject arguments) -> {
            String text = JsonWriter.compact(arguments);
            int half = text.length() / 2;
            yield event(delta(called("call_1", tool, text.substring(0, half)), ""))
                + event(delta(called("", "", text.substring(half)), "tool_calls"))
                + END;
          }
          case Said.Text(String text) -> {
            int half = text.length() / 2;
            yield event(delta(content(text.substring(0, half)), ""))
                + event(delta(content(text.substring(half)), "stop"))
                + event(
                    JsonObject.builder()
                        .put("choices", JsonArray.of(List.of()))
                        .put(
                            "usage",
                            JsonObject.builder()
                                .put("prompt_tokens", 120)
                                .put("completion_tokens", 8)
                                .build())
                        .build())
                + END;
          }
        };
      }
    },
    OLLAMA {
      @Override
      String stream(Said said) {
        return switch (said) {
          case Said.Call(String tool, JsonObject arguments) ->
              line(
                      content("")
                          .with(
                              "tool_calls",
                              JsonArray.of(
                                  List.of(
                                      JsonObject.builder()
                                          .put(
                                              "function",
                                              JsonObject.builder()
                                                  .put("name", tool)
                                                  .put("arguments", arguments)
                                                  .build())
                                          .build()))),
                      false)
                  + line(content(""), true);
          case Said.Text(String text) -> {
            int half = text.length() / 2;
            yield line(content(text.substring(0, half)), false)
                + line(content(text.substring(half)), true);
          }
        };
      }
    };

    private static final String END = "data: [DONE]\n\n";

    /** Returns the bytes of an answer. */
    abstract String stream(Said said);

    private static String event(JsonObject event) {
      return "data: " + JsonWriter.compact(event) + "\n\n";
    }

    private static JsonObject delta(JsonObject delta, String finish) {
      JsonObject choice = JsonObject.builder().put("index", 0).put("delta", delta).build();
      return JsonObject.builder()
          .put("model", "m")
          .put(
              "choices",
              JsonArray.of(
                  List.of(finish.isEmpty() ? choice : choice.with("finish_reason", finish))))
          .build();
    }

    private static JsonObject called(String id, String tool, String arguments) {
      JsonObject function = JsonObject.builder().put("arguments", arguments).build();
      JsonObject call =
          JsonObject.builder()
              .put("index", 0)
              .put("function", tool.isEmpty() ? function : function.with("name", tool))
              .build();
      return JsonObject.builder()
          .put("tool_calls", JsonArray.of(List.of(id.isEmpty() ? call : call.with("id", id))))
          .build();
    }

    private static JsonObject content(String text) {
      return JsonObject.builder().put("role", "assistant").put("content", text).build();
    }

    private static String line(JsonObject message, boolean isLast) {
      JsonObject.Builder line =
          JsonObject.builder().put("model", "m").put("message", message).put("done", isLast);
      return JsonWriter.compact(
              isLast
                  ? line.put("done_reason", "stop")
                      .put("prompt_eval_count", 26)
                      .put("eval_count", 9)
                      .build()
                  : line.build())
          + "\n";
    }

    /** Returns the number of bytes of the mailing model's call. */
    int callLength() {
      return stream(MAILING.answer("mark-000", false)).length();
    }

    /** Returns the number of bytes of the mailing model's call and answer. */
    int length() {
      return callLength() + stream(MAILING.answer("mark-000", true)).length();
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Wire wire;
  private final Model model;
  private final int step;
  private final BiFunction<String, String, List<String>> rules;
  private final Set<String> cuts = ConcurrentHashMap.newKeySet();
  private final Queue<String> broken = new ConcurrentLinkedQueue<>();

  /**
   * Starts a service.
   *
   * @param step the bytes between the cuts of one mark and the next; 0 cuts nothing
   * @param rules returns the published rules that a request breaks, by its path and its body
   */
  ModelMock(Wire wire, Model model, int step, BiFunction<String, String, List<String>> rules) {
    this.wire = wire;
    this.model = model;
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
    if (!exchange.getRequestMethod().equals("POST") || path.equals("/api/show")) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    broken.addAll(rules.apply(path, body));
    List<JsonObject> messages = messages(body);
    boolean isAfterTool = messages.getLast().string("role").orElse("").equals("tool");
    String message =
        messages.reversed().stream()
            .filter(one -> one.string("role").orElse("").equals("user"))
            .findFirst()
            .flatMap(one -> one.string("content"))
            .orElse("");
    byte[] whole = wire.stream(model.answer(message, isAfterTool)).getBytes(StandardCharsets.UTF_8);
    int cut = cut(mark(message), isAfterTool);
    boolean isCut = cut >= 0 && cut < whole.length && cuts.add(mark(message));
    byte[] sent = isCut ? Arrays.copyOf(whole, cut) : whole;
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    // One cut is the end of a connection, the next that of a stream which claims to be whole.
    exchange.sendResponseHeaders(200, isCut && cut % 2 == 0 ? whole.length : 0);
    exchange.getResponseBody().write(sent);
  }

  private static List<JsonObject> messages(String body) throws IOException {
    try {
      JsonObject request = (JsonObject) JsonReader.file(body.getBytes(StandardCharsets.UTF_8));
      return request.array("messages").map(JsonArray::objects).orElseThrow();
    } catch (MalformedJson e) {
      throw new IOException(e);
    }
  }

  private int cut(String mark, boolean isAfterTool) {
    if (step == 0 || mark.isEmpty()) {
      return -1;
    }
    int at = Integer.parseInt(mark.substring("mark-".length())) * step % wire.length();
    return isAfterTool ? at - wire.callLength() : at;
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
