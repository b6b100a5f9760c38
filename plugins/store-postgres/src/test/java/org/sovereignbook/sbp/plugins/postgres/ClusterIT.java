package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * Three machines with one identity and one PostgreSQL: the built program with the built plugin, as
 * processes that are killed.
 */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class ClusterIT {
  private static final int MACHINES = 3;
  private static final long LOOK_NANOS = 5_000_000;

  /** At these posts all deliveries die, at those one of them, while the others go on. */
  private static final Set<Integer> DEADLY_FOR_ALL = Set.of(3, 16);

  private static final Set<Integer> DEADLY_FOR_ONE = Set.of(9, 24, 33);

  /** Later posts are not answered until the machine that made them was stopped. */
  private static final int HELD_FROM = 20;

  private static final int POSTS_TO_ONE_HOST = 2;

  private static final Endpoint ELSEWHERE = Endpoint.parse("https://alice.example.com");

  @TempDir private Path folder;

  private final List<Machine> machines = new ArrayList<>();
  private final List<Machine.Running> started = new ArrayList<>();
  private final Path runs = Path.of("runs.txt");
  private PostgresServer.Database database;
  private Store store;

  @BeforeEach
  void setUpMachines(PostgresServer.Database server) throws IOException {
    database = server;
    KeyPair keys = KeyPair.generate(new SecureRandom());
    JsonObject shared = database.config(database.newSchema());
    for (int i = 0; i < MACHINES; i++) {
      Path home = Files.createDirectories(folder.resolve("user" + i));
      Node node = TestHome.make(folder.resolve("machine" + i), keys, shared);
      node.writeJson(node.home().schedulerConfig(), config(shared));
      machines.add(new Machine(node, home));
    }
    Machine.Running first = machines.getFirst().start("status");
    assertThat(first.exitCode()).as("makes the tables: %s", first.errorOutput()).isZero();
    store = new PostgresStoreProvider(Map.of()).open(machines.getFirst().node());
  }

  @AfterEach
  void endEverything() {
    started.forEach(Machine.Running::kill);
    store.close();
  }

  @Test
  void serversShareAnIdentityAndAcceptEachEnvelopeOnceThoughOneIsKilled() throws Exception {
    List<Machine.Serving> servers = new ArrayList<>();
    for (Machine machine : machines) {
      Machine.Serving serving = machine.serve();
      started.add(serving.running());
      servers.add(serving);
    }
    List<JsonObject> envelopes = envelopes(60);
    Map<ContentHash, String> accepted = new HashMap<>();
    try (HttpClient client = HttpClient.newHttpClient();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<JsonObject>>> posts = new ArrayList<>();
      for (JsonObject envelope : envelopes) {
        posts.add(threads.submit(() -> postToAll(client, servers, envelope)));
        if (posts.size() == envelopes.size() / 2) {
          servers.getFirst().running().kill();
        }
      }
      for (int i = 0; i < posts.size(); i++) {
        List<JsonObject> answers = posts.get(i).get();
        assertThat(answers).as("answers of the servers that live").hasSizeBetween(2, 3);
        assertThat(answers).extracting(a -> a.string("id").orElseThrow()).containsOnly(id(answers));
        assertThat(answers.stream().filter(a -> a.string("status").equals(Optional.of("accepted"))))
            .as("at most one server accepts; none, if it died before it could say so")
            .hasSizeLessThanOrEqualTo(1);
        accepted.put(ContentHash.of(envelopes.get(i)), id(answers));
      }
      assertReplayIsKnownToAFreshServer(client, envelopes.getFirst(), accepted);
    }
    Map<ContentHash, String> stored = new HashMap<>();
    for (InboxId id : store.inbox().pending()) {
      JsonObject envelope = JsonReader.wireObject(store.inbox().read(id).orElseThrow());
      assertThat(stored.put(ContentHash.of(envelope), id.value())).as("stored twice").isNull();
    }
    assertThat(stored).isEqualTo(accepted);
  }

  @Test
  void aServerOutlivesTheAbsenceOfItsDatabase() throws Exception {
    try (CuttableLine line = new CuttableLine(database.url());
        HttpClient client = HttpClient.newHttpClient()) {
      connectBy(line, machines.getFirst().node());
      Machine.Serving server = machines.getFirst().serve();
      started.add(server.running());
      List<JsonObject> envelopes = envelopes(2);
      assertThat(post(client, server, envelopes.get(0)).statusCode()).isEqualTo(202);
      line.cut();
      assertThat(post(client, server, envelopes.get(1)).statusCode()).isEqualTo(503);
      Machine.Running step = machines.getFirst().start("deliver");
      assertThat(step.exitCode()).isEqualTo(1);
      assertThat(step.errorOutput()).contains("check that PostgreSQL runs");
      line.mend();
      assertThat(post(client, server, envelopes.get(1)).statusCode()).isEqualTo(202);
      assertThat(store.inbox().pending()).hasSize(2);
    }
  }

  private void assertReplayIsKnownToAFreshServer(
      HttpClient client, JsonObject envelope, Map<ContentHash, String> accepted) {
    Machine.Serving fresh = machines.getFirst().serve();
    started.add(fresh.running());
    List<JsonObject> answers = postToAll(client, List.of(fresh), envelope);
    assertThat(answers)
        .extracting(a -> a.string("status"))
        .containsExactly(Optional.of("duplicate"));
    assertThat(id(answers)).isEqualTo(accepted.get(ContentHash.of(envelope)));
  }

  @Test
  void deliveriesShareTheOutboxAndPostEachItemInOneEnvelopeThoughTheyAreKilled() throws Exception {
    List<Machine.Running> deliveries = new CopyOnWriteArrayList<>();
    try (Receiver peer = new Receiver(post -> killAt(post, deliveries))) {
      int items = 60;
      queue(items, peer.endpoint());
      int starts = 0;
      while (!store.outbox().pending().isEmpty()) {
        deliveries.clear();
        for (Machine machine : machines) {
          Machine.Running running = machine.start("deliver", "--now");
          deliveries.add(running);
          started.add(running);
          starts++;
        }
        deliveries.forEach(ClusterIT::assertEndedWell);
        assertThat(starts).as("it comes to an end").isLessThan(60);
      }
      Map<String, Set<String>> envelopesByItem = new HashMap<>();
      for (String body : peer.bodies()) {
        envelopesByItem.computeIfAbsent(text(body), _ -> new HashSet<>()).add(body);
      }
      assertThat(envelopesByItem).hasSize(items);
      assertThat(envelopesByItem).allSatisfy((_, bodies) -> assertThat(bodies).hasSize(1));
      assertThat(store.archive().sent()).hasSize(items);
      assertThat(store.outbox().failed()).isEmpty();
      assertThat(started.stream().filter(one -> one.exitCode() == 128 + 9))
          .as("deliveries that were killed")
          .isNotEmpty();
    }
  }

  @Test
  void deliveriesThatLivePostEachItemOnce() throws Exception {
    int items = 150;
    try (Receiver peer = new Receiver(_ -> {})) {
      queue(items, peer.endpoint());
      List<Machine.Running> deliveries = new ArrayList<>();
      machines.forEach(machine -> deliveries.add(machine.start("deliver")));
      started.addAll(deliveries);
      deliveries.forEach(one -> assertThat(one.exitCode()).as(one.errorOutput()).isIn(0, 3));
      assertThat(peer.bodies()).hasSize(items).doesNotHaveDuplicates();
      assertThat(store.archive().sent()).hasSize(items);
    }
  }

  @Test
  void aMachineThatWasStoppedWhileAnotherDeliveredPostsNothingMoreAndSaysWhatHadLeft()
      throws Exception {
    int items = 60;
    Machine first = machines.getFirst();
    CountDownLatch underWay = new CountDownLatch(POSTS_TO_ONE_HOST);
    CountDownLatch answered = new CountDownLatch(1);
    IntConsumer holdLater =
        post -> {
          if (post > HELD_FROM) {
            underWay.countDown();
            await(answered);
          }
        };
    try (Receiver peer = new Receiver(holdLater);
        CuttableLine line = new CuttableLine(database.url())) {
      connectBy(line, first.node());
      queue(items, peer.endpoint());
      Machine.Running stopped = first.start("deliver");
      started.add(stopped);
      await(underWay);
      while (store.archive().sent().size() < HELD_FROM) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      stopped.signal("STOP");
      line.cut();
      answered.countDown();
      Machine.Running other = machines.get(1).start("deliver");
      assertThat(other.exitCode()).as(other.errorOutput()).isZero();
      assertThat(store.archive().sent()).hasSize(items);
      List<String> posted = peer.bodies();
      line.mend();

      stopped.signal("CONT");

      assertThat(stopped.exitCode()).as(stopped.errorOutput()).isEqualTo(1);
      assertThat(stopped.errorOutput())
          .contains("had stored 20 outcomes, and 2 messages had left the node");
      assertThat(peer.bodies()).isEqualTo(posted);
      assertThat(new HashSet<>(posted)).as("repeats are unchanged").hasSize(items);
      assertThat(store.archive().sent()).hasSize(items);
      assertThat(store.outbox().failed()).isEmpty();
    }
  }

  @Test
  void ofManyTicksExactlyOneRunsAComponentEachTimeItIsDue() throws IOException {
    for (int round = 1; round <= 2; round++) {
      List<Machine.Running> ticks = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        for (Machine machine : machines) {
          ticks.add(machine.start("tick"));
        }
      }
      started.addAll(ticks);
      ticks.forEach(tick -> assertThat(tick.exitCode()).as(tick.errorOutput()).isIn(0, 3, 6));
      assertThat(Files.readAllLines(folder.resolve(runs))).as("runs").hasSize(round);
      store.writeState(StateDocument.SCHEDULER, JsonObject.empty());
    }
  }

  @Test
  void aTickThatIsKilledIsFollowedByAnotherMachines() throws IOException {
    Path started = folder.resolve("started");
    Machine first = machines.getFirst();
    first
        .node()
        .writeJson(
            first.node().home().schedulerConfig(),
            withCommand(first, "echo x > '" + started + "'; exec sleep 600"));
    Machine.Running tick = first.start("tick");
    this.started.add(tick);
    while (!Files.exists(started)) {
      assertThat(tick.process().isAlive()).as(tick.errorOutput()).isTrue();
      LockSupport.parkNanos(LOOK_NANOS);
    }
    Machine.Running other = machines.get(1).start("tick");
    assertThat(other.exitCode()).as("busy: %s", other.errorOutput()).isEqualTo(6);
    List<ProcessHandle> commands = tick.process().descendants().toList();
    tick.kill();
    commands.forEach(ProcessHandle::destroyForcibly);
    Machine.Running heir = machines.get(2).start("tick");
    assertThat(heir.exitCode()).as(heir.errorOutput()).isZero();
    assertThat(Files.readAllLines(folder.resolve(runs))).hasSize(1);
  }

  private static void assertEndedWell(Machine.Running running) {
    assertThat(running.exitCode()).as(running.errorOutput()).isIn(0, 3, 128 + 9);
  }

  /** Who posts waits for its answer, so whoever is killed with all others had not yet ended. */
  private static void killAt(int post, List<Machine.Running> deliveries) {
    if (DEADLY_FOR_ALL.contains(post)) {
      deliveries.forEach(Machine.Running::kill);
    } else if (DEADLY_FOR_ONE.contains(post)) {
      deliveries.stream()
          .filter(running -> running.process().isAlive())
          .findFirst()
          .ifPresent(Machine.Running::kill);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Leads a machine to the database by a line that can be cut. */
  private void connectBy(CuttableLine line, Node node) {
    JsonObject section = node.config().json().object("store").orElseThrow();
    JsonObject postgres = section.object("postgres").orElseThrow();
    node.writeJson(
        node.home().schedulerConfig(),
        config(
            section.with("postgres", postgres.with("url", line.url()).with("timeout_seconds", 5))));
  }

  private JsonObject config(JsonObject sharedStore) {
    return JsonObject.builder()
        .put("store", sharedStore)
        .put("network_config", JsonObject.builder().put("allow_private_endpoints", true).build())
        .put(
            "server",
            JsonObject.builder()
                .put("bind", "127.0.0.1")
                .put("port", 0)
                .put("unknown_budget_per_minute", 100_000)
                .put("address_budget_per_minute", 100_000)
                .build())
        .put(
            "components",
            JsonObject.builder()
                .put("count", JsonObject.builder().put("interval_minutes", 60).build())
                .build())
        .put(
            "commands",
            JsonObject.builder().put("count", "echo run >> '" + folder.resolve(runs) + "'").build())
        .build();
  }

  private JsonObject withCommand(Machine machine, String command) {
    return machine
        .node()
        .config()
        .json()
        .with("commands", JsonObject.builder().put("count", command).build());
  }

  private List<JsonObject> envelopes(int count) {
    List<JsonObject> envelopes = new ArrayList<>();
    Node self = machines.getFirst().node();
    KeyPair sender = KeyPair.generate(self.random());
    for (int i = 0; i < count; i++) {
      envelopes.add(
          Envelope.sign(
              Envelope.build(
                  MessageType.SUBSCRIBE,
                  JsonObject.builder().put("number", i).build(),
                  sender.publicKey(),
                  ELSEWHERE,
                  self.keys().publicKey(),
                  self.now()),
              sender));
    }
    return envelopes;
  }

  /** Posts an envelope to every server, as a sender and a load balancer that both try again do. */
  private static List<JsonObject> postToAll(
      HttpClient client, List<Machine.Serving> servers, JsonObject envelope) {
    List<JsonObject> answers = new ArrayList<>();
    for (Machine.Serving server : servers) {
      try {
        HttpResponse<byte[]> answer = post(client, server, envelope);
        assertThat(answer.statusCode())
            .as(new String(answer.body(), StandardCharsets.UTF_8))
            .isEqualTo(202);
        answers.add(JsonReader.wireObject(answer.body()));
      } catch (IOException | MalformedJson e) {
        // The server was killed.
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return answers;
  }

  private static HttpResponse<byte[]> post(
      HttpClient client, Machine.Serving server, JsonObject envelope)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.url() + "/message"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JsonWriter.compact(envelope)))
            .build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  private static String id(List<JsonObject> answers) {
    return answers.getFirst().string("id").orElseThrow();
  }

  private void queue(int items, Endpoint peer) {
    ChangeSet changes = new ChangeSet();
    List<KeyPair> recipients = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      recipients.add(KeyPair.generate(machines.getFirst().node().random()));
    }
    for (int i = 0; i < items; i++) {
      changes.add(
          Outbox.put(
              new OutboxId(OutboxKind.NETWORK, "item-" + i),
              OutboxItems.envelope(
                  MessageType.SUBSCRIBE,
                  JsonObject.builder().put("number", i).build(),
                  recipients.get(i % recipients.size()).publicKey(),
                  peer)));
    }
    store.commit(changes);
  }

  private static String text(String body) {
    try {
      return JsonReader.wireObject(body.getBytes(StandardCharsets.UTF_8))
          .object("payload")
          .orElseThrow()
          .toString();
    } catch (MalformedJson e) {
      throw new IllegalStateException(e);
    }
  }
}
