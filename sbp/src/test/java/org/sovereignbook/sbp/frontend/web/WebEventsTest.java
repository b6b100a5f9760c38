package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;
import org.sovereignbook.sbp.testing.TroubledDatabase;

/** The watcher of the page, at a database that fails. */
@Timeout(120)
class WebEventsTest {
  private static final Duration SOON = Duration.ofMillis(5);

  @TempDir Path folder;

  @Test
  void oneFailureEndsNoWatchAndCloseJoinsIt() throws Exception {
    TestNode node = TestNode.in(folder);
    TroubledDatabase database = new TroubledDatabase(new SqliteLedgerProvider().open(node.node()));
    List<String> log = new CopyOnWriteArrayList<>();
    try (TestSociety society = TestSociety.of(node, _ -> database)) {
      WebEvents events = new WebEvents(society.ledger(), SOON, log::add);
      assertThat(events.enter(1)).isTrue();
      long newest = events.newest();
      database.fail(1);
      Eventually.holds("a failure is told", () -> !log.isEmpty());
      assertThat(log).containsExactly("web: cannot look for changes: the database is locked");

      var _ = society.agent("born-later");
      WebEvents.News news = events.await(newest, 0, Duration.ofMinutes(1));
      while (news.events().isEmpty()) { // files have changed, and the event is still to come
        news = events.await(newest, news.changes(), Duration.ofMinutes(1));
      }

      database.awaitHanging();
      events.close();
      assertThat(database.isOver()).as("close waits for what it interrupts").isTrue();
    }
  }
}
