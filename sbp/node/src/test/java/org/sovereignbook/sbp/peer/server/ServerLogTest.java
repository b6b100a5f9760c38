package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.testing.TestClock;

class ServerLogTest {
  private final TestClock clock = new TestClock();
  private final List<String> lines = new ArrayList<>();
  private final ServerLog log = new ServerLog(lines::add, clock);

  @Test
  void peerTextCanNeitherAddALineNorSteerATerminal() {
    log.request(() -> "refused: a\nb\u001b[2J\u202e");

    assertThat(lines)
        .containsExactly("[server] 2026-03-17T12:05:00Z refused: a\\nb\\u001b[2J\\u202e");
  }

  @Test
  void aFloodOfRequestsIsNoFloodOfLines() {
    for (int i = 0; i < 100_000; i++) {
      log.request(() -> "refused");
    }
    assertThat(lines).hasSize(1_200);

    clock.advance(Duration.ofMinutes(1));
    log.request(() -> "accepted");
    assertThat(lines.subList(1_200, lines.size()))
        .containsExactly(
            "[server] 2026-03-17T12:06:00Z 98800 lines were left out",
            "[server] 2026-03-17T12:06:00Z accepted");
  }

  @Test
  void whatConcernsTheOperatorIsNeverLeftOut() {
    for (int i = 0; i < 5_000; i++) {
      log.request(() -> "refused");
    }
    log.error("the disk is full");

    assertThat(lines).last().asString().endsWith("error: the disk is full");
  }
}
