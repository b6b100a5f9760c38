package org.sovereignbook.sbp.plugins.relay.guest;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.plugins.relay.wire.RelayRequest;
import org.sovereignbook.sbp.store.ItemFault;

/** Answers of requests that a relay passes on, each in a thread of its own. */
final class PassedOn implements AutoCloseable {
  private static final int MOST = 16;

  private final LocalRoutes routes;
  private final RelayCalls calls;
  private final Joined joined;
  private final Consumer<String> log;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger running = new AtomicInteger();

  PassedOn(Node node, RelayCalls calls, Joined joined, Consumer<String> log) {
    this.routes = new LocalRoutes(node, client);
    this.calls = calls;
    this.joined = joined;
    this.log = log;
  }

  /** Answers a request; one too many is left without an answer. */
  void answer(JsonObject request) {
    if (running.incrementAndGet() > MOST) {
      running.decrementAndGet();
      return;
    }
    Future<?> _ = threads.submit(() -> answered(request));
  }

  /** Returns whether requests are being answered now, which others may follow. */
  boolean isBusy() {
    return running.get() > 0;
  }

  private void answered(JsonObject request) {
    try {
      JsonObject _ =
          calls.ask(
              joined.relay(),
              joined.relayKey(),
              RelayRequest.Operation.ANSWER,
              routes.answer(request));
    } catch (RelayCalls.FailedException e) {
      // Whoever asked is told by the relay that there is no answer.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.accept("a request by way of " + joined.relay() + " failed: " + ItemFault.reason(e));
    } finally {
      running.decrementAndGet();
    }
  }

  @Override
  public void close() {
    Workers.end(threads);
    client.shutdownNow();
  }
}
