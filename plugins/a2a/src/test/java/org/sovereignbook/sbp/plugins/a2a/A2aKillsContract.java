package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.FreePorts;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * A server that is killed, as by kill -9, at random moments of a streamed task: a client that comes
 * back with its cursor misses no event and sees none twice, and one that repeats a message until it
 * is answered has one task by it.
 */
public abstract class A2aKillsContract {
  /** Property with the number of kills; a few without it. */
  private static final String KILLS = "sbp.a2a.kills";

  private static final int LONGEST_LIFE_MS = 200;
  private static final int TIMEOUT_MS = 10_000;

  /** Leaves the processor to the server that is about to start. */
  private static final long PAUSE_NANOS = 20_000_000;

  /** An event as the client saw it. */
  private record Event(long number, String what) {}

  @TempDir private Path folder;
  private final List<Event> seen = new CopyOnWriteArrayList<>();
  private final List<String> answers = new CopyOnWriteArrayList<>();
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final Random random = new Random(Long.getLong("sbp.seed", 45));
  private URI agent = URI.create("http://127.0.0.1/");

  /** Opens the database of a node's society. */
  protected abstract Database open(Node node);

  /** Returns the class whose {@code main} serves a node with this database. */
  protected abstract Class<?> server();

  /** Returns the node's configuration of the database. */
  protected JsonObject config() {
    return JsonObject.empty();
  }

  @Test
  void whereverTheServerDiesAClientThatComesBackMissesNothingAndSeesNothingTwice()
      throws Exception {
    int kills = Integer.getInteger(KILLS, 2);
    Path home = folder.resolve("node");
    try (Ledger ledger = made(home);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Process process = started(home);
      String task = answered("followed");
      CompletableFuture<Void> client = CompletableFuture.runAsync(() -> follow(task), threads);
      Eventually.holds("the client sees the task", () -> !seen.isEmpty());
      CompletableFuture<Void> worker =
          CompletableFuture.runAsync(() -> work(ledger, task), threads);
      CompletableFuture<Void> sender = CompletableFuture.runAsync(this::send, threads);
      for (int kill = 0; kill < kills; kill++) {
        int before = seen.size();
        Eventually.holds(
            "news after a restart",
            () -> seen.size() > before || worker.isDone() || client.isDone());
        boolean _ = process.waitFor(random.nextInt(LONGEST_LIFE_MS), TimeUnit.MILLISECONDS);
        int _ = process.destroyForcibly().waitFor();
        process = started(home);
      }
      isOver.set(true);
      CompletableFuture.allOf(client, worker, sender).join();
      int _ = process.destroyForcibly().waitFor();
      check(ledger, task);
    }
  }

  private void check(Ledger ledger, String task) {
    List<Event> stored =
        ledger
            .<List<TaskEvent>>read(
                tx -> TaskEvent.ROWS.list(tx, "WHERE task = ? ORDER BY number", task))
            .stream()
            .map(it -> new Event(it.number(), it.what()))
            .toList();
    assertThat(stored.stream().map(Event::what)).isEqualTo(changes);
    long first = seen.getFirst().number();
    assertThat(seen.subList(1, seen.size()))
        .isEqualTo(stored.stream().filter(it -> it.number() > first).toList());

    List<String> tasks =
        ledger.read(tx -> tx.texts("SELECT id FROM a2a_task WHERE id <> ? ORDER BY id", task));
    assertThat(answers).as("one task for each message").doesNotHaveDuplicates();
    assertThat(tasks).containsExactlyInAnyOrderElementsOf(answers);
    System.out.printf("%d events and %d messages in all%n", seen.size(), answers.size());
  }

  private Ledger made(Path home) {
    int port = FreePorts.of(1);
    String endpoint = "http://127.0.0.1:" + port;
    agent = URI.create(endpoint + "/x/a2a/reader/");
    TestNode made = TestNode.in(home, TestKeys.bob(), Endpoint.parse(endpoint));
    made.configure(
        config()
            .with("server", JsonObject.empty().with("port", port))
            .with("access", JsonObject.empty().with("stranger_calls_per_hour", 0))
            .with("a2a", JsonObject.empty().with("unknown_tasks", 100_000)));
    Node node = A2aServing.node(home);
    Ledger ledger = A2aServing.ledger(node, this::open);
    Agents.ensureOfTheNode(ledger, List.of("reader"));
    ledger.run(
        tx ->
            Opening.ROWS.insert(
                tx,
                new Opening(
                    Agents.named(tx, "reader").id().hex(),
                    Opening.EVERYBODY,
                    0,
                    Optional.empty(),
                    Way.TASK,
                    tx.now()),
                tx.cause(Caller.owner("command").authority())));
    node.writeJson(
        node.home().runtime().resolve("a2a").resolve("open.json"),
        JsonObject.empty().with("agents", JsonArray.ofStrings(List.of("reader"))));
    return ledger;
  }

