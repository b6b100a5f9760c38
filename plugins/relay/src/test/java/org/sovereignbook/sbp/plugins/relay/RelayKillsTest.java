package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestKeys;

/** Relay and guest are killed at random moments: what the relay acknowledged arrives, once. */
@Timeout(3600)
class RelayKillsTest {
  private static final int KILLS = Integer.getInteger("sbp.relay.kills", 2);
  private static final long SEED = Long.getLong("sbp.seed", 46);
  private static final int SENDERS = 3;
  private static final int MOST_BETWEEN = 40;

  @TempDir private Path folder;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final Set<ContentHash> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicInteger written = new AtomicInteger();
  private final List<Process> processes = new ArrayList<>();
  private Path relayHome = Path.of("");
  private Path guestHome = Path.of("");
  private Path log = Path.of("");

  @AfterEach
  void endAll() {
    isOver.set(true);
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void whatTheRelayHasAcknowledgedArrivesOnceWhicheverIsKilled() throws Exception {
    Endpoint address = prepare();
    PublicKey key = Node.at(guestHome).identity().publicKey();
    Process relay = started(RelayServing.relay(relayHome, log));
    Process guest = started(RelayServing.guest(guestHome, log));
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < SENDERS; i++) {
      KeyPair from = TestKeys.named("sender" + i);
      senders.add(Thread.ofPlatform().start(() -> write(from, key, address)));
    }
    Random random = new Random(SEED);
    for (int i = 0; i < KILLS; i++) {
      awaitMore(random);
      relay.destroyForcibly().waitFor();
      relay = started(RelayServing.relay(relayHome, log));
      awaitMore(random);
      guest.destroyForcibly().waitFor();
      guest = started(RelayServing.guest(guestHome, log));
    }
    isOver.set(true);
    for (Thread sender : senders) {
      sender.join();
    }
    FileStore inbox = new FileStore(Node.at(guestHome));
    Eventually.holds("all has come", () -> inbox.inbox().count() >= acknowledged.size());
    Map<ContentHash, Integer> arrived = arrived(inbox);
    assertThat(arrived.keySet()).containsAll(acknowledged);
    assertThat(arrived.values()).allMatch(count -> count == 1);
    System.out.printf(
        "RelayKillsTest: %d acknowledged, %d kills, lost 0, doubled 0%n",
        acknowledged.size(), 2 * KILLS);
  }

  private Process started(Process process) {
    processes.add(process);
    return process;
  }

  /** Prepares both nodes. Returns the guest's address. */
  private Endpoint prepare() throws IOException {
    log = folder.resolve("log.txt");
    Files.writeString(log, "");
    GuestNode guest;
    try (RelayNode relay = RelayNode.in(folder)) {
      guest = GuestNode.in(folder, "laptop");
      guest.join(relay);
      widen(relay.node());
      widen(guest.node());
      relayHome = relay.node().home().root();
      guestHome = guest.node().home().root();
    }
    return guest.endpoint();
  }

  /** Lets few senders write as much as many do. */
  private static void widen(Node node) {
    JsonObject config = node.readJson(node.home().schedulerConfig()).orElseThrow();
    JsonObject server = config.object("server").orElseGet(JsonObject::empty);
    for (String budget :
        List.of(
            "unknown_budget_per_minute", "known_budget_per_minute", "address_budget_per_minute")) {
      server = server.with(budget, 1_000_000);
    }
    for (String share : List.of("inbox_key_files", "inbox_address_files", "inbox_quota_files")) {
      server = server.with(share, 1_000_000);
    }
    node.writeJson(node.home().schedulerConfig(), config.with("server", server));
  }

  /** Waits until a random number of further messages is acknowledged. */
  private void awaitMore(Random random) {
    int goal = acknowledged.size() + random.nextInt(MOST_BETWEEN);
    Eventually.holds("further messages", () -> acknowledged.size() >= goal);
  }

  /** Writes one message after the other, each until it is acknowledged. */
  private void write(KeyPair from, PublicKey to, Endpoint address) {
    try (HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build()) {
      while (!isOver.get()) {
        byte[] letter =
            RelayNode.envelope(
                from, to, new Timestamp(Instant.now()), "letter " + written.incrementAndGet());
        ContentHash hash = ContentHash.of(JsonReader.wireObject(letter));
        while (!isOver.get() && !isAcknowledged(client, address, letter)) {
          Thread.onSpinWait();
        }
        if (!isOver.get() || isAcknowledged(client, address, letter)) {
          acknowledged.add(hash);
        }
      }
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isAcknowledged(HttpClient client, Endpoint address, byte[] letter) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/message"))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(20))
            .POST(BodyPublishers.ofByteArray(letter))
            .build();
    try {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      return answer.statusCode() == 202;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Map<ContentHash, Integer> arrived(FileStore store) {
    Map<ContentHash, Integer> arrived = new HashMap<>();
    store
        .inbox()
        .readEach(
            store.inbox().pending(),
            (_, bytes) -> {
              try {
                arrived.merge(ContentHash.of(JsonReader.wireObject(bytes)), 1, Integer::sum);
              } catch (MalformedJson e) {
                throw new AssertionError(e);
              }
            });
    return arrived;
  }
}
