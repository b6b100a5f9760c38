package org.sovereignbook.sbp.plugins.relay.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.RouteAnswer;
import org.sovereignbook.sbp.peer.server.RouteRequest;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Requests that are passed on to a guest take no more of its answers than there is place for. */
@Timeout(240)
class PassagesTest {
  private static final int PLACE = 600_000;
  private static final int BODY_BYTES = 200_000;
  private static final int REQUESTS = 5;

  @TempDir private Path folder;
  private final Passages passages = new Passages();
  private final Wakeups wakeups = new Wakeups();

  private static RouteRequest request() {
    return new RouteRequest(
        "POST",
        "",
        "",
        Map.of("content-type", "application/json"),
        new byte[BODY_BYTES],
        InetAddress.getLoopbackAddress(),
        false);
  }

  @Test
  void manyLargeRequestsComeOneAfterTheOtherAndEachIsAnswered() throws InterruptedException {
    Node node = TestNode.in(folder).node();
    Guest guest =
        Guest.invited(
            TestKeys.alice().publicKey(), "", 7, 1, Optional.empty(), node.clock().instant());
    List<RouteAnswer> answers = new CopyOnWriteArrayList<>();
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      clients.add(Thread.ofPlatform().start(() -> answers.add(pass(node, guest))));
    }
    Eventually.holds("all wait", () -> wakeups.count(guest.id()) == REQUESTS);

    assertThat(passages.take(guest.id(), 0)).isEmpty();
    int given = 0;
    while (given < REQUESTS) {
      List<JsonObject> some = passages.take(guest.id(), PLACE);
      assertThat(some).hasSizeBetween(1, 2);
      assertThat(some.stream().mapToInt(PassagesTest::bytes).sum()).isLessThan(PLACE);
      some.forEach(one -> passages.answer(guest.id(), one.with("status", 200).with("body", "")));
      given += some.size();
    }
    for (Thread client : clients) {
      client.join();
    }
    assertThat(answers).hasSize(REQUESTS).allMatch(answer -> answer.status() == 200);
  }

  private RouteAnswer pass(Node node, Guest guest) {
    try {
      return passages.pass(node, guest, "x/a2a/reader", request(), wakeups);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static int bytes(JsonObject json) {
    return JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8).length;
  }
}
