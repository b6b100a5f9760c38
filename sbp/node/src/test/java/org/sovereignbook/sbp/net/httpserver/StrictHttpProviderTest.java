package org.sovereignbook.sbp.net.httpserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.testing.Eventually;

/** The JDK's API of an HTTP server, with ours below it: what its documentation promises holds. */
class StrictHttpProviderTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer server;

  @BeforeEach
  void create() throws IOException {
    server =
        provider().createHttpServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @AfterEach
  void stop() {
    server.stop(0);
    client.close();
  }

  @Test
  void theLongestPathAnswers() throws Exception {
    server.createContext("/", saying("root"));
    server.createContext("/a", saying("a"));
    HttpContext gone = server.createContext("/a/b", saying("b"));
    server.start();

    assertThat(get("/").body()).isEqualTo("root");
    assertThat(get("/a").body()).isEqualTo("a");
    assertThat(get("/ab").body()).isEqualTo("root");
    assertThat(get("/a/b/c").body()).isEqualTo("b");
    server.removeContext(gone);
    assertThat(get("/a/b/c").body()).isEqualTo("a");
    assertThatThrownBy(() -> server.createContext("/a"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> server.removeContext("/b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whereNobodyStandsItIs404() throws Exception {
    server.createContext("/a", saying("a"));
    server.createContext("/b");
    server.start();

    assertThat(get("/c").statusCode()).isEqualTo(404);
    assertThat(get("/b").statusCode()).isEqualTo(404);
  }

  @Test
  void filtersStandBeforeTheHandlerAndMayChangeTheStreams() throws Exception {
    HttpContext context = server.createContext("/", saying("answer"));
    context.getFilters().add(Filter.beforeHandler("marks", each -> each.setAttribute("m", "!")));
    context
        .getFilters()
        .add(Filter.adaptRequest("names", request -> request.with("X-Marked", List.of("yes"))));
    context.setHandler(
        exchange -> {
          assertThat(exchange.getHttpContext()).isSameAs(context);
          String marked = exchange.getRequestHeaders().getFirst("x-marked");
          saying(marked + exchange.getAttribute("m")).handle(exchange);
        });
    server.start();

    assertThat(get("/").body()).isEqualTo("yes!");
  }

  @Test
  void aBodyOfUnknownLengthComesInChunks() throws Exception {
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            for (int i = 0; i < 3; i++) {
              out.write(("part " + i + "; ").getBytes(UTF_8));
            }
            exchange.getRequestBody().transferTo(out);
          }
        });
    server.start();

    HttpResponse<String> answer =
        client.send(
            request("/").POST(BodyPublishers.ofString("end")).build(), BodyHandlers.ofString());
    assertThat(answer.body()).isEqualTo("part 0; part 1; part 2; end");
    assertThat(answer.headers().firstValue("Transfer-Encoding")).contains("chunked");
  }

  @Test
  void whoWritesMoreOrLessThanItSaidOrNothingEndsTheConnection() throws Exception {
    List<String> faults = new CopyOnWriteArrayList<>();
    server.createContext(
        "/more",
        exchange -> {
          exchange.sendResponseHeaders(200, 2);
          try {
            exchange.getResponseBody().write(new byte[3]);
          } catch (IOException e) {
            faults.add(String.valueOf(e.getMessage()));
          }
        });
    server.createContext("/nothing", exchange -> {});
    server.start();

    assertThatThrownBy(() -> get("/more")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> get("/nothing")).isInstanceOf(IOException.class);
    assertThat(faults).containsExactly("more than the length that was said");
  }

  @Test
  void stoppingTakesNothingNewAndWaitsForWhatIsInFlight() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    server.createContext(
        "/",
        exchange -> {
          working.countDown();
          try {
            mayEnd.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          saying("done").handle(exchange);
        });
    server.start();
    CompletableFuture<HttpResponse<String>> inFlight =
        client.sendAsync(request("/").build(), BodyHandlers.ofString());
    working.await();

    CompletableFuture<Void> stopping = CompletableFuture.runAsync(() -> server.stop(60));
    untilNobodyIsLetIn();
    assertThat(stopping).isNotDone();
    mayEnd.countDown();

    assertThat(inFlight.get().body()).isEqualTo("done");
    stopping.get();
  }

  @Test
  void theExecutorDoesTheWork() throws Exception {
    List<Runnable> tasks = new CopyOnWriteArrayList<>();
    server.setExecutor(
        task -> {
          tasks.add(task);
          Thread.ofVirtual().start(task);
        });
    server.createContext("/", saying("hello"));
    server.start();

    assertThat(get("/").body()).isEqualTo("hello");
    assertThat(tasks).hasSize(1);
  }

  @Test
  void oneConnectionThatCannotBeServedEndsNoOther() throws Exception {
    AtomicInteger refused = new AtomicInteger();
    server.setExecutor(
        task -> {
          if (refused.getAndIncrement() == 0) {
            throw new RejectedExecutionException("no thread is left");
          }
          Thread.ofVirtual().start(task);
        });
    server.createContext("/", saying("hello"));
    server.start();

    try (Socket first =
        new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
      Eventually.holds("the first one is refused", () -> refused.get() == 1);
      assertThat(get("/").body()).isEqualTo("hello");
      assertThat(first.isConnected()).isTrue();
    }
  }

  @Test
  void thereIsNoTls() {
    assertThatThrownBy(() -> provider().createHttpsServer(null, 0))
        .hasMessageContaining("let a proxy end TLS");
  }

  /** The listening socket is closed a moment after the stop has begun. */
  private void untilNobodyIsLetIn() {
    try (HttpClient another = HttpClient.newHttpClient()) {
      Eventually.holds("nobody is let in", () -> isRefused(another));
    }
  }

  private boolean isRefused(HttpClient client) {
    try {
      client.send(
          request("/").HEAD().timeout(java.time.Duration.ofMillis(100)).build(),
          BodyHandlers.discarding());
      return false;
    } catch (java.net.ConnectException e) {
      return true;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static StrictHttpProvider provider() {
    FaultHandler faults =
        (fault, exchange) -> saying(fault.status(), fault.code()).handle(exchange);
    return new StrictHttpProvider(Echo.LIMITS, InstantSource.system(), faults, death -> {});
  }

  private static HttpHandler saying(String text) {
    return saying(200, text);
  }

  private static HttpHandler saying(int status, String text) {
    return (HttpExchange exchange) -> {
      exchange.sendResponseHeaders(status, text.length());
      exchange.getResponseBody().write(text.getBytes(UTF_8));
      exchange.close();
    };
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path));
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), BodyHandlers.ofString());
  }
}
