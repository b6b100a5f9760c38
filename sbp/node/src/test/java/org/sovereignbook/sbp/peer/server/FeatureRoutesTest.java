package org.sovereignbook.sbp.peer.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.cli.keep.WrittenFeature;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.ForwardingDisk;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Public routes of a feature: the server, the process that answers, and its absence. */
@Timeout(120)
class FeatureRoutesTest {
  @TempDir Path folder;
  private TestNode node;
  private final List<String> log = new CopyOnWriteArrayList<>();

  private final Semaphore pieces = new Semaphore(0);
  private final Echo echo = new Echo(pieces);

  /** Says what it was asked, or sends a piece of a stream for each permit. */
  private static final class Echo implements RouteFeature {
    private final Semaphore pieces;
    private final Semaphore waiting = new Semaphore(0);
    private final Semaphore cutOff = new Semaphore(0);

    private final List<Boolean> asked = new CopyOnWriteArrayList<>();

    private Echo(Semaphore pieces) {
      this.pieces = pieces;
    }

    @Override
    public String name() {
      return "echo";
    }

    @Override
    public String title() {
      return "echo";
    }

    @Override
    public List<String> wellKnown() {
      return List.of("echo.json");
    }

    @Override
    public RouteAnswer answer(RouteRequest request, RouteContext context)
        throws InterruptedException {
      if (request.path().equals("waits")) {
        waiting.release();
        pieces.acquire();
      }
      if (request.path().equals("fails")) {
        throw new IllegalStateException("a secret of the node");
      }
      if (request.path().equals("stream")) {
        asked.add(request.mayStream());
        return stream(this::write);
      }
      if (request.path().equals("breaks")) {
        return stream(this::breakOff);
      }
      if (request.path().equals("endless")) {
        return stream(this::writeOn);
      }
      return new RouteAnswer(
          201,
          "text/plain",
          Map.of("X-Echo", "yes"),
          "%s %s?%s by %s, %s, %d bytes"
              .formatted(
                  request.method(),
                  request.path(),
                  request.query(),
                  request.client().getHostAddress(),
                  request.header("x-mine").orElse("-") + request.header("sbp-code").orElse(""),
                  request.body().length)
              .getBytes(UTF_8));
    }

    private static RouteAnswer stream(RouteAnswer.Stream stream) {
      return RouteAnswer.stream(200, "text/event-stream", Map.of("X-Echo", "yes"), stream);
    }

    /** Says more than all buffers hold, and fails. */
    private void breakOff(RouteAnswer.Pieces to) throws IOException, InterruptedException {
      to.write("piece 1\n".getBytes(UTF_8));
      pieces.acquire();
      for (int i = 0; i < 256; i++) {
        to.write(new byte[1 << 16]);
      }
      throw new IllegalStateException("a secret of the node");
    }

    /** Says more until nobody takes it, and gives a permit then. */
    private void writeOn(RouteAnswer.Pieces to) throws IOException {
      try {
        while (true) {
          to.write(new byte[1 << 16]);
        }
      } finally {
        cutOff.release();
      }
    }

    private void write(RouteAnswer.Pieces to) throws IOException, InterruptedException {
      for (int i = 1; i <= 3; i++) {
        to.write(("piece " + i + "\n").getBytes(UTF_8));
        pieces.acquire();
      }
    }
  }

  /** A feature with this name, and routes that answer nothing. */
  private record Named(String name) implements RouteFeature {
    @Override
    public String title() {
      return name;
    }

    @Override
    public RouteAnswer answer(RouteRequest request, RouteContext context) {
      return RouteAnswer.text(404, "nothing");
    }
  }

  /** A feature whose class lacks another, before those whose routes work. */
  private static final class Broken implements RouteFeature {
    @Override
    public String name() {
      return "broken";
    }

    @Override
    public String title() {
      return "broken";
    }

    @Override
    public boolean isNeeded(Node node) {
      throw new NoClassDefFoundError("Missing");
    }

