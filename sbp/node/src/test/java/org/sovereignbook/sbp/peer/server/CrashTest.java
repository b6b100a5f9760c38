package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** The server dies at each of its file operations, in every way (ARCHITECTURE, rule 5). */
class CrashTest {
  private static final int MESSAGES = 2;

  @TempDir private Path folder;

  @Test
  void whatWasAnswered202IsInTheInboxAndASecondTryDoublesNothing() {
    int crashes = 0;
    int answered = 0;
    for (CrashingDisk.Moment moment : CrashingDisk.Moment.values()) {
      boolean crashed = true;
      for (int at = 0; crashed; at++) {
        TestNode node = TestNode.in(folder.resolve(moment + "-" + at));
        byte[][] envelopes = {
          Served.direct(node, TestKeys.alice(), "one"), Served.direct(node, TestKeys.eve(), "two")
        };
        CrashingDisk disk = new CrashingDisk(node.node().disk(), at, moment);
        Optional<JsonObject> first = Optional.empty();
        Optional<JsonObject> second = Optional.empty();
        try (Served served = Served.start(node, node.nodeOn(disk), Served.config())) {
          first = post(served, envelopes[0]);
          second = post(served, envelopes[1]);
        } catch (SimulatedCrash e) {
          // The server died while it wrote its budgets down.
        }
        crashed = disk.operations() > at;
        crashes += crashed ? 1 : 0;
        answered += (first.isPresent() ? 1 : 0) + (second.isPresent() ? 1 : 0);
        assertNothingLostOrDoubled(node, envelopes[0], first);
        assertNothingLostOrDoubled(node, envelopes[1], second);
        assertThat(node.store().inbox().pending()).hasSize(MESSAGES);
      }
    }
    assertThat(crashes).as("crashes").isGreaterThan(MESSAGES * 3);
    assertThat(answered).as("answers").isGreaterThan(MESSAGES * 3);
  }

  private static void assertNothingLostOrDoubled(
      TestNode node, byte[] envelope, Optional<JsonObject> answer) {
    long before = copies(node, envelope);
    if (answer.isPresent()) {
      assertThat(before).isEqualTo(1);
    }
    try (Served again = Served.start(node)) {
      JsonObject repeated = Served.json(again.post(envelope));
      assertThat(repeated.string("status")).contains(before == 1 ? "duplicate" : "accepted");
      answer.ifPresent(first -> assertThat(repeated.string("id")).isEqualTo(first.string("id")));
    }
    assertThat(copies(node, envelope)).isEqualTo(1);
  }

  private static long copies(TestNode node, byte[] envelope) {
    return node.store().inbox().pending().stream()
        .filter(id -> java.util.Arrays.equals(node.store().inbox().read(id).get(), envelope))
        .count();
  }

  private static Optional<JsonObject> post(Served served, byte[] envelope) {
    try {
      HttpResponse<String> response = served.post(envelope);
      return response.statusCode() == 202 ? Optional.of(Served.json(response)) : Optional.empty();
    } catch (UncheckedIOException e) {
      // The connection broke: the sender does not know and will try again.
      return Optional.empty();
    }
  }
}
