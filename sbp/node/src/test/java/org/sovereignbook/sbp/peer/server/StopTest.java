package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.ForwardingDisk;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Stopping finishes what is in flight and takes nothing new. */
class StopTest {
  private static final int PATIENCE_SECONDS = 300;

  @TempDir private Path folder;
  private final CountDownLatch writing = new CountDownLatch(1);
  private final CountDownLatch mayWrite = new CountDownLatch(1);
  private final CountDownLatch written = new CountDownLatch(1);
  private final AtomicBoolean isHanging = new AtomicBoolean();
  private TestNode node;

  @BeforeEach
  void prepare() {
    node = TestNode.in(folder);
  }

  @Test
  void whatIsInFlightIsFinishedAndNewWorkIsRefused() throws Exception {
    Served served = Served.start(node, node.nodeOn(slowDisk()), Served.config());
    byte[] envelope = served.direct(TestKeys.alice(), "hello");
    CompletableFuture<HttpResponse<String>> inFlight =
        CompletableFuture.supplyAsync(() -> served.post(envelope));
    await(writing);
    CompletableFuture<Void> stopping = CompletableFuture.runAsync(served.server()::stop);

    HttpResponse<String> refused = untilRefused(served);
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(Served.error(refused)).isEqualTo("shutting-down");
    assertThat(refused.headers().firstValue("Retry-After")).contains("10");
    assertThat(stopping).isNotDone();
    mayWrite.countDown();

    HttpResponse<String> response = inFlight.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    stopping.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(served.inbox()).hasSize(1);
    assertThatThrownBy(() -> served.get("/health")).isInstanceOf(UncheckedIOException.class);
    served.close();
  }

  @Test
  void aRequestThatDoesNotEndHoldsStoppingUpForTheGracePeriodOnly() throws Exception {
    Config impatient = Served.config().with(ServerSettings.STOP_TIMEOUT, Duration.ofSeconds(1));
    Served served = Served.start(node, node.nodeOn(slowDisk()), impatient);
    byte[] envelope = served.direct(TestKeys.alice(), "hello");
    CompletableFuture<HttpResponse<String>> inFlight =
        CompletableFuture.supplyAsync(() -> served.post(envelope));
    await(writing);

    served.server().stop();

    assertThat(served.log()).anyMatch(line -> line.contains("did not end in time"));
    assertThat(inFlight).failsWithin(Duration.ofSeconds(PATIENCE_SECONDS));
    mayWrite.countDown();
    await(written); // or the folder is deleted while a file comes into it
    served.close();
  }

  @Test
  void aDiskThatHangsIsNotWaitedForForEver() throws Exception {
    try (Served served = Served.start(node, node.nodeOn(hangingDisk()), Served.config())) {
      served.post(served.direct(TestKeys.alice(), "hello"));
      isHanging.set(true);

      served.server().stop();

      assertThat(served.log()).anyMatch(line -> line.contains("the disk does not answer"));
      mayWrite.countDown();
      await(written); // or the folder is deleted while a file comes into it
    }
  }

  /** Its replaced files wait, once it hangs, for what never comes. */
  private ForwardingDisk hangingDisk() {
    return new ForwardingDisk() {
      @Override
      public Disk disk() {
        return node.node().disk();
      }

      @Override
      public void write(Path file, byte[] bytes) {
        if (isHanging.get()) {
          await(mayWrite);
          disk().write(file, bytes);
          written.countDown();
        } else {
          disk().write(file, bytes);
        }
      }
    };
  }

  @Test
  void stoppingTwiceIsStoppingOnce() {
    Served served = Served.start(node);
    served.server().stop();
    served.server().stop();
    served.close();

    assertThat(served.log()).filteredOn(line -> line.endsWith(" stopped")).hasSize(1);
  }

  @Test
  void aThreadMayWaitForTheEnd() throws Exception {
    Served served = Served.start(node);
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(
            () -> {
              try {
                served.server().awaitStop();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    assertThat(waiting).isNotDone();
    served.close();

    waiting.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void theBudgetsAreWrittenDown() {
    Served served = Served.start(node);
    served.post(served.direct(TestKeys.alice(), "hello"));
    served.close();

    assertThat(node.home().operational().resolve("rate-limit-state.json"))
        .content()
        .contains(TestKeys.alice().publicKey().toString())
        .contains("127.0.0.1");
  }

  @Test
  void budgetsThatCouldNotBeStoredOnceAreStoredByTheNextTry() throws Exception {
    ThreadGroup own = new ThreadGroup("this test");
    FutureTask<Boolean> work =
        new FutureTask<>(
            () -> {
              storeBudgetsInASecondTry();
              return true;
            });
    Thread _ = Thread.ofPlatform().group(own).start(work);
    assertThat(work.get()).isTrue();
    Thread[] left = new Thread[own.activeCount() + 8];
    int count = own.enumerate(left);
    assertThat(Arrays.stream(left).limit(count))
        .extracting(Thread::getName)
        .doesNotContain("sbp-server-timer");
  }

  private void storeBudgetsInASecondTry() throws Exception {
    Path file = node.home().operational().resolve("rate-limit-state.json");
    List<String> log = new CopyOnWriteArrayList<>();
    try (HttpClient client = HttpClient.newHttpClient();
        NodeServer server =
            NodeServer.start(
                node.node(),
                new FileStore(node.node()),
                Served.config(),
                log::add,
                () -> Long.MAX_VALUE,
                Duration.ofMillis(20))) {
      Files.delete(file);
      Path inTheWay = Files.createDirectories(file.resolve("in the way"));
      byte[] hello = Served.direct(node, TestKeys.alice(), "hello");
      HttpResponse<String> _ =
          client.send(
              HttpRequest.newBuilder(server.endpoint().resolve("/message"))
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofByteArray(hello))
                  .build(),
              BodyHandlers.ofString());
      Eventually.holds("it fails", () -> failures(log) > 0);
      Files.delete(inTheWay);
      Files.delete(file);
      Eventually.holds("they are stored", () -> Files.isRegularFile(file));
    }
  }

  private static long failures(List<String> log) {
    return log.stream().filter(line -> line.contains("the budgets were not stored")).count();
  }

  private HookedDisk slowDisk() {
    return new HookedDisk(
        node.node().disk(),
        () -> {
          writing.countDown();
          await(mayWrite);
        },
        written::countDown);
  }

  /** Sooner or later the stop on the other thread has begun. */
  private static HttpResponse<String> untilRefused(Served served) {
    HttpResponse<String> response = served.get("/health");
    for (int i = 0; i < 10_000 && response.statusCode() == 200; i++) {
      response = served.get("/health");
    }
    return response;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