    @Override
    public RouteAnswer answer(RouteRequest request, RouteContext context) {
      throw new NoClassDefFoundError("Missing");
    }
  }

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
    List<Feature> all = new ArrayList<>(Features.bundled().all());
    all.add(echo);
    all.add(new Named("tides"));
    all.add(new Broken());
    Features _ = node.node().kept().of(Features.class, () -> new Features(all));
  }

  /** A disk that cannot be read once. */
  private record Stumbling(Disk disk, AtomicBoolean fails) implements ForwardingDisk {
    @Override
    public Optional<byte[]> read(Path file) {
      if (fails.getAndSet(false)) {
        throw new DiskException("cannot read", file, new IOException("for now"));
      }
      return disk.read(file);
    }
  }

  /** Time that passes quickly. */
  private record Quick() implements InstantSource, Polling.Pauses {
    @Override
    public Instant instant() {
      return Instant.EPOCH;
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void aDiskThatFailsOnceEndsNoWorkBesideTheRoutes() {
    CountDownLatch worked = new CountDownLatch(1);
    Node stumbling =
        new Node(
            node.home(),
            new Stumbling(node.node().disk(), new AtomicBoolean(true)),
            new Quick(),
            node.node().random());
    RouteFeature working =
        new RouteFeature() {
          @Override
          public String name() {
            return "works";
          }

          @Override
          public String title() {
            return "works";
          }

          @Override
          public void work(RouteContext context) {
            worked.countDown();
          }

          @Override
          public RouteAnswer answer(RouteRequest request, RouteContext context) {
            return RouteAnswer.text(404, "nothing");
          }
        };
    Features _ = stumbling.kept().of(Features.class, () -> new Features(List.of(working)));
    try (RouteWork _ =
        RouteWork.start(
            new RouteContext(stumbling, Optional::empty, node::store, log::add), log::add)) {
      Eventually.holds("work after the failure", () -> worked.getCount() == 0);
    }
    assertThat(log).singleElement().asString().contains("for now");
  }

  private RouteServer routes() throws IOException {
    return RouteServer.start(
        new RouteContext(node.node(), Optional::empty, node::store, log::add), log::add);
  }

  @Test
  void aRequestIsHandedOnAndItsAnswerBack() throws Exception {
    try (Served served = Served.start(node);
        RouteServer _ = routes()) {
      HttpResponse<String> got =
          served.send(served.request("/x/echo/a%20b/c?q=1&r").header("X-Mine", "m").GET());
      assertThat(got.statusCode()).isEqualTo(201);
      assertThat(got.body()).isEqualTo("GET a b/c?q=1&r by 127.0.0.1, m, 0 bytes");
      assertThat(got.headers().firstValue("X-Echo")).contains("yes");

      HttpResponse<String> posted =
          served.send(served.request("/x/echo/").POST(BodyPublishers.ofString("hello")));
      assertThat(posted.body()).isEqualTo("POST ? by 127.0.0.1, -, 5 bytes");

      assertThat(served.get("/.well-known/echo.json").body()).startsWith("GET /.well-known/echo");
      assertThat(served.get("/.well-known/other.json").statusCode()).isEqualTo(404);
      assertThat(served.get("/x/other/").statusCode()).isEqualTo(404);
      assertThat(served.send(served.request("/x/echo/").PUT(BodyPublishers.noBody())).statusCode())
          .isEqualTo(405);
      assertThat(
              served
                  .send(
                      served
                          .request("/x/echo/")
                          .POST(
                              BodyPublishers.ofByteArray(
                                  new byte[FeatureRoutes.MAX_BODY_BYTES + 1])))
                  .statusCode())
          .isEqualTo(413);
    }
  }

  @Test
  void aFeatureThatFailsTellsTheOperatorAndNobodyElse() throws Exception {
    try (Served served = Served.start(node);
        RouteServer _ = routes()) {
      HttpResponse<String> failed = served.get("/x/echo/fails");

      assertThat(failed.statusCode()).isEqualTo(500);
      assertThat(failed.body()).doesNotContain("secret");
      assertThat(log).anyMatch(line -> line.contains("a secret of the node"));
    }
  }

  @Test
  void aFeatureThatCannotSayWhetherItIsNeededHasNoRoutesAndCostsTheOthersNothing()
      throws Exception {
    try (Served served = Served.start(node);
        RouteServer _ = routes()) {
      assertThat(served.get("/x/broken/").statusCode()).isEqualTo(404);
      assertThat(served.get("/.well-known/echo.json").statusCode()).isEqualTo(201);
      assertThat(served.get("/.well-known/other.json").statusCode()).isEqualTo(404);
      assertThat(served.log()).filteredOn(line -> line.contains("broken fails")).hasSize(1);
      assertThat(log).filteredOn(line -> line.contains("broken fails")).hasSize(1);
    }
  }

  @Test
  void withoutItsProcessTheRouteSaysSoAndMessagesAreTaken() throws Exception {
    try (Served served = Served.start(node)) {
      assertThat(served.get("/x/echo/").statusCode()).isEqualTo(503);
      routes().close();
      assertThat(node.home().featureRoutes()).doesNotExist();
      HttpResponse<String> gone = served.get("/x/echo/");
      assertThat(gone.statusCode()).isEqualTo(503);
      assertThat(gone.body()).contains("feature-unavailable");
      assertThat(served.post(served.direct(TestKeys.alice(), "hello")).statusCode()).isEqualTo(202);
      try (RouteServer _ = routes()) {
        assertThat(served.get("/x/echo/").statusCode()).isEqualTo(201);
      }
    }
  }

  /** The server knows the name of the feature; the process that answers has its code. */
  @Test
  void theFeatureThatPluginNewWritesAnswersInAProcessOfItsOwn() throws Exception {
    CliTest sbp = CliTest.in(node.home().root()).with("HOME", folder.resolve("user").toString());
    WrittenFeature.installInto(sbp, node.home().root());
    assertThat(sbp.run("tides", "add", "high water at noon").exit()).isEqualTo(ExitCode.DONE);
    Thread process = Thread.ofPlatform().start(() -> sbp.run("routes"));
    try (Served served = Served.start(node)) {
      Eventually.holds("it answers", () -> served.get("/x/tides/").body().equals("{\"notes\":1}"));
      assertThat(served.get("/x/tides/more").statusCode()).isEqualTo(404);
    } finally {
      process.interrupt();
      process.join();
    }
  }

  @Test
  void aFeatureThatIsOffHasNoRoute() throws Exception {
    try (Served served = Served.start(node);
        RouteServer _ = routes()) {
      node.configure(
          JsonObject.empty()
              .with(
                  "features",
                  JsonObject.empty().with("off", JsonArray.ofStrings(List.of("echo")))));

      assertThat(served.get("/x/echo/").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void nobodyButTheServerMayAskTheProcess() throws Exception {
    try (RouteServer _ = routes();
        HttpClient client = HttpClient.newHttpClient()) {
      long port =
          node.node()
              .readJson(node.home().featureRoutes())
              .orElseThrow()
              .integer("port")
              .orElseThrow();

      HttpResponse<String> refused =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/x/echo/"))
                  .header("Sbp-Code", "0".repeat(64))
                  .build(),
              HttpResponse.BodyHandlers.ofString());

      assertThat(refused.statusCode()).isEqualTo(403);
    }
  }

  /** After a crash the port may be anybody's, who must not see what strangers send to features. */
  @Test
  void nobodyWhoHasThePortOfAProcessThatHasGoneGetsARequest() throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          seen.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().keySet());
          byte[] proof = exchange.getRequestHeaders().getFirst("Sbp-Nonce").getBytes(UTF_8);
          exchange.sendResponseHeaders(200, proof.length);
          exchange.getResponseBody().write(proof);
          exchange.close();
        });
    other.start();
    try (Served served = Served.start(node)) {
      node.node()
          .writeJson(
              node.home().featureRoutes(), FeatureRoutes.place(other.getAddress().getPort()));

      HttpResponse<String> got =
          served.send(served.request("/x/echo/a?b").header("Authorization", "Bearer s"));

      assertThat(got.statusCode()).isEqualTo(503);
      assertThat(seen).hasSize(1).first().asString().startsWith("/proof");
      assertThat(seen.getFirst()).doesNotContainIgnoringCase("Authorization", "Sbp-Code");
    } finally {
      other.stop(0);
    }
  }

  private static Iterator<String> lines(HttpResponse<Stream<String>> response) {
    return response.body().iterator();
  }

  private HttpResponse<Stream<String>> stream(HttpClient client, Served served) throws Exception {
    return client.send(
        served.request("/x/echo/stream").build(), HttpResponse.BodyHandlers.ofLines());
  }

  @Test
  void aStreamComesPieceByPieceAndEndsWhenItsFeatureEndsIt() throws Exception {
    try (Served served = Served.start(node);
        RouteServer _ = routes();
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<Stream<String>> got = stream(client, served);
      assertThat(got.headers().firstValue("X-Echo")).contains("yes");
      Iterator<String> lines = lines(got);
      assertThat(lines.next()).isEqualTo("piece 1");
      pieces.release();
      assertThat(lines.next()).isEqualTo("piece 2");
      pieces.release(2);
      assertThat(lines.next()).isEqualTo("piece 3");
      assertThat(lines.hasNext()).isFalse();
    }
  }

  @Test
  void oneAddressHasAShareOfTheStreams() throws Exception {
    try (Served served = Served.start(node);
        RouteServer _ = routes();
        HttpClient client = HttpClient.newHttpClient()) {
      List<Iterator<String>> all = new ArrayList<>();
      for (int i = 0; i < StreamPlaces.MOST_OF_ADDRESS; i++) {
        all.add(lines(stream(client, served)));
        assertThat(all.getLast().next()).isEqualTo("piece 1");
      }
      HttpResponse<Stream<String>> refused = stream(client, served);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body().toList()).hasSize(1);
      assertThat(echo.asked).as("known before it was asked").last().isEqualTo(false);
      assertThat(served.get("/x/echo/").statusCode()).isEqualTo(201);

      pieces.release(1_000);
      all.getFirst().forEachRemaining(line -> assertThat(line).startsWith("piece"));
      all.set(0, lines(stream(client, served)));
      assertThat(all.getFirst().next()).isEqualTo("piece 1");
      all.forEach(each -> each.forEachRemaining(line -> assertThat(line).startsWith("piece")));
    }
  }

  @Test
  void aStopEndsTheStreams() throws Exception {
    try (RouteServer _ = routes();
        HttpClient client = HttpClient.newHttpClient()) {
      Iterator<String> lines;
      List<String> said;
      try (Served served = Served.start(node)) {
        lines = lines(stream(client, served));
        assertThat(lines.next()).isEqualTo("piece 1");
        said = served.log();
      }
      assertThat(said).noneMatch(line -> line.contains("cut off") || line.contains("half way"));
      assertThatThrownBy(lines::hasNext).isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void aStopDoesNotWaitForFeatures() throws Exception {
    try (RouteServer _ = routes();
        Served served = Served.start(node)) {
      CompletableFuture<HttpResponse<String>> asked =
          CompletableFuture.supplyAsync(() -> served.get("/x/echo/waits"));
      echo.waiting.acquire();

      served.server().stop();

      assertThat(asked.join().statusCode()).isEqualTo(503);
      assertThat(Served.error(asked.join())).isEqualTo("shutting-down");
      assertThat(served.log()).noneMatch(line -> line.contains("did not end in time"));
      assertThat(served.log()).noneMatch(line -> line.contains("does not answer"));
    } finally {
      pieces.release();
    }
  }

  private static String get(String path, String version) {
    return "GET /x/echo/"
        + path
        + " HTTP/"
        + version
        + "\r\nHost: bob\r\nConnection: close\r\n\r\n";
  }

  /** The client reads while more waits for it than all buffers hold. */
  @Test
  void aStreamThatFailsHalfWayHasNoEnd() throws Exception {
    try (Served served = Served.start(node);
        RouteServer _ = routes();
        RawClient client = new RawClient(served).say(get("breaks", "1.1"))) {
      assertThat(client.untilEndOf("piece 1\n")).contains("chunked");
      pieces.release();
      assertThat(client.untilClosed()).isNotEmpty().doesNotEndWith("0\r\n\r\n");
      assertThat(log).anyMatch(line -> line.contains("echo failed on a stream"));
      Eventually.holds(
          "the server says so, too",
          () -> served.log().stream().anyMatch(line -> line.contains("echo ended half way")));
    }
  }

  /** Version 1.0 knows no chunks: an answer ends with its connection. */
  @Test
  void aStreamThatFailsHalfWayEndsWithAnErrorForAnOldClient() throws Exception {
    try (Served served = Served.start(node);
        RouteServer _ = routes();
        RawClient client = new RawClient(served).say(get("breaks", "1.0"))) {
      assertThat(client.untilEndOf("piece 1\n")).doesNotContain("chunked");
      pieces.release();
      assertThat(client.untilClosed()).isNotEmpty();
      assertThat(client.wasReset()).isTrue();
    }
  }

  /** The second client's time to take a piece ends after that of the first, were there one. */
  @Test
  void aStreamOfAnOldClientMayBeSilentForLong() throws Exception {
    Config impatient = Served.config().with(ServerSettings.RESPONSE_TIMEOUT, Duration.ofSeconds(1));
    try (Served served = Served.start(node, impatient);
        RouteServer _ = routes();
        RawClient client = new RawClient(served).say(get("stream", "1.0"))) {
      assertThat(client.untilEndOf("piece 1\n"))
          .contains("Connection: close", "X-accel-buffering: no");
      try (RawClient _ = new RawClient(served).say(get("endless", "1.1"))) {
        echo.cutOff.acquire();
      }
      pieces.release(3);
      assertThat(client.untilClosed()).isEqualTo("piece 2\npiece 3\n");
      assertThat(client.wasReset()).isFalse();
    }
  }

  @Test
  void aClientThatReadsNothingIsCutOffAndItsFeatureHasNotFailed() throws Exception {
    Config impatient = Served.config().with(ServerSettings.RESPONSE_TIMEOUT, Duration.ofSeconds(1));
    try (Served served = Served.start(node, impatient);
        RouteServer _ = routes();
        RawClient _ = new RawClient(served).say(get("endless", "1.1"))) {
      echo.cutOff.acquire();
      assertThat(log).isEmpty();
      assertThat(served.log()).noneMatch(line -> line.contains("half way"));
    }
  }
}
