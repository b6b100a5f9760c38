package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testkit.hostile.LoopbackConnection;
import org.sovereignbook.sbp.testkit.hostile.LoopbackTarget;

/**
 * A server that is killed again and again while many clients post to it. What it answered with 202
 * is in the inbox under that id, byte for byte; of the rest whole envelopes are there or none; and
 * who posts again what had no answer doubles nothing.
 */
public abstract class AcceptKillsContract {
  /** Property with the number of kills of the large trial. */
  private static final String KILLS = "sbp.accept.kills";

  private static final int CLIENTS = 12;

  /** Answers of one life, and milliseconds after the last of them. */
  private static final int MOST_ANSWERS = 100;

  private static final int LONGEST_WAIT_MS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;

  private final KeyPair sender = Bench.keys("sender");
  private final AtomicInteger signed = new AtomicInteger();

  /** Envelopes by their text, and the ids under which they were accepted. */
  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

  private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

  /** Opens the store in a process of its own; has a public constructor without parameters. */
  protected abstract Class<? extends StoreProvider> provider();

  @Test
  @Tag("trial")
  void aServerKilledAtWorkHasWhatItAnsweredWith202() throws Exception {
    int kills = Integer.getInteger(KILLS, 5);
    Node node = node();
    Random random = new Random(43);
    int checked = 0;
    for (int i = 0; i < kills; i++) {
      serveAndKill(node, 1 + random.nextInt(MOST_ANSWERS), random.nextInt(LONGEST_WAIT_MS));
      afterKill(node, random);
      checked += check(node);
    }
    System.out.printf("%s: %d answers, %d kills%n", getClass().getSimpleName(), checked, kills);
    assertThat(checked).as("answers with 202").isGreaterThan(kills);
  }

  /** Takes from the node what a power failure may take, which a kill leaves. */
  protected void afterKill(Node node, Random random) throws IOException {
    // Nothing, where a transaction has all of it.
  }

  private Node node() {
    Node node = Node.at(TestNode.in(folder.resolve("node")).home().root());
    JsonObject.Builder server =
        JsonObject.builder()
            .put("bind", "127.0.0.1")
            .put("port", 0)
            .put("unknown_budget_per_minute", 1_000_000)
            .put("address_budget_per_minute", 1_000_000);
    for (String share : List.of("quota", "key", "address")) {
      server.put("inbox_" + share + "_files", 1_000_000);
    }
    node.writeJson(
        node.home().schedulerConfig(), JsonObject.builder().put("server", server.build()).build());
    return node;
  }

  private void serveAndKill(Node node, int answers, int thenMillis) throws Exception {
    Path log = folder.resolve("server.log");
    Process server = start(node, log);
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      int port = Integer.parseInt(Optional.ofNullable(server.inputReader().readLine()).orElse("0"));
      assertThat(port).as(Files.readString(log)).isPositive();
      LoopbackTarget target =
          new LoopbackTarget(
              Endpoint.parse("http://127.0.0.1:" + port), node.identity().publicKey());
      int before = acknowledged.size();
      List<String> again = List.copyOf(unanswered);
      List<Future<?>> posting = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int first = i;
        posting.add(clients.submit(() -> post(node, target, every(again, first))));
      }
      Eventually.holds(
          "answers", () -> acknowledged.size() >= before + answers || !server.isAlive());
      boolean hasEnded = server.waitFor(thenMillis, TimeUnit.MILLISECONDS);
      assertThat(hasEnded).as(Files.readString(log)).isFalse();
      int _ = server.destroyForcibly().waitFor();
      for (Future<?> one : posting) {
        Object _ = one.get();
      }
    } finally {
      int _ = server.destroyForcibly().waitFor();
    }
  }

  private Process start(Node node, Path log) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            AcceptingServer.class.getName(),
            provider().getName(),
            node.home().root().toString())
        .redirectError(log.toFile())
        .start();
  }

  private static List<String> every(List<String> all, int first) {
    List<String> some = new ArrayList<>();
    for (int i = first; i < all.size(); i += CLIENTS) {
      some.add(all.get(i));
    }
    return some;
  }

  /** Posts what had no answer, then new envelopes, until the server is dead. */
  private void post(Node node, LoopbackTarget target, List<String> again) {
    List<String> left = new ArrayList<>(again);
    try (LoopbackConnection connection =
        LoopbackConnection.open(target, Optional.empty(), PATIENCE)) {
      while (true) {
        String envelope = left.isEmpty() ? envelope(node, target) : left.removeLast();
        unanswered.add(envelope);
        LoopbackConnection.HttpAnswer answer = connection.post(Bench.bytes(envelope));
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        acknowledged.put(envelope, id(answer.body()));
        unanswered.remove(envelope);
      }
    } catch (IOException e) {
      // The server was killed, and the sender does not know what became of the last one.
    }
  }

  private String envelope(Node node, LoopbackTarget target) {
    JsonObject payload =
        JsonObject.builder().put("body", "message " + signed.incrementAndGet()).build();
    JsonObject envelope =
        Envelope.build(
            MessageType.DIRECT,
            payload,
            sender.publicKey(),
            target.endpoint(),
            target.key(),
            node.now());
    return JsonWriter.compact(Envelope.sign(envelope, sender));
  }

  private static String id(String answer) throws IOException {
    try {
      return JsonReader.wireObject(Bench.bytes(answer)).string("id").orElseThrow();
    } catch (MalformedJson e) {
      throw new IOException("torn: " + answer, e);
    }
  }

  /** Returns the number of answers that hold, and takes their envelopes out of the inbox. */
  private int check(Node node) throws ReflectiveOperationException {
    try (Store store = provider().getConstructor().newInstance().open(node)) {
      boolean _ = store.recover();
      Map<String, String> there = new HashMap<>();
      store
          .inbox()
          .readEach(
              store.inbox().pending(),
              (id, bytes) -> {
                String text = new String(bytes, StandardCharsets.UTF_8);
                assertThat(there.put(text, id.value())).as("the same twice").isNull();
              });
      assertThat(there).containsAllEntriesOf(acknowledged);
      Set<String> known = new HashSet<>(acknowledged.keySet());
      known.addAll(unanswered);
      assertThat(known).as("whole envelopes").containsAll(there.keySet());
      ChangeSet processed = new ChangeSet();
      acknowledged.values().forEach(id -> processed.add(Inbox.remove(new InboxId(id))));
      store.commit(processed);
      int checked = acknowledged.size();
      acknowledged.clear();
      return checked;
    }
  }
}