  private Process started(Path home) throws IOException {
    Path log = folder.resolve("log");
    Process process = A2aServing.start(server(), home, log);
    assertThat(process.inputReader().readLine()).as(() -> read(log)).isNotNull();
    return process;
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Takes a task and gives it back, at random moments, until all is over; then does it. */
  private void work(Ledger ledger, String task) {
    Random pauses = new Random(7);
    changes.add("submitted");
    while (true) {
      Claim claim = ledger.write(tx -> Board.in(tx).claim(task, reader()));
      changes.add("working");
      LockSupport.parkNanos(pauses.nextInt(40) * 1_000_000L);
      if (isOver.get()) {
        ledger.run(
            tx -> {
              boolean _ = Board.in(tx).submit(task, claim.fence(), "done", List.of(), reader());
            });
        changes.add(TaskEvent.ARTIFACT);
        changes.add("completed");
        return;
      }
      ledger.run(tx -> Board.in(tx).release(task, claim.fence(), reader()));
      changes.add("submitted");
      LockSupport.parkNanos(pauses.nextInt(40) * 1_000_000L);
    }
  }

  /** Returns a worker without other events: the owner, who needs no role. */
  private static Worker reader() {
    return Worker.of(Caller.owner("command"));
  }

  /** Sends messages, each again until it is answered. */
  private void send() {
    for (int i = 0; !isOver.get(); i++) {
      answers.add(answered("m-" + i));
    }
  }

  /** Sends a message until it is answered. Returns its task. */
  private String answered(String id) {
    Optional<String> task = sent(id);
    while (task.isEmpty()) {
      LockSupport.parkNanos(PAUSE_NANOS);
      task = sent(id);
    }
    return task.get();
  }

  private Optional<String> sent(String id) {
    JsonObject message =
        JsonObject.builder()
            .put("messageId", id)
            .put("role", "ROLE_USER")
            .put("parts", JsonArray.of(JsonObject.empty().with("text", id)))
            .build();
    JsonObject params =
        JsonObject.empty()
            .with("message", message)
            .with("configuration", JsonObject.empty().with("returnImmediately", true));
    try {
      HttpURLConnection http = connection("message:send");
      http.setRequestProperty("Content-Type", "application/json");
      http.setDoOutput(true);
      http.getOutputStream().write(JsonWriter.compact(params).getBytes(StandardCharsets.UTF_8));
      if (http.getResponseCode() != HttpURLConnection.HTTP_OK) {
        return Optional.empty();
      }
      return json(new String(http.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .object("task")
          .flatMap(task -> task.string("id"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private HttpURLConnection connection(String path) throws IOException {
    HttpURLConnection http =
        (HttpURLConnection) agent.resolve("./" + path).toURL().openConnection();
    http.setConnectTimeout(TIMEOUT_MS);
    http.setReadTimeout(TIMEOUT_MS);
    return http;
  }

  /** Follows a task to its end, and comes back with its cursor whenever the stream has ended. */
  private void follow(String task) {
    while (seen.isEmpty() || !seen.getLast().what().equals("completed")) {
      try {
        HttpURLConnection http = connection("tasks/" + task + ":subscribe");
        if (!seen.isEmpty()) {
          http.setRequestProperty("Last-Event-ID", Long.toString(seen.getLast().number()));
        }
        if (http.getResponseCode() == HttpURLConnection.HTTP_OK) {
          read(
              new BufferedReader(
                  new InputStreamReader(http.getInputStream(), StandardCharsets.UTF_8)));
        }
      } catch (IOException e) {
        // The server has died.
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Takes the events of a stream that have come whole. */
  private void read(BufferedReader lines) throws IOException {
    long number = 0;
    String data = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("id: ")) {
        number = Long.parseLong(line.substring("id: ".length()));
      } else if (line.startsWith("data: ")) {
        data = line.substring("data: ".length());
      } else if (line.isEmpty() && !data.isEmpty()) {
        seen.add(new Event(number, what(json(data))));
        data = "";
      }
    }
  }

  private static String what(JsonObject response) {
    return response
        .object("statusUpdate")
        .flatMap(update -> update.object("status"))
        .flatMap(status -> status.string("state"))
        .flatMap(A2aState::ofWire)
        .map(A2aState::toString)
        .orElse(response.has("task") ? "task" : TaskEvent.ARTIFACT);
  }

  private static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }
}
