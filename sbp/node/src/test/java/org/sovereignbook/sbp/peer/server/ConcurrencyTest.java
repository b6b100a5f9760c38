package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Many clients at once: nothing is lost, nothing is doubled. */
class ConcurrencyTest {
  private static final int CLIENTS = 32;
  private static final int EACH = 6;

  @TempDir private Path folder;

  @Test
  void theSameEnvelopeFromManyClientsIsStoredOnce() throws Exception {
    try (Served served = Served.start(TestNode.in(folder))) {
      byte[] envelope = served.direct(TestKeys.alice(), "hello");

      List<JsonObject> answers = atOnce(CLIENTS, _ -> Served.json(served.post(envelope)));

      assertThat(served.inbox()).hasSize(1);
      assertThat(answers)
          .filteredOn(answer -> answer.string("status").orElse("").equals("accepted"))
          .hasSize(1);
      assertThat(answers)
          .filteredOn(answer -> answer.string("status").orElse("").equals("duplicate"))
          .hasSize(CLIENTS - 1);
      assertThat(answers)
          .allSatisfy(
              answer ->
                  assertThat(answer.string("id")).contains(served.inbox().getFirst().value()));
    }
  }

  @Test
  void differentEnvelopesFromManyClientsAreAllStored() throws Exception {
    try (Served served = Served.start(TestNode.in(folder))) {
      List<List<byte[]>> envelopes =
          IntStream.range(0, CLIENTS)
              .mapToObj(
                  client ->
                      IntStream.range(0, EACH)
                          .mapToObj(
                              i -> served.direct(TestKeys.named("c" + client), "message " + i))
                          .toList())
              .toList();

      List<List<HttpResponse<String>>> answers =
          atOnce(CLIENTS, client -> envelopes.get(client).stream().map(served::post).toList());

      Set<String> ids = new HashSet<>();
      for (List<HttpResponse<String>> ofOne : answers) {
        for (HttpResponse<String> answer : ofOne) {
          assertThat(answer.statusCode()).isEqualTo(202);
          ids.add(Served.json(answer).string("id").orElseThrow());
        }
      }
      assertThat(ids).hasSize(CLIENTS * EACH);
      assertThat(served.inbox())
          .extracting(Object::toString)
          .containsExactlyInAnyOrderElementsOf(ids);
      List<byte[]> stored =
          served.inbox().stream()
              .map(id -> served.node().store().inbox().read(id).orElseThrow())
              .toList();
      assertThat(stored)
          .containsExactlyInAnyOrderElementsOf(envelopes.stream().flatMap(List::stream).toList());
    }
  }

  @Test
  void manyClientsNeverOverfillTheInbox() throws Exception {
    Config small =
        Served.config()
            .with(ServerSettings.INBOX_FILES, 10L)
            .with(ServerSettings.INBOX_UNKNOWN_PERCENT, 50);
    try (Served served = Served.start(TestNode.in(folder), small)) {
      List<Integer> statuses =
          atOnce(
              CLIENTS,
              client -> served.post(served.direct(TestKeys.named("c" + client), "x")).statusCode());

      assertThat(served.inbox()).hasSize(5);
      assertThat(statuses).filteredOn(status -> status == 202).hasSize(5);
      assertThat(statuses).filteredOn(status -> status == 503).hasSize(CLIENTS - 5);
    }
  }

  @Test
  void manyClientsTogetherGetNoMoreThanOneSendersBudget() throws Exception {
    try (Served served = Served.start(TestNode.in(folder))) {
      List<Integer> statuses =
          atOnce(
              80,
              client -> served.post(served.direct(TestKeys.alice(), "m" + client)).statusCode());

      assertThat(statuses).filteredOn(status -> status == 202).hasSize(60);
      assertThat(statuses).filteredOn(status -> status == 429).hasSize(20);
    }
  }

  private interface Work<T> {
    T of(int client) throws Exception;
  }

  private static <T> List<T> atOnce(int clients, Work<T> work) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<T>> tasks = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int client = i;
        tasks.add(() -> work.of(client));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : threads.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    }
  }
}
